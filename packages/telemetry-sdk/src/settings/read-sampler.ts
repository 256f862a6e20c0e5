import { alwaysOff, alwaysOn, parentBased, traceIdRatio, type Sampler } from '../trace/sampler.ts';
import type { OtelEnv } from './otel-env.ts';

const samplerWords = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Reads `OTEL_TRACES_SAMPLER` (default `parentbased_always_on`) and `OTEL_TRACES_SAMPLER_ARG` (default 1). Source: OpenTelemetry specification, "General SDK Configuration". */
export function readSampler(env: OtelEnv): Sampler {
  const word = env.word('OTEL_TRACES_SAMPLER', samplerWords) ?? 'parentbased_always_on';
  const root = createRootSampler(word.replace('parentbased_', ''), env);
  return word.startsWith('parentbased_') ? parentBased(root) : root;
}

function createRootSampler(word: string, env: OtelEnv): Sampler {
  if (word === 'traceidratio') return traceIdRatio(env.ratio('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  return word === 'always_off' ? alwaysOff : alwaysOn;
}
