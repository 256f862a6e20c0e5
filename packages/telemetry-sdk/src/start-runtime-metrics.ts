import { metrics } from '@opentelemetry/api';

import type { Warn } from './settings/otel-env.ts';

/** Typed as any text, so that this package builds without it. */
const packageName: string = '@opentelemetry/instrumentation-runtime-node';

/** What is used of `@opentelemetry/instrumentation-runtime-node`. */
interface RuntimeInstrumentation {
  setMeterProvider(provider: ReturnType<typeof metrics.getMeterProvider>): void;
  enable(): void;
  disable(): void;
}

interface RuntimeModule {
  readonly RuntimeNodeInstrumentation: new (config: { enabled: boolean }) => RuntimeInstrumentation;
}

/**
 * Starts OpenTelemetry's metrics of the Node runtime with the registered meter provider; returns what stops them.
 *
 * `nodejs.eventloop.*`, `v8js.gc.duration`, `v8js.memory.heap.*`: above 40 series a process. The package
 * `@opentelemetry/instrumentation-runtime-node` is an optional peer; when it cannot be loaded that is one warning.
 */
export async function startRuntimeMetrics(
  warn: Warn,
  load: () => Promise<unknown> = loadInstrumentation,
): Promise<() => void> {
  try {
    const { RuntimeNodeInstrumentation } = (await load()) as RuntimeModule;
    // Off until the provider is known: enabled at once it would make its instruments twice.
    const instrumentation = new RuntimeNodeInstrumentation({ enabled: false });
    instrumentation.setMeterProvider(metrics.getMeterProvider());
    instrumentation.enable();
    return () => instrumentation.disable();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`runtimeMetrics: ${packageName} could not be started: ${reason}`);
    return () => {};
  }
}

function loadInstrumentation(): Promise<unknown> {
  return import(packageName);
}
