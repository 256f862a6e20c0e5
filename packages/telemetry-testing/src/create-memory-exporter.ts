/** An OpenTelemetry exporter of spans or log records that keeps them as plain data. */
export interface MemoryExporter<Item, Plain> {
  readonly items: readonly Plain[];
  export(items: readonly Item[], done: (result: { readonly code: number }) => void): void;
  shutdown(): Promise<void>;
}

/** Makes an exporter that keeps what `toPlain` makes of each item; it always succeeds. */
export function createMemoryExporter<Item, Plain>(toPlain: (item: Item) => Plain): MemoryExporter<Item, Plain> {
  const kept: Plain[] = [];
  return {
    items: kept,
    export: (items, done) => {
      for (const item of items) kept.push(toPlain(item));
      done({ code: 0 });
    },
    shutdown: () => Promise.resolve(),
  };
}
