import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-grpc';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';

import type { Sender, SendOutcome } from '../pipeline/sender.ts';
import { readGrpcFailure } from './grpc-status.ts';
import type { OtlpTarget } from './otlp-transport.ts';
import type { PartialSuccesses } from './partial-successes.ts';

/** What grpc-js puts on the error of a failed call. */
interface GrpcError extends Error {
  readonly code?: number;
  readonly details?: string;
  readonly metadata?: { get(name: string): readonly (string | Buffer)[] };
}

const unavailable = 14;
/** grpc-js takes a deadline as a date; a timer cannot be longer. */
const longestTimeoutMs = 2 ** 31 - 1;

/**
 * Sends metrics over gRPC through OpenTelemetry's own exporter (`@opentelemetry/exporter-metrics-otlp-grpc`), loaded
 * with grpc-js at the first collection. Address, credentials, headers and limits are given to it; retries, deadlines and
 * the ledger are ours, since it has none. It tells of a partial success to the diag logger only, where it is picked up.
 */
export function createGrpcMetricSender(
  target: OtlpTarget,
  partialSuccesses: PartialSuccesses,
): Sender<ResourceMetrics> {
  let loading: Promise<OTLPMetricExporter> | undefined;
  return {
    async send([collection]) {
      if (collection === undefined) return { kind: 'ok' };
      loading ??= loadExporter(target);
      const exporter = await loading;
      partialSuccesses.take();
      const { code, error } = await new Promise<ExportResult>((resolve) => exporter.export(collection, resolve));
      if (code !== ExportResultCode.SUCCESS) return readFailure(error);
      const lost = partialSuccesses.take();
      return lost === undefined ? { kind: 'ok' } : { kind: 'ok', lost };
    },
    close: () => {
      void loading?.then((exporter) => exporter.shutdown()).catch(() => {});
    },
  };
}

async function loadExporter(target: OtlpTarget): Promise<OTLPMetricExporter> {
  const [{ OTLPMetricExporter: Exporter }, { credentials, Metadata }] = await Promise.all([
    import('@opentelemetry/exporter-metrics-otlp-grpc'),
    import('@grpc/grpc-js'),
  ]);
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(target.headers)) metadata.set(name, value);
  const { ca, cert, key } = target.tls;
  const secure = target.url.startsWith('https:');
  return new Exporter({
    url: target.url,
    credentials: secure ? credentials.createSsl(ca, key, cert) : credentials.createInsecure(),
    metadata,
    timeoutMillis: Math.min(target.timeoutMs, longestTimeoutMs),
    compression: target.compression as never,
    userAgent: target.userAgent,
  });
}

function readFailure(error: GrpcError | undefined): SendOutcome {
  if (error?.code === undefined) return { kind: 'failed', reason: error?.message ?? 'the exporter failed' };
  const [details = ''] = error.metadata?.get('grpc-status-details-bin') ?? [];
  const [retryAfter] = error.metadata?.get('retry-after') ?? [];
  const outcome = readGrpcFailure({
    'grpc-status': String(error.code),
    'grpc-message': encodeURIComponent(error.details ?? ''),
    'grpc-status-details-bin': Buffer.from(details).toString('base64'),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  });
  if (outcome === undefined) return { kind: 'failed', reason: error.message };
  // grpc-js says in words only that no connection came about.
  const unreachable =
    error.code === unavailable && /No connection established|Name resolution failed/.test(error.details ?? '');
  return outcome.kind === 'retry' && unreachable ? { ...outcome, unreachable } : outcome;
}
