import type { TelemetryConfig } from '@gym/telemetry-config';

import type { DeliveryReport, TelemetryCounts } from './delivery-report.ts';

/**
 * What telemetry does in this process.
 *
 * `off`: not enabled, or the SDK failed to start. `unavailable`: enabled, but the SDK package is not installed, or a copy
 * of the OpenTelemetry API that was registered first hides it. `on`: exporting.
 * `propagating`: nothing is exported here, but trace context goes through (`OTEL_SDK_DISABLED`, all signals off, or a
 * rank that does not export). `adopted`: another SDK was registered first; its providers are used and never shut down.
 */
export type TelemetryStatus = 'off' | 'unavailable' | 'on' | 'propagating' | 'adopted';

/** How long a flush or a shutdown may take, in milliseconds; 5000 by default. */
export interface DeadlineOptions {
  readonly timeoutMs?: number;
}

/** The default deadline of a flush or a shutdown, in milliseconds. Contract section 5. */
export const defaultTimeoutMs = 5000;

/** What is known of the telemetry of this process once it has started. */
export interface TelemetryFacts {
  readonly status: TelemetryStatus;
  /** The effective settings. */
  readonly config: TelemetryConfig;
  /** The id shared by all processes of the run; `undefined` when off. */
  readonly runId: string | undefined;
  /** The names of the span groups that are on. */
  readonly spanGroups: readonly string[];
}

/** The telemetry of this process. None of its methods throws or rejects. */
export interface Telemetry extends TelemetryFacts {
  /** What was produced, exported and dropped so far. */
  counts(): TelemetryCounts;
  /** Delivers what is queued. */
  forceFlush(options?: DeadlineOptions): Promise<DeliveryReport>;
  /** Closes open spans, delivers what is queued and stops; again: the same report. */
  shutdown(options?: DeadlineOptions): Promise<DeliveryReport>;
}
