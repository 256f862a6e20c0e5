import type { GenAiAttributes } from './gen-ai-attributes.ts';

/** What is used of an instrument's options. */
export interface InstrumentOptions {
  readonly unit: string;
  readonly description: string;
  readonly advice?: { explicitBucketBoundaries: number[] };
}

/** A histogram of OpenTelemetry, as far as it is used. */
export interface HistogramLike {
  record(value: number, attributes: GenAiAttributes): void;
}

/** A counter of OpenTelemetry, as far as it is used. */
export interface CounterLike {
  add(value: number, attributes: GenAiAttributes): void;
}

/** A `Meter` of OpenTelemetry, as far as it is used: this package depends on nothing. */
export interface MeterLike {
  createHistogram(name: string, options: InstrumentOptions): HistogramLike;
  createCounter(name: string, options: InstrumentOptions): CounterLike;
}
