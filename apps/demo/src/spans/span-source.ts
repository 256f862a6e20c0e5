import type { TelemetryConfig } from '@gym/telemetry-config';
import type { SpanRecord } from '@gym/trace-analysis';

import type { SpanDestination } from './span-destination.ts';

/** All spans of a run that can be had; `problems` names telemetry that could not be read. */
export interface RunSpans {
  readonly spans: readonly SpanRecord[];
  readonly problems: readonly string[];
  /** Spans that were received and are gone, because there were too many to keep. */
  readonly dropped: number;
}

/** Takes the spans of a run while it runs, where that is asked for, and gives them back when its processes have stopped. */
export interface SpanSource {
  readonly destination: SpanDestination;
  /** The run's `telemetry:` block. */
  readonly block: TelemetryConfig;
  /** The viewer's page; undefined where spans go elsewhere. */
  readonly pageUrl: string | undefined;
  read(runId: string, runFolder: string): Promise<RunSpans>;
  close(): Promise<void>;
}
