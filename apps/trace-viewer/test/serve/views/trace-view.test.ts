import { describe, expect, test } from '@jest/globals';

import { rowAt } from '../../../src/serve/views/span-columns.ts';
import type { SpanRow } from '../../../src/serve/views/span-columns.ts';
import { spanCopy, traceView } from '../../../src/serve/views/trace-view.ts';
import type { TraceView } from '../../../src/serve/views/trace-view.ts';
import { makeRun } from '../../make-run.ts';
import { oddTraces } from '../../odd-traces.ts';

function rowsOf({ spans }: TraceView): SpanRow[] {
  return spans.spanIds.map((_, at) => rowAt(spans, at)!);
}

describe('traceView', () => {
  test.each(Object.entries(oddTraces))('%s: every span is in it, within the trace', (_, { rows, spans }) => {
    const view = traceView(spans)!;
    const all = rowsOf(view);
    expect(all).toHaveLength(rows);
    expect(all.every(({ durationMs, startMs }) => startMs >= 0 && durationMs >= 0)).toBe(true);
    expect(Math.max(...all.map(({ durationMs, startMs }) => startMs + durationMs))).toBeCloseTo(view.durationMs);
  });

  test('a whole trace has no problem and no note', () => {
    expect(traceView(makeRun({ rollouts: 1 }))).toMatchObject({ problems: [], notes: [] });
  });

  test('the rows of a rollout: the tree in order, and each millisecond of the critical path in one row', () => {
    const view = traceView(makeRun({ rollouts: 1 }))!;
    const rows = rowsOf(view);
    expect(rows.map(({ depth, name, server }) => `${depth} ${server} ${name}`)).toEqual([
      '0 driver HTTP POST',
      '1 agent POST /run',
      '2 agent gym.rollout',
      '3 agent gym.tool_call',
      '3 agent HTTP POST',
      '4 tools POST /verify',
      '5 tools gym.verify',
    ]);
    expect(rows[3]).toMatchObject({
      copy: 0,
      startMs: 5,
      durationMs: 50,
      isError: false,
      path: [{ category: 'tool', startMs: 5, durationMs: 50 }],
    });
    const waited = rows.flatMap(({ path }) => path).reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(waited).toBeCloseTo(view.durationMs);
    expect(rowAt(view.spans, 7)).toBeUndefined();
  });

  test('a trace of no spans is not there', () => {
    expect(traceView([])).toBeUndefined();
  });

  test('two spans with one id are two rows, and each is found again', () => {
    const { spans } = oddTraces['two spans with one id']!;
    const [, first, second] = rowsOf(traceView(spans)!);
    expect([first?.copy, second?.copy]).toEqual([0, 1]);
    expect(spanCopy(spans, second!.spanId, 1)?.attributes).toEqual({ which: 'second' });
    expect(spanCopy(spans, second!.spanId, 2)).toBeUndefined();
  });

  test('30 spans without their parent: 20 are named, the rest are counted', () => {
    const [root, ...others] = makeRun({ rollouts: 5 });
    const lost = others.map((span) => ({ ...span, traceId: root!.traceId, parentSpanId: 'ff'.repeat(8) }));
    const { problems } = traceView([root!, ...lost.slice(0, 30)])!;
    expect([problems.length, problems.at(-1)]).toEqual([21, 'and 10 more like these']);
  });

  test('two processes that the first one calls, one of them by way of the other: both clocks are against the first', () => {
    const ms = 1_000_000n;
    const run = makeRun({ rollouts: 1 }).map((span) => {
      const ahead = span.resource['nemo.gym.server.name'] === 'driver' ? 0n : 5000n * ms;
      return { ...span, startNs: span.startNs + ahead, endNs: span.endNs + ahead };
    });
    expect(traceView(run)?.notes).toEqual([
      'clocks disagree by 5.00 s: that of agent is ahead of that of driver, its spans are shifted',
      'clocks disagree by 5.00 s: that of tools is ahead of that of driver, its spans are shifted',
    ]);
  });
});
