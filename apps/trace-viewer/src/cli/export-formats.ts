/** Formats of `gym-trace export`. */
export const exportFormats = ['otlp', 'chrome', 'speedscope', 'parquet'] as const;
