import { getRuntime, SpanGroup, withSpan } from '@gym/telemetry';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { context, trace, type Span } from '@opentelemetry/api';

import { startInMemoryTelemetry, type FinishedSpan, type InMemoryTelemetry } from './in-memory-telemetry.ts';

const group = SpanGroup.SANDBOX;
const activeSpanId = (): string | undefined => trace.getSpan(context.active())?.spanContext().spanId;
const tick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('with telemetry off', () => {
  test('fn is called with a span that records nothing, and its promise is passed on as it is', () => {
    const promise = Promise.resolve(1);
    expect(getRuntime()).toBeUndefined();
    expect(withSpan(group, 'off', () => promise)).toBe(promise);
    expect(withSpan(group, 'off', (span: Span) => span.isRecording())).toBe(false);
  });

  test('an attributes function is not called', () => {
    let called = false;
    withSpan(group, 'off', { attributes: () => ({ called: (called = true) }) }, () => {});
    expect(called).toBe(false);
  });
});

describe('with telemetry on', () => {
  let telemetry: InMemoryTelemetry;
  beforeAll(async () => {
    telemetry = await startInMemoryTelemetry();
  });
  afterAll(() => telemetry.stop());
  const takeOne = async (): Promise<FinishedSpan> => {
    const spans = await telemetry.takeSpans();
    expect(spans).toHaveLength(1);
    return spans[0]!;
  };

  test('a sync function: its value is returned and the span is active in it', async () => {
    const inside = withSpan(group, 'sync', { attributes: { a: 1, 'my.secret': 'x' } }, activeSpanId);
    const span = await takeOne();
    expect(span.spanContext().spanId).toBe(inside);
    expect(span).toMatchObject({
      name: 'sync',
      kind: 0,
      status: { code: 0 },
      attributes: { a: 1, 'my.secret': '[REDACTED]' },
    });
    expect(activeSpanId()).toBeUndefined();
  });

  test('an async function: the span ends when it does, and stays active over awaits', async () => {
    const promise = withSpan(group, 'async', async (span) => {
      await tick();
      await new Promise((resolve) => void setTimeout(resolve, 1));
      return [activeSpanId(), span.spanContext().spanId];
    });
    expect(await telemetry.takeSpans()).toEqual([]);
    const [active, own] = await promise;
    expect(active).toBe(own);
    expect((await takeOne()).name).toBe('async');
  });

  test('a promise is returned as the same object', async () => {
    const promise = tick();
    expect(withSpan(group, 'same', () => promise)).toBe(promise);
    await promise;
    await takeOne();
  });

  test('a lazy thenable runs once', async () => {
    let runs = 0;
    // eslint-disable-next-line unicorn/no-thenable -- a lazy thenable is what is tested
    const lazy = { then: (done: (value: number) => void) => done((runs += 1)) };
    expect(await withSpan(group, 'lazy', () => lazy)).toBe(1);
    expect(runs).toBe(1);
    await takeOne();
  });

  test.each([
    ['a sync throw', () => withSpan(group, 'fails', () => fail(new TypeError('bad')))],
    ['a rejection', () => withSpan(group, 'fails', async () => fail(new TypeError('bad')))],
    [
      'a generator',
      () =>
        withSpan(group, 'fails', function* (): Generator {
          fail(new TypeError('bad'));
        }).next(),
    ],
    [
      'an async generator',
      () =>
        withSpan(group, 'fails', async function* (): AsyncGenerator {
          fail(new TypeError('bad'));
        }).next(),
    ],
  ])('%s is recorded and thrown on unchanged', async (_, run) => {
    await expect(async () => run()).rejects.toThrow(new TypeError('bad'));
    const span = await takeOne();
    expect(span.status).toEqual({ code: 2, message: 'bad' });
    expect(span.events).toMatchObject([
      { name: 'exception', attributes: { 'exception.type': 'TypeError', 'exception.message': 'bad' } },
    ]);
  });

  test.each([
    ['a string', 'text'],
    ['undefined', undefined],
    ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get: () => fail(new Error()) })],
  ])('%s can be thrown', async (_, thrown) => {
    await expect(
      withSpan(group, 'odd', async () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    expect((await takeOne()).status.code).toBe(2);
  });

  test('a generator: context is kept across yields, values and return pass through', async () => {
    const generator = withSpan(group, 'generator', function* (): Generator<unknown, string, string> {
      const first = activeSpanId();
      const sent = yield first;
      yield [first === activeSpanId(), sent];
      return 'done';
    });
    const first = generator.next().value;
    expect(activeSpanId()).toBeUndefined();
    expect(generator.next('sent').value).toEqual([true, 'sent']);
    expect(generator.next()).toEqual({ done: true, value: 'done' });
    expect((await takeOne()).spanContext().spanId).toBe(first);
  });

  test('an async generator: children made after a yield belong to it, and a break ends it', async () => {
    const generate = async function* (): AsyncGenerator<string | undefined> {
      for (;;) {
        await tick();
        yield withSpan(group, 'child', () => activeSpanId());
      }
    };
    let seen = 0;
    for await (const _ of withSpan(group, 'stream', generate)) if ((seen += 1) === 2) break;
    const spans = await telemetry.takeSpans();
    expect(spans.map(({ name }) => name)).toEqual(['child', 'child', 'stream']);
    expect(spans.slice(0, 2).map((span) => span.parentSpanContext?.spanId)).toEqual(
      Array(2).fill(spans[2]!.spanContext().spanId),
    );
  });

  test('nested spans have their parents, under 200 concurrent trees with awaits in between', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_unused, tree) =>
        withSpan(group, `outer-${tree}`, async () => {
          for (let step = 0; step < 3; step++) {
            await (step % 2 === 0 ? tick() : null);
            await withSpan(group, `inner-${tree}`, tick);
          }
        }),
      ),
    );
    const spans = await telemetry.takeSpans();
    expect(spans).toHaveLength(800);
    const nameById = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
    const wrong = spans.filter(
      ({ name, parentSpanContext }) =>
        (parentSpanContext && nameById.get(parentSpanContext.spanId)) !==
        (name.startsWith('inner') ? name.replace('inner', 'outer') : undefined),
    );
    expect(wrong).toEqual([]);
  });

  test('root: true starts a new trace inside another span', async () => {
    withSpan(group, 'outer', () => withSpan(group, 'root', { root: true }, () => {}));
    const [root, outer] = await telemetry.takeSpans();
    expect(root?.parentSpanContext).toBeUndefined();
    expect(root?.spanContext().traceId).not.toBe(outer?.spanContext().traceId);
  });
});

function fail(error: Error): never {
  throw error;
}
