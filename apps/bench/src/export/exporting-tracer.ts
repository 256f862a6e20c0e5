import { initTelemetry } from '@gym/telemetry';
import { trace, type Tracer } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';

/** Who makes, batches and sends the spans, and where they go; `nowhere` is an exporter that throws them away. */
export interface ExportVariant {
  readonly sdk: 'ours' | 'stock';
  readonly protocol: 'grpc' | 'http/protobuf' | 'http/json' | 'nowhere';
}

/** Makes spans that are exported, and tells what became of them. */
export interface ExportingTracer {
  readonly tracer: Tracer;
  /** Spans that arrived. */
  readonly delivered: () => number;
  /** Sends what is left, for ten seconds at most. */
  readonly flush: () => Promise<void>;
}

const maxQueueSize = 32_768;
const flushMs = 10_000;

const nowhere: SpanExporter = {
  export: (_spans, done) => done({ code: ExportResultCode.SUCCESS }),
  shutdown: () => Promise.resolve(),
};

async function startOurs(protocol: ExportVariant['protocol'], url: string): Promise<ExportingTracer> {
  const telemetry = await initTelemetry({
    env: {
      NEMO_GYM_OTEL_ENABLED: '1',
      NEMO_GYM_OTEL_METRICS_ENABLED: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_BSP_MAX_QUEUE_SIZE: String(maxQueueSize),
    },
    exitHooks: false,
    log: () => {},
    ...(protocol === 'nowhere' && { spanExporter: nowhere }),
  });
  return {
    tracer: trace.getTracer('bench'),
    delivered: () => telemetry.counts().traces.exported,
    flush: async () => void (await telemetry.forceFlush({ timeoutMs: flushMs })),
  };
}

function createStockExporter(protocol: ExportVariant['protocol'], url: string): SpanExporter {
  switch (protocol) {
    case 'grpc':
      return new GrpcExporter({ url });
    case 'http/protobuf':
      return new ProtobufExporter({ url: `${url}/v1/traces` });
    case 'http/json':
      return new JsonExporter({ url: `${url}/v1/traces` });
    case 'nowhere':
      return nowhere;
  }
}

function startStock(protocol: ExportVariant['protocol'], url: string): ExportingTracer {
  const inner = createStockExporter(protocol, url);
  let delivered = 0;
  const exporter: SpanExporter = {
    export: (spans, done) =>
      inner.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) delivered += spans.length;
        done(result);
      }),
    shutdown: () => inner.shutdown(),
  };
  const processor = new BatchSpanProcessor({ exporter, maxQueueSize });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  const late = (): Promise<void> => new Promise((over) => setTimeout(over, flushMs).unref());
  return {
    tracer: provider.getTracer('bench'),
    delivered: () => delivered,
    flush: () => Promise.race([processor.forceFlush().catch(() => {}), late()]),
  };
}

/** Starts the SDK of a variant with an endpoint; both have a queue of 32 768 spans and batches of 512. */
export async function startExportingTracer({ protocol, sdk }: ExportVariant, url: string): Promise<ExportingTracer> {
  return sdk === 'ours' ? startOurs(protocol, url) : startStock(protocol, url);
}
