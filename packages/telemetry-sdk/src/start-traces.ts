import type { TracerProvider } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';

import { apiInstances, type OtelApi } from './api-instances.ts';
import { isRegistered } from './is-registered.ts';
import { BatchPipeline } from './pipeline/batch-pipeline.ts';
import type { Sender } from './pipeline/sender.ts';
import type { TroubleLog } from './pipeline/trouble-log.ts';
import type { RunningSignal } from './running-signal.ts';
import type { OtelEnv } from './settings/otel-env.ts';
import { readBatchSettings } from './settings/read-batch-settings.ts';
import { readSpanLimits } from './settings/read-limits.ts';
import { readSampler } from './settings/read-sampler.ts';
import { SignalCounter } from './signal-counts.ts';
import type { FinishedSpan } from './trace/finished-span.ts';
import { createIdGenerator } from './trace/id-generator.ts';
import { OpenSpans } from './trace/open-spans.ts';
import { GymTracerProvider } from './trace/tracer-provider.ts';

/** What a signal's start needs. */
export interface StartSignalOptions<T> {
  readonly resource: Resource;
  readonly env: OtelEnv;
  readonly sender: Sender<T>;
  readonly trouble: TroubleLog;
}

/** Starts tracing and registers the global tracer provider. */
export function startTraces({ env, resource, sender, trouble }: StartSignalOptions<FinishedSpan>): RunningSignal {
  const counter = new SignalCounter();
  const pipeline = new BatchPipeline({ sender, counter, trouble, settings: readBatchSettings(env, 'OTEL_BSP') });
  const openSpans = new OpenSpans();
  const provider = new GymTracerProvider({
    resource,
    limits: readSpanLimits(env),
    ids: createIdGenerator(),
    sampler: readSampler(env),
    onNotSampled: () => counter.refuse('not_sampled', 1),
    onStart: (span) => openSpans.add(span),
    onEnd: (span) => {
      openSpans.remove(span);
      pipeline.add(span);
    },
    flush: () => pipeline.flush(),
  });
  const unregister = registerTracerProvider(provider);
  return {
    counter,
    flush: () => pipeline.flush(),
    drain: async (deadlineAtMs) => {
      openSpans.endAll('shutdown');
      await pipeline.drain(deadlineAtMs);
    },
    close: () => {
      pipeline.close();
      unregister();
    },
  };
}

/** Registers the provider, for tracers fetched earlier too; returns what undoes it. A provider that is there stays. */
function registerTracerProvider(provider: TracerProvider): () => void {
  let registered: OtelApi['trace'] | undefined;
  if (isRegistered('trace')) return () => {};
  for (const { trace } of apiInstances()) {
    // One after the other: disabling frees the global and leaves the early tracers of that instance their provider.
    registered?.disable();
    registered = trace.setGlobalTracerProvider(provider) ? trace : undefined;
  }
  return () => registered?.disable();
}
