import type { TelemetryConfig } from '@gym/telemetry-config';

import type { Env } from '../config/resolve-env-references.ts';
import { readRunLogs } from './read-run-logs.ts';
import type { SpanDestination } from './span-destination.ts';
import type { SpanSource } from './span-source.ts';
import { startRunViewer } from './start-run-viewer.ts';

const nothing = { spans: [], problems: [], dropped: 0 };

/** Opens what gives a run's spans back: the viewer, which is started here, the logs, or nothing. */
export async function openSpanSource(
  destination: SpanDestination,
  block: TelemetryConfig,
  env: Env,
  warn: (message: string) => void,
): Promise<SpanSource> {
  if (destination.kind === 'viewer') return startRunViewer(block, env, warn);
  return {
    destination,
    block,
    pageUrl: undefined,
    read: async (_runId, runFolder) => (destination.kind === 'logs' ? readRunLogs(runFolder) : nothing),
    close: async () => {},
  };
}
