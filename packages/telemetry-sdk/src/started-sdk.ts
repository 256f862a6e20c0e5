import type { Meter } from '@opentelemetry/api';
import type { LoggerProvider } from '@opentelemetry/sdk-logs';

import type { SignalCounts, SignalName, TelemetryCounts } from './signal-counts.ts';

/** Takes log records: what OpenTelemetry's `Logger` has on both majors. */
export type LogEmitter = Pick<ReturnType<LoggerProvider['getLogger']>, 'emit'>;

/** A running SDK. */
export interface StartedSdk {
  /** False when the signal is switched off, telemetry is disabled, or this rank does not export. */
  readonly exporting: Readonly<Record<SignalName, boolean>>;
  /** For example `otlp grpc http://localhost:4317` or `console`; no credentials. */
  readonly exporterDescription: string;
  readonly serviceName: string;
  /** The logger `nemo.gym`; `undefined` when no log records are exported here. */
  readonly logger: LogEmitter | undefined;
  /**
   * The meter `nemo.gym`; `undefined` when no metrics are exported here. A frozen object of attributes costs it a tenth of
   * what another one costs a histogram.
   */
  readonly meter: Meter | undefined;
  /** What became of everything so far. */
  counts(): TelemetryCounts;
  /** Sends what is queued. Resolves at `timeoutMs` at the latest, with the rest still in flight; never rejects. */
  forceFlush(options: { readonly timeoutMs: number }): Promise<DeliveryReport>;
  /**
   * Ends open spans as truncated, flushes all signals side by side, gives up the rest at `timeoutMs`, closes every
   * connection and unregisters the globals. Never rejects; a second call gets the first one's report.
   */
  shutdown(options: { readonly timeoutMs: number }): Promise<DeliveryReport>;
}

/** Counts of one signal and what a flush or shutdown made of them. */
export interface SignalReport extends SignalCounts {
  /** `lost` when anything was dropped (other than by sampling) since the start or is still in flight. */
  readonly status: 'delivered' | 'lost' | 'off';
  /** For `lost`, for example `12 queue_full, 3 deadline`. */
  readonly reason?: string;
}

/** How a flush or shutdown went. */
export interface DeliveryReport {
  readonly timedOut: boolean;
  readonly durationMs: number;
  readonly signals: Readonly<Record<SignalName, SignalReport>>;
}
