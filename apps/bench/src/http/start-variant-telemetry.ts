import { initTelemetry } from '@gym/telemetry';
import { context, metrics, propagation, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** What runs in a process: nothing, a context manager alone, ours (as a whole or with its HTTP side off), or the SDK's own. */
export type VariantTelemetry = 'none' | 'als' | 'gym' | 'gym-propagation' | 'otel';

const spanExporter = {
  export: (_spans: never[], done: (result: { code: number }) => void) => done({ code: 0 }),
  shutdown: () => Promise.resolve(),
};

/** A real reader that collects every ten seconds and throws away what it got. */
function createMetricReader(): PeriodicExportingMetricReader {
  return new PeriodicExportingMetricReader({
    exportIntervalMillis: 10_000,
    exporter: {
      // eslint-disable-next-line typescript/no-unsafe-enum-assignment -- 0 is SUCCESS; the enum is in a package the bench does not need
      export: (_metrics, done) => done({ code: 0 }),
      forceFlush: () => Promise.resolve(),
      shutdown: () => Promise.resolve(),
      selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE,
    },
  });
}

/** Starts the telemetry of a variant; spans and metrics are batched and collected for real, and then discarded. */
export async function startVariantTelemetry(variant: VariantTelemetry): Promise<void> {
  switch (variant) {
    case 'none':
      return;
    case 'als':
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      return;
    case 'otel': {
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      const { core } = await import('@opentelemetry/sdk-node');
      const propagators = [new core.W3CTraceContextPropagator(), new core.W3CBaggagePropagator()];
      propagation.setGlobalPropagator(new core.CompositePropagator({ propagators }));
      const processor = new BatchSpanProcessor({ exporter: spanExporter, maxQueueSize: 16_384 });
      trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
      metrics.setGlobalMeterProvider(new MeterProvider({ readers: [createMetricReader()] }));
      return;
    }
    default: {
      const propagationOnly = { NEMO_GYM_OTEL_INSTRUMENT_AIOHTTP: '0', NEMO_GYM_OTEL_SPAN_GROUPS: 'job' };
      await initTelemetry({
        env: {
          NEMO_GYM_OTEL_ENABLED: '1',
          NEMO_GYM_OTEL_SPAN_GROUPS: 'all',
          ...(variant === 'gym-propagation' ? { ...propagationOnly, NEMO_GYM_OTEL_METRICS_ENABLED: '0' } : {}),
        },
        exitHooks: false,
        log: () => {},
        spanExporter,
        ...(variant === 'gym' ? { metricReader: createMetricReader() } : {}),
      });
    }
  }
}

/** A context with a sampled parent, as that of a request that is being handled. */
export function parentContext(): Context {
  const traceId = '11111111111111111111111111111111';
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: '2222222222222222', traceFlags: 1, isRemote: true });
}
