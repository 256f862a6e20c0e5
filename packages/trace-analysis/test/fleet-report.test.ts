import { analyzeSpans, categories, explainStragglers, fleetReport, groupLens, whatIf } from '@gym/trace-analysis';
import type { AnalyzedRollout, SpanRecord } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { makeRollout, makeSpan } from './make-span.ts';
import type { RolloutSketch } from './make-span.ts';

/** Each rollout of 130 ms (100 model, 20 tool, 4 agent, 6 network) unless said otherwise. */
function analyze(...sketches: Omit<RolloutSketch, 'trace'>[]): readonly AnalyzedRollout[] {
  return analyzeSpans(sketches.flatMap((sketch, at) => makeRollout({ ...sketch, trace: at + 1 }))).rollouts;
}

describe('the fleet in numbers', () => {
  const rollouts = analyze(
    { id: '0-0' },
    { id: '0-1', startMs: 130, failed: true },
    { id: '1-0', startMs: 130, backoffMs: 260 },
  );
  const report = fleetReport(rollouts, 4);

  test('counts, percentiles, throughput and concurrency are those of the three made rollouts', () => {
    expect(report.rollouts).toEqual({ count: 3, failed: 1, p50Ms: 130, p95Ms: 400, p99Ms: 400, maxMs: 400 });
    expect([report.wallMs, report.maxConcurrency, report.evidence]).toEqual([530, 2, 1]);
    expect(report.rolloutsPerMinute).toBeCloseTo((3 * 60_000) / 530);
    expect(report.meanConcurrency).toBeCloseTo(660 / 530);
    expect(report.tokens).toMatchObject({ input: 30, output: 15 });
  });

  test('tool and model calls are counted with their retries', () => {
    const { calls } = report;
    expect(calls.map(({ kind, name, count, failures, retries }) => [kind, name, count, failures, retries])).toEqual([
      ['model', 'model', 3, 0, 0],
      ['tool', 'search', 3, 0, 1],
    ]);
    expect(calls[1]?.retryRate).toBeCloseTo(1 / 3);
  });

  test('a tool whose last try failed is a failure although its span has no error', () => {
    const asError = (span: SpanRecord): SpanRecord => ({ ...span, status: 'ERROR' });
    const spans = makeRollout({ id: '0-0', trace: 1 }).map((span) =>
      span.attributes['url.full'] === 'http://tools:1/search' ? asError(span) : span,
    );
    expect(analyzeSpans(spans).rollouts[0]?.calls.map(({ name, failed }) => [name, failed])).toEqual([
      ['model', false],
      ['search', true],
    ]);
  });

  test('the timeline holds every nanosecond of every path and every end once', () => {
    expect(report.timeline).toHaveLength(4);
    for (const category of categories) {
      const sum = report.timeline.reduce((total, bucket) => total + bucket.byCategoryNs[category], 0n);
      expect(sum).toBe(report.byCategoryNs[category]);
    }
    expect(report.timeline.map(({ ended }) => ended.count)).toEqual([1, 1, 0, 1]);
  });

  test('of no rollouts everything is 0', () => {
    expect(fleetReport([])).toMatchObject({ wallMs: 0, rolloutsPerMinute: 0, timeline: [], spans: [], evidence: 1 });
  });

  test('client spans are named with their path, values in it as :id', () => {
    const attributes = {
      'url.full': 'http://a:1/users/123456/items/3f2504e0-4f89-11d3-9a0c-0305e82c3301?x=1',
      'nemo.gym.rollout.id': '0-0',
    };
    const {
      rollouts: [rollout],
    } = analyzeSpans([makeSpan({ id: 1, name: 'HTTP GET', kind: 'CLIENT', from: 0, to: 5, attributes })]);
    expect(fleetReport([rollout!]).spans[0]?.name).toBe('HTTP GET /users/:id/items/:id');
  });
});

