import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { initTelemetry, shutdownTelemetry } from '@gym/telemetry';
import { context, metrics, propagation, trace } from '@opentelemetry/api';

/** What the tests read of a finished span. */
export interface RecordedSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly events: readonly { readonly name: string }[];
  readonly links: readonly { readonly context: { readonly spanId: string } }[];
  readonly parentSpanContext?: { readonly spanId: string };
  spanContext(): { readonly traceId: string; readonly spanId: string };
}

/** One point of a histogram or counter, as OTLP has it. */
export interface RecordedPoint {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly count?: string | number;
  readonly sum?: number;
  readonly asInt?: string | number;
  readonly asDouble?: number;
  readonly explicitBounds?: readonly number[];
}

/** Running telemetry of a test file. */
export interface Recording {
  /** The spans that ended since the last call. */
  takeSpans(): Promise<RecordedSpan[]>;
  /** Stops telemetry and gives the last points of an instrument. */
  stop(): Promise<(name: string) => RecordedPoint[]>;
}

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: string | number;
}
interface OtlpMetric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly sum?: { readonly dataPoints: readonly OtlpPoint[] };
}
type OtlpPoint = Omit<RecordedPoint, 'attributes'> & {
  readonly attributes: readonly { readonly key: string; readonly value: OtlpValue }[];
};
interface OtlpRequest {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly OtlpMetric[] }[];
  }[];
}

/** Starts telemetry with the real SDK: spans end in an array, metrics at an OTLP receiver of this process. */
export async function recordTelemetry(env: Readonly<Record<string, string>> = {}): Promise<Recording> {
  let spans: RecordedSpan[] = [];
  let points: OtlpMetric[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { resourceMetrics } = JSON.parse(text) as OtlpRequest;
      points = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const telemetry = await initTelemetry({
    env: {
      NEMO_GYM_OTEL_ENABLED: '1',
      NEMO_GYM_OTEL_SPAN_GROUPS: 'all',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      ...env,
    },
    exitHooks: false,
    log: () => {},
    spanExporter: {
      export: (ended, done) => {
        spans.push(...(ended as unknown as RecordedSpan[]));
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    },
  });
  return {
    async takeSpans() {
      await telemetry.forceFlush();
      const taken = spans;
      spans = [];
      return taken;
    },
    async stop() {
      await shutdownTelemetry();
      for (const api of [trace, context, propagation, metrics]) api.disable();
      receiver.closeAllConnections();
      await new Promise((closed) => receiver.close(closed));
      return (name) => points.filter((metric) => metric.name === name).flatMap(pointsOf);
    },
  };
}

function pointsOf(metric: OtlpMetric): RecordedPoint[] {
  const points = metric.histogram?.dataPoints ?? metric.sum?.dataPoints ?? [];
  return points.map((point) => {
    const pairs = point.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const);
    return Object.assign({}, point, { attributes: Object.fromEntries(pairs) });
  });
}
