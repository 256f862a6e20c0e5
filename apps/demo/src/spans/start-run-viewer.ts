import { buildTelemetryConfig, givenFields, readConfigPath, type TelemetryConfig } from '@gym/telemetry-config';
import { readEnvText, resolveTelemetry } from '@gym/telemetry-env';
import { createMemoryStore, startViewer, type Viewer } from '@gym/trace-viewer';

import type { Env } from '../config/resolve-env-references.ts';
import type { SpanSource } from './span-source.ts';

/** Spans that the viewer keeps, about 8000 rollouts. */
export const maxSpans = 200_000;

/**
 * The block with the viewer as its endpoint, in the protocol the user asks for. Where nobody does it is http/protobuf:
 * then none of the four processes loads a gRPC library.
 */
function pointAt({ grpcUrl, httpUrl }: Viewer, block: TelemetryConfig, env: Env): TelemetryConfig {
  const { config } = resolveTelemetry(block, env);
  const protocol = readEnvText(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? config.otlpProtocol ?? 'http/protobuf';
  const given = [...givenFields(block)].map((path) => [path, readConfigPath(block, path)] as const);
  return buildTelemetryConfig(
    new Map([
      ...given,
      ['otlpProtocol', protocol],
      ['otlpEndpoint', protocol.toLowerCase() === 'grpc' ? grpcUrl : httpUrl],
    ]),
  );
}

/** Starts the viewer in this process, on free ports of this machine, and points the run's telemetry at it. */
export async function startRunViewer(
  block: TelemetryConfig,
  env: Env,
  warn: (message: string) => void,
): Promise<SpanSource> {
  const store = createMemoryStore({ maxSpans });
  const viewer = await startViewer({ store, port: 0, grpcPort: 0, httpPort: 0, log: warn });
  return {
    destination: { kind: 'viewer' },
    block: pointAt(viewer, block, env),
    pageUrl: `${viewer.url}/`,
    async read(runId) {
      await viewer.settle();
      return { spans: store.spansOf(runId), problems: [], dropped: store.dropped() };
    },
    close: () => viewer.stop(),
  };
}
