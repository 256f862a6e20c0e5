import { analyzeSpans, estimateClockSkew, assembleTraces } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { makeRollout } from './make-span.ts';

const ids = Array.from({ length: 10 }, (_, at) => at);
const fleet = (): SpanRecord[] => ids.flatMap((at) => makeRollout({ id: `${at}-0`, trace: at + 1, startMs: at * 10 }));

/** The audit of rollout `0-0` after `change` was done to its spans. */
function auditAfter(change: (span: SpanRecord) => SpanRecord | undefined) {
  const isFirst = (span: SpanRecord): boolean => span.traceId.endsWith('01');
  const spans = fleet().flatMap((span) => (isFirst(span) ? (change(span) ?? []) : span));
  return analyzeSpans(spans).rollouts.find(({ id }) => id === '0-0')!.audit;
}

describe('evidence', () => {
  test('a whole fleet scores 1 everywhere, and its hops are the server spans all rollouts share', () => {
    const { rollouts, shape } = analyzeSpans(fleet());
    expect(rollouts.map(({ audit }) => [audit.score, audit.gaps])).toEqual(ids.map(() => [1, []]));
    expect(shape.hops.map(({ server, name }) => `${server} ${name}`)).toEqual([
      'agent POST /run',
      'model POST /v1/responses',
      'tools POST /search',
    ]);
  });

  test('a lost server span of the model is a missing hop, a lost server span and an orphan', () => {
    const audit = auditAfter((span) => (span.kind === 'SERVER' && span.name.includes('responses') ? undefined : span));
    expect(audit.gaps.map(({ code }) => code)).toEqual(['missing_hops', 'lost_server_spans', 'orphans']);
    expect(audit.hopsMissing).toEqual([{ server: 'model', name: 'POST /v1/responses' }]);
    expect(audit.orphans.map(({ span }) => span.name)).toEqual(['gym.model.responses']);
    expect(audit.score).toBeCloseTo(audit.gaps.reduce((product, { factor }) => product * factor, 1));
    expect(audit.score).toBeLessThan(0.7);
  });

  test('a lost driver request, a truncated span and a missing gym.rollout lower the score', () => {
    expect(
      auditAfter((span) => (span.name === 'HTTP POST' && span.parentSpanId === undefined ? undefined : span)).gaps[0]
        ?.code,
    ).toBe('orphans');
    const truncated = auditAfter((span) =>
      span.name === 'gym.tool_call'
        ? { ...span, attributes: { ...span.attributes, 'nemo.span.truncated': true } }
        : span,
    );
    expect(truncated.gaps.map(({ code, message }) => [code, message])).toEqual([
      ['truncated_spans', '1 truncated spans'],
    ]);
    const none = auditAfter((span) => (span.parentSpanId === undefined ? span : undefined));
    expect(none.gaps[0]?.code).toBe('no_rollout_span');
    expect(none.score).toBe(0);
  });

  test('a given list of hops beats the observed one', () => {
    const { rollouts } = analyzeSpans(fleet(), { expectedHops: [{ server: 'agent' }, { server: 'judge' }] });
    expect(rollouts[0]?.audit).toMatchObject({ score: 0.5, hopsMissing: [{ server: 'judge' }] });
  });
});

describe('clock skew', () => {
  test.each([5000, -5000, 60_000])('a model clock that is %d ms ahead is found and corrected', (modelClockMs) => {
    const spans = ids.flatMap((at) => makeRollout({ id: `${at}-0`, trace: at + 1, startMs: at * 10, modelClockMs }));
    const { skews, rollouts } = analyzeSpans(spans);
    const model = skews.find(({ server }) => server === 'model')!;
    expect(model).toMatchObject({ isConsistent: true, against: 'instance-agent', uncertaintyNs: 1_000_000n });
    expect(Number(model.offsetNs) / 1e6).toBeCloseTo(modelClockMs);
    const straight = analyzeSpans(fleet()).rollouts;
    expect(rollouts.map(({ path }) => path.byCategory)).toEqual(straight.map(({ path }) => path.byCategory));
    expect(rollouts.every(({ audit }) => audit.score === 1)).toBe(true);
  });

  test('a server that works longer than its request, as a streamed body does, is no evidence', () => {
    const late = (span: SpanRecord): SpanRecord => ({ ...span, endNs: span.endNs + 90_000_000n });
    const spans = makeRollout({ id: '0-0', trace: 1 }).map((span) =>
      span.kind === 'SERVER' && span.name.includes('responses') ? late(span) : span,
    );
    expect(estimateClockSkew(assembleTraces(spans)).map(({ offsetNs }) => offsetNs)).toEqual([0n, 0n, 0n, 0n]);
  });

  test('a clock that was set back while requests ran is said to be inconsistent', () => {
    const spans = ids.flatMap((at) =>
      makeRollout({ id: `${at}-0`, trace: at + 1, modelClockMs: at < 5 ? 9000 : -9000 }),
    );
    const model = estimateClockSkew(assembleTraces(spans)).find(({ server }) => server === 'model');
    expect(model?.isConsistent).toBe(false);
  });

  test('any offset above the grain of the clocks is estimated within its uncertainty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 100_000 }), fc.boolean(), (size, isAhead) => {
        const modelClockMs = isAhead ? size : -size;
        const spans = makeRollout({ id: '0-0', trace: 1, modelClockMs });
        const model = estimateClockSkew(assembleTraces(spans)).find(({ server }) => server === 'model')!;
        expect(Math.abs(Number(model.offsetNs) / 1e6 - modelClockMs)).toBeLessThanOrEqual(
          Number(model.uncertaintyNs) / 1e6,
        );
      }),
    );
  });
});
