import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics';

import type { LineWriter } from './console/line-writer.ts';
import { createOtlpSender } from './otlp/otlp-sender.ts';
import type { OtlpTarget } from './otlp/otlp-transport.ts';
import type { PartialSuccesses } from './otlp/partial-successes.ts';
import type { Sender } from './pipeline/sender.ts';
import type { FinishedSpan } from './trace/finished-span.ts';

/** Where the items of one signal go. */
export type Destination =
  | { readonly kind: 'otlp'; readonly target: OtlpTarget }
  | { readonly kind: 'console'; readonly writer: LineWriter };

/** Makes the sender of spans. Only the code of the destination is loaded. */
export async function createTraceSender(destination: Destination): Promise<Sender<FinishedSpan>> {
  if (destination.kind === 'console') {
    const [{ createConsoleSender }, { spanLine }] = await Promise.all([
      import('./console/console-sender.ts'),
      import('./console/span-line.ts'),
    ]);
    return createConsoleSender(destination.writer, (span) => [spanLine(span)]);
  }
  const { target } = destination;
  if (target.protocol === 'http/json') {
    return createOtlpSender(target, (await import('./otlp/json-traces.ts')).encodeJsonTraces);
  }
  return createOtlpSender(target, (await import('./otlp/encode-traces.ts')).createTraceEncoder());
}

/** Makes the sender of metric collections. Only the code of the destination is loaded. */
export async function createMetricSender(
  destination: Destination,
  partialSuccesses: PartialSuccesses,
): Promise<Sender<ResourceMetrics>> {
  if (destination.kind === 'console') {
    const [{ createConsoleSender }, { metricLines }] = await Promise.all([
      import('./console/console-sender.ts'),
      import('./console/metric-lines.ts'),
    ]);
    return createConsoleSender(destination.writer, metricLines);
  }
  const { target } = destination;
  if (target.protocol === 'grpc') {
    return (await import('./otlp/grpc-metric-sender.ts')).createGrpcMetricSender(target, partialSuccesses);
  }
  if (target.protocol === 'http/json') {
    return createOtlpSender(target, (await import('./otlp/json-metrics.ts')).encodeJsonMetrics);
  }
  return createOtlpSender(target, (await import('./otlp/encode-metrics.ts')).createMetricEncoder());
}

/** Makes the sender of log records. Only the code of the destination is loaded. */
export async function createLogSender(destination: Destination): Promise<Sender<ReadableLogRecord>> {
  if (destination.kind === 'console') {
    const [{ createConsoleSender }, { logLine }] = await Promise.all([
      import('./console/console-sender.ts'),
      import('./console/log-line.ts'),
    ]);
    return createConsoleSender(destination.writer, (record) => [logLine(record)]);
  }
  const { target } = destination;
  if (target.protocol === 'http/json') {
    return createOtlpSender(target, (await import('./otlp/json-logs.ts')).encodeJsonLogs);
  }
  return createOtlpSender(target, (await import('./otlp/encode-logs.ts')).createLogEncoder());
}
