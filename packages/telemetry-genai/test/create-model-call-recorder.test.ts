import {
  createModelCallRecorder,
  genAiBuckets,
  readModelRequest,
  readModelResponse,
  type CounterLike,
  type GenAiAttributes,
  type GenAiSemconv,
  type HistogramLike,
  type InstrumentOptions,
  type MeterLike,
} from '@gym/telemetry-genai';
import { describe, expect, test } from '@jest/globals';

import { messages } from './bodies.ts';

interface Point {
  readonly name: string;
  readonly value: number;
  readonly attributes: GenAiAttributes;
}

/** A meter that keeps every point, in order, and the options of every instrument. */
function keepingMeter(): { meter: MeterLike; points: Point[]; instruments: Map<string, InstrumentOptions> } {
  const points: Point[] = [];
  const instruments = new Map<string, InstrumentOptions>();
  const create = (name: string, options: InstrumentOptions): CounterLike & HistogramLike => {
    instruments.set(name, options);
    const keep = (value: number, attributes: GenAiAttributes): void => void points.push({ name, value, attributes });
    return { record: keep, add: keep };
  };
  return { meter: { createHistogram: create, createCounter: create }, points, instruments };
}

const attributes = {
  ...readModelRequest('messages', messages.request),
  ...readModelResponse('messages', messages.response),
  'gen_ai.response.time_to_first_chunk': 0.5,
  'gen_ai.conversation.id': 'c1',
};
const dimensions = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'anthropic',
  'gen_ai.request.model': 'claude-sonnet',
  'gen_ai.response.model': 'claude-sonnet-2025',
};
const counted = { ...dimensions, 'gen_ai.token.modality': 'unknown' };

const current: readonly Point[] = [
  { name: 'gen_ai.client.inference.duration', value: 2, attributes: dimensions },
  { name: 'gen_ai.client.inference.time_to_first_chunk', value: 0.5, attributes: dimensions },
  { name: 'gen_ai.client.inference.usage.input_tokens', value: 100, attributes: counted },
  { name: 'gen_ai.client.inference.usage.output_tokens', value: 30, attributes: counted },
  { name: 'gen_ai.client.inference.usage.cache_read.input_tokens', value: 40, attributes: counted },
  { name: 'gen_ai.client.inference.usage.cache_write.input_tokens', value: 10, attributes: counted },
];
const legacy: readonly Point[] = [
  { name: 'gen_ai.client.operation.duration', value: 2, attributes: dimensions },
  { name: 'gen_ai.client.operation.time_to_first_chunk', value: 0.5, attributes: dimensions },
  { name: 'gen_ai.client.token.usage', value: 100, attributes: { ...dimensions, 'gen_ai.token.type': 'input' } },
  { name: 'gen_ai.client.token.usage', value: 30, attributes: { ...dimensions, 'gen_ai.token.type': 'output' } },
];

describe('createModelCallRecorder', () => {
  test.each<[GenAiSemconv | undefined, readonly Point[]]>([
    [undefined, current],
    ['current', current],
    ['legacy', legacy],
    ['both', [...current, ...legacy]],
  ])('genaiSemconv %p records a call of 2000 ms', (genaiSemconv, expected) => {
    const { meter, points } = keepingMeter();
    createModelCallRecorder(meter, { genaiSemconv })({ attributes, durationMs: 2000 });
    expect(points).toEqual(expected);
  });

  test('attributes under their old names are found', () => {
    const { meter, points } = keepingMeter();
    const old = { genaiSemconv: 'legacy' } as const;
    createModelCallRecorder(meter)({
      attributes: {
        ...readModelRequest('messages', messages.request, old),
        ...readModelResponse('messages', messages.response, old),
      },
      durationMs: 2000,
    });
    expect(points).toEqual(current.filter(({ name }) => !name.endsWith('first_chunk')));
  });

  test('a call that failed without an answer has error.type on its time, and counts 0 tokens', () => {
    const { meter, points } = keepingMeter();
    const asked = readModelRequest('chat_completions', { model: 'm' });
    createModelCallRecorder(meter)({ attributes: asked, durationMs: 1, errorType: 'timeout' });
    expect(
      points.map(({ name, value, attributes: own }) => [name.split('.').at(-1), value, own['error.type']]),
    ).toEqual([
      ['duration', 0.001, 'timeout'],
      ['input_tokens', 0, undefined],
      ['output_tokens', 0, undefined],
    ]);
  });

  test('times have buckets in seconds, token.usage in tokens, counters none; all have a unit', () => {
    const { meter, instruments } = keepingMeter();
    createModelCallRecorder(meter, { genaiSemconv: 'both' });
    const bounds = [...instruments].map(([name, { unit, advice }]) => [
      name.split('.').at(-1),
      unit,
      advice?.explicitBucketBoundaries,
    ]);
    expect(bounds).toEqual([
      ['duration', 's', [...genAiBuckets.seconds]],
      ['time_to_first_chunk', 's', [...genAiBuckets.seconds]],
      ['input_tokens', '{token}', undefined],
      ['output_tokens', '{token}', undefined],
      ['input_tokens', '{token}', undefined],
      ['input_tokens', '{token}', undefined],
      ['output_tokens', '{token}', undefined],
      ['duration', 's', [...genAiBuckets.seconds]],
      ['time_to_first_chunk', 's', [...genAiBuckets.seconds]],
      ['usage', '{token}', [...genAiBuckets.tokens]],
    ]);
  });
});
