import type { GenAiSemconv } from './dialect.ts';
import type { GenAiAttributes } from './gen-ai-attributes.ts';
import { genAiBuckets, genAiMetricNames as metrics, genAiNames as names, legacyGenAiNames } from './gen-ai-names.ts';
import type { CounterLike, HistogramLike, MeterLike } from './meter-like.ts';

/** One model call that is over. */
export interface ModelCall {
  /** The attributes of its span, of request and response; others than the metric's own are not used. */
  readonly attributes: GenAiAttributes;
  readonly durationMs: number;
  /** `error.type` of a call that failed; default the one in `attributes`. */
  readonly errorType?: string | undefined;
}

/** Attributes a metric may have: few values each, never an id. */
const dimensions = [
  names.operation,
  names.provider,
  names.requestModel,
  names.responseModel,
  names.serverAddress,
  names.serverPort,
] as const;

/** The value of an attribute under its current or its old name. */
function valueOf(attributes: GenAiAttributes, name: string): GenAiAttributes[string] | undefined {
  return attributes[name] ?? attributes[legacyGenAiNames.get(name) ?? name];
}

function tokensOf(attributes: GenAiAttributes, name: string): number | undefined {
  const value = valueOf(attributes, name);
  return typeof value === 'number' ? value : undefined;
}

function seconds(meter: MeterLike, name: string, description: string): HistogramLike {
  return meter.createHistogram(name, {
    unit: 's',
    description,
    advice: { explicitBucketBoundaries: [...genAiBuckets.seconds] },
  });
}

function createCurrent(meter: MeterLike): (call: ModelCall, base: GenAiAttributes, failed: GenAiAttributes) => void {
  const counter = (name: string, description: string): CounterLike =>
    meter.createCounter(name, { unit: '{token}', description });
  const duration = seconds(meter, metrics.duration, 'Time of a model call.');
  const firstChunk = seconds(meter, metrics.timeToFirstChunk, 'Time to the first chunk of a streamed answer.');
  const totals = [
    [names.inputTokens, counter(metrics.inputTokens, 'Input tokens, cached ones included.')],
    [names.outputTokens, counter(metrics.outputTokens, 'Output tokens, reasoning included.')],
  ] as const;
  const parts = [
    [names.cacheReadTokens, counter(metrics.cacheReadTokens, 'Input tokens read from a cache.')],
    [names.cacheWriteTokens, counter(metrics.cacheWriteTokens, 'Input tokens written to a cache.')],
    [names.reasoningTokens, counter(metrics.reasoningTokens, 'Output tokens of reasoning.')],
  ] as const;
  return ({ attributes, durationMs }, base, failed) => {
    duration.record(durationMs / 1000, failed);
    const first = attributes[names.timeToFirstChunk];
    if (typeof first === 'number') firstChunk.record(first, base);
    // The dialects give totals without saying of what; a call without an answer counts 0, so that it can be seen.
    const counted = { ...base, [names.tokenModality]: 'unknown' };
    for (const [name, total] of totals) total.add(tokensOf(attributes, name) ?? 0, counted);
    for (const [name, part] of parts) {
      const tokens = tokensOf(attributes, name);
      if (tokens !== undefined) part.add(tokens, counted);
    }
  };
}

function createLegacy(meter: MeterLike): (call: ModelCall, base: GenAiAttributes, failed: GenAiAttributes) => void {
  const duration = seconds(meter, metrics.legacyDuration, 'Time of a model call.');
  const firstChunk = seconds(meter, metrics.legacyTimeToFirstChunk, 'Time to the first chunk of a streamed answer.');
  const usage = meter.createHistogram(metrics.legacyTokenUsage, {
    unit: '{token}',
    description: 'Tokens of a model call.',
    advice: { explicitBucketBoundaries: [...genAiBuckets.tokens] },
  });
  return ({ attributes, durationMs }, base, failed) => {
    duration.record(durationMs / 1000, failed);
    const first = attributes[names.timeToFirstChunk];
    if (typeof first === 'number') firstChunk.record(first, base);
    const input = tokensOf(attributes, names.inputTokens);
    const output = tokensOf(attributes, names.outputTokens);
    if (input !== undefined) usage.record(input, { ...base, [names.tokenType]: 'input' });
    if (output !== undefined) usage.record(output, { ...base, [names.tokenType]: 'output' });
  };
}

/**
 * Makes the instruments for model calls on `meter`, once, and gives the function that records a call on them.
 *
 * `genaiSemconv` `current` (default): `gen_ai.client.inference.duration` and `.time_to_first_chunk` in seconds and the
 * `gen_ai.client.inference.usage.*` counters. `legacy`: `gen_ai.client.operation.duration`, `.time_to_first_chunk` and
 * `gen_ai.client.token.usage`. `both`: all. Dimensions are operation, provider, models, server and, for durations,
 * `error.type`; never an id. Source: GenAI conventions 0.1.0 and semantic conventions 1.41.
 */
export function createModelCallRecorder(
  meter: MeterLike,
  options: { readonly genaiSemconv?: GenAiSemconv | undefined } = {},
): (call: ModelCall) => void {
  const { genaiSemconv = 'current' } = options;
  const recorders = [
    ...(genaiSemconv === 'legacy' ? [] : [createCurrent(meter)]),
    ...(genaiSemconv === 'current' ? [] : [createLegacy(meter)]),
  ];
  return (call) => {
    const base: Record<string, GenAiAttributes[string]> = {};
    for (const name of dimensions) {
      const value = valueOf(call.attributes, name);
      if (value !== undefined) base[name] = value;
    }
    const errorType = call.errorType ?? call.attributes[names.errorType];
    const failed = errorType === undefined ? base : { ...base, [names.errorType]: errorType };
    for (const record of recorders) record(call, base, failed);
  };
}