describe('stragglers', () => {
  test('a retried tool is named with its attempt and its share, against the siblings', () => {
    const usual = Array.from({ length: 4 }, (_, at) => ({ id: `7-${at}`, toolMs: 500 }));
    const [straggler] = explainStragglers(analyze(...usual, { id: '7-4', toolMs: 4500, backoffMs: 2490 }));
    expect(straggler?.comparedWith).toBe('siblings');
    expect(straggler?.explanation).toBe(
      "Rollout 7-4 took 7.1 s, typical for the other 4 attempts of its task is 610 ms; the run's median is 610 ms: " +
        '4.0 s of the extra 6.5 s is waiting for `search`, attempt 2, 2.5 s is the pause before retrying search, attempt 2.',
    );
    expect(straggler?.extra.reduce((sum, { extraNs }) => sum + extraNs, 0)).toBeCloseTo(straggler!.extraNs, 3);
  });

  test('without siblings the run is what it is compared with, and lost spans are mentioned', () => {
    const spans = Array.from({ length: 9 }, (_, at) =>
      makeRollout({ id: `${at}-0`, trace: at + 1, modelMs: at === 3 ? 3000 : 100 }),
    ).flat();
    const lost = spans.filter(
      ({ traceId, name, kind }) => !(traceId.endsWith('04') && kind === 'SERVER' && name.includes('responses')),
    );
    const [straggler] = explainStragglers(analyzeSpans(lost).rollouts);
    expect(straggler?.comparedWith).toBe('run');
    expect(straggler?.explanation).toMatch(
      /^Rollout 3-0 took 3\.0 s, typical for the run is 130 ms: all of the extra 2\.9 s is waiting for the model model; but its spans are incomplete \(1 of 3 hops/,
    );
  });

  test('where all rollouts take the same there is no straggler', () => {
    expect(explainStragglers(analyze({ id: '0-0' }, { id: '1-0' }))).toEqual([]);
  });
});

test('the group lens shows the attempt that a task waited for, and for how long alone', () => {
  const [group, other] = groupLens(analyze({ id: '5-0' }, { id: '6-0' }, { id: '6-1', startMs: 20, toolMs: 270 }));
  expect(group).toMatchObject({ task: '6', failed: 0, waitedFor: { rollout: { id: '6-1' }, aloneNs: 270_000_000n } });
  expect(group?.attempts.map(({ offsetNs }) => offsetNs)).toEqual([0n, 20_000_000n]);
  expect(group?.spread).toBeCloseTo(380 / 130);
  expect(other).toMatchObject({ task: '5', waitedFor: undefined, spread: 1 });
});

describe('what if', () => {
  const rollouts = analyze({ id: '0-0' }, { id: '1-0', startMs: 130 }, { id: '2-0', startMs: 260, backoffMs: 100 });

  test('nothing changes: the recorded durations come out exactly', () => {
    const { before, after } = whatIf(rollouts, {});
    expect(after).toEqual(before);
  });

  test.each([
    ['the model takes half as long', { modelFactor: 0.5 }, [80, 190]],
    ['the tools take twice as long', { toolFactor: 2 }, [150, 270]],
    ['search alone is free', { tools: { search: 0 }, toolFactor: 9 }, [110, 210]],
    ['no request is repeated', { retries: 'off' }, [118, 130]],
  ] as const)('%s', (_, changes, [least, most]) => {
    const { after, neededRetry } = whatIf(rollouts, changes);
    expect([after.rollouts.p50Ms, after.rollouts.maxMs]).toEqual([least === 118 ? 130 : least, most]);
    expect(neededRetry).toBe(1);
  });

  test('three times the places finish three equal rollouts in a third of the time, and say what that assumes', () => {
    const equal = analyze({ id: '0-0' }, { id: '1-0', startMs: 130 }, { id: '2-0', startMs: 260 });
    const { before, after, assumptions } = whatIf(equal, { concurrencyFactor: 3 });
    expect([before.wallMs, after.wallMs]).toEqual([390, 130]);
    expect(assumptions).toContain('3 rollouts in flight instead of 1 slow no server down');
  });

  test('on random trees a replay without changes gives the recorded duration', () => {
    const span = fc.record({
      parent: fc.nat(),
      from: fc.nat(60),
      length: fc.nat(40),
      kind: fc.constantFrom('INTERNAL', 'CLIENT', 'SERVER'),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 15 }), (rows) => {
        const children = rows.map(({ parent, from, length, kind }, at) =>
          makeSpan({ id: at + 2, parent: (parent % (at + 1)) + 1, from, to: from + length, kind }),
        );
        const analysis = analyzeSpans([makeSpan({ id: 1, name: 'gym.rollout', from: 0, to: 80 }), ...children]);
        expect(whatIf(analysis.rollouts, {}).after.rollouts.maxMs).toBe(80e-6);
      }),
    );
  });
});
