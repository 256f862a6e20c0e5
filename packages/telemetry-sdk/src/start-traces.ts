import type { Resource } from '@opentelemetry/resources';
import {
  SamplingDecision,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';

import { apiInstances, type OtelApi } from './api-instances.ts';
import { isRegistered } from './is-registered.ts';
import { OpenSpanTracker } from './open-span-tracker.ts';
import { BatchPipeline } from './pipeline/batch-pipeline.ts';
import type { Sender } from './pipeline/sender.ts';
import type { TroubleLog } from './pipeline/trouble-log.ts';
import { createRandomIdGenerator } from './random-id-generator.ts';
import type { RunningSignal } from './running-signal.ts';
import type { OtelEnv } from './settings/otel-env.ts';
import { readBatchSettings } from './settings/read-batch-settings.ts';
import { readSpanLimits } from './settings/read-limits.ts';
import { readSampler } from './settings/read-sampler.ts';
import { SignalCounter } from './signal-counts.ts';

/** What a signal's start needs. */
export interface StartSignalOptions<T> {
  readonly resource: Resource;
  readonly env: OtelEnv;
  readonly sender: Sender<T>;
  readonly trouble: TroubleLog;
}

/** Starts tracing and registers the global tracer provider. */
export function startTraces({ env, resource, sender, trouble }: StartSignalOptions<ReadableSpan>): RunningSignal {
  const counter = new SignalCounter();
  const pipeline = new BatchPipeline({ sender, counter, trouble, settings: readBatchSettings(env, 'OTEL_BSP') });
  const openSpans = new OpenSpanTracker();
  const provider = new TracerProvider({
    resource,
    sampler: countingSampler(readSampler(env), counter),
    spanLimits: readSpanLimits(env),
    idGenerator: createRandomIdGenerator(),
    spanProcessors: [openSpans, createSpanProcessor(pipeline)],
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

/** Hands sampled spans to the pipeline as they end. */
function createSpanProcessor(pipeline: BatchPipeline<ReadableSpan>): SpanProcessor {
  return {
    onStart: () => {},
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & 1) !== 0) pipeline.add(span);
    },
    forceFlush: () => pipeline.flush(),
    shutdown: () => Promise.resolve(),
  };
}

/** The same decisions, with the spans that are not sampled in the ledger. */
function countingSampler(sampler: Sampler, counter: SignalCounter): Sampler {
  return {
    shouldSample(...input) {
      const result = sampler.shouldSample(...input);
      if (result.decision !== SamplingDecision.RECORD_AND_SAMPLED) counter.refuse('not_sampled', 1);
      return result;
    },
    toString: () => sampler.toString(),
  };
}
