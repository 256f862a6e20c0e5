import { analyzeSpans, assembleTraces, toChromeTrace, toOtlpJson, toSpeedscope } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { makeRollout, makeSpan } from './make-span.ts';

interface ChromeEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
}

function chromeEvents(spans: Parameters<typeof assembleTraces>[0]): ChromeEvent[] {
  return (JSON.parse(toChromeTrace(assembleTraces(spans))) as { traceEvents: ChromeEvent[] }).traceEvents;
}

describe('Chrome trace', () => {
  test('a rollout has a process per server, a slice per span and an arrow per request', () => {
    const events = chromeEvents(makeRollout({ id: '0-0', trace: 1, startMs: 1_700_000_000_000 }));
    expect(events.filter(({ name }) => name === 'process_name')).toHaveLength(4);
    expect(events.filter(({ ph }) => ph === 'X')).toHaveLength(10);
    expect([events.filter(({ ph }) => ph === 's').length, events.filter(({ ph }) => ph === 'f').length]).toEqual([
      3, 3,
    ]);
    expect(events.find(({ name }) => name === 'gym.model.responses')).toMatchObject({ ts: 4000, dur: 100_000 });
  });

  test('slices of one track nest or follow each other, however spans overlap', () => {
    const span = fc.record({ from: fc.nat(40), length: fc.nat(30), server: fc.constantFrom('agent', 'tools') });
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 15 }), (rows) => {
        const spans = rows.map(({ from, length, server }, at) =>
          makeSpan({ id: at + 1, from, to: from + length, server }),
        );
        const slices = chromeEvents(spans)
          .filter(({ ph }) => ph === 'X')
          .map(({ pid, tid, ts, dur }) => ({ pid, tid, ts: Math.round(ts * 1000), dur: Math.round(dur * 1000) }));
        const crossings = slices.flatMap((a) =>
          slices.filter(
            (b) =>
              a.pid === b.pid && a.tid === b.tid && a.ts < b.ts && b.ts < a.ts + a.dur && a.ts + a.dur < b.ts + b.dur,
          ),
        );
        expect(crossings).toEqual([]);
        expect(slices).toHaveLength(rows.length);
      }),
    );
  });
});

test('a speedscope file has all rollouts and each one, with weights that sum to the durations', () => {
  const { rollouts } = analyzeSpans([
    ...makeRollout({ id: '0-0', trace: 1 }),
    ...makeRollout({ id: '0-1', trace: 2, toolMs: 90 }),
  ]);
  const file = JSON.parse(toSpeedscope(rollouts)) as {
    profiles: { name: string; endValue: number; weights: number[]; samples: number[][] }[];
    shared: { frames: { name: string }[] };
  };
  expect(file.profiles.map(({ name, endValue }) => [name, endValue])).toEqual([
    ['all rollouts', 330e6],
    ['0-0', 130e6],
    ['0-1', 200e6],
  ]);
  const [all] = file.profiles;
  expect(all?.weights.reduce((sum, weight) => sum + weight, 0)).toBe(330e6);
  expect(all?.samples.flat().every((frame) => file.shared.frames[frame] !== undefined)).toBe(true);
  expect(file.shared.frames.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['model: gym.model.responses', '[model]']),
  );
});

test('OTLP JSON groups spans by resource and scope and writes integers as text, doubles as numbers', () => {
  const attributes = { whole: 3, half: 0.5, yes: true, list: ['a', null], map: { k: 'v' }, markup: '<script>' };
  const data = JSON.parse(
    toOtlpJson([
      makeSpan({ id: 1, from: 1, to: 2, attributes }),
      makeSpan({ id: 2, from: 1, to: 2 }),
      makeSpan({ id: 3, from: 1, to: 2, server: 'model' }),
    ]),
  ) as {
    resourceSpans: { scopeSpans: { spans: { attributes: unknown[]; startTimeUnixNano: string }[] }[] }[];
  };
  expect(data.resourceSpans.map(({ scopeSpans }) => scopeSpans.map(({ spans }) => spans.length))).toEqual([[2], [1]]);
  const span = data.resourceSpans[0]?.scopeSpans[0]?.spans[0];
  expect(span?.startTimeUnixNano).toBe('1');
  expect(span?.attributes).toEqual([
    { key: 'whole', value: { intValue: '3' } },
    { key: 'half', value: { doubleValue: 0.5 } },
    { key: 'yes', value: { boolValue: true } },
    { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }, {}] } } },
    { key: 'map', value: { kvlistValue: { values: [{ key: 'k', value: { stringValue: 'v' } }] } } },
    { key: 'markup', value: { stringValue: '<script>' } },
  ]);
});
