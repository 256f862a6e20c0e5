import { readFileSync } from 'node:fs';

import { assembleTraces, findRollouts, readSpans } from '@gym/trace-analysis';
import type { SpanRecord, Trace } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { makeRollout, makeSpan, spanId } from './make-span.ts';

/** The tree as text: `1(2 3(4))`. */
function shapeOf({ roots, nodes }: Trace): string {
  const texts = new Map(nodes.toReversed().map((node) => [node, '']));
  for (const node of nodes.toReversed()) {
    const children = node.children.map((child) => texts.get(child)).join(' ');
    texts.set(node, Number.parseInt(node.span.spanId, 16) + (children === '' ? '' : `(${children})`));
  }
  return roots.map((root) => texts.get(root)).join(' ');
}

function assembleOne(...spans: SpanRecord[]): Trace {
  return assembleTraces(spans)[0]!;
}

function codes({ problems }: Trace): string[] {
  return problems.map(({ code, spanId: id }) => `${code} ${Number.parseInt(id, 16)}`);
}

const root = { id: 1, from: 0, to: 100 };

describe('trees', () => {
  test('siblings are in order of start, then longest first', () => {
    const spans = [
      root,
      { id: 2, parent: 1, from: 50, to: 60 },
      { id: 3, parent: 1, from: 10, to: 20 },
      { id: 4, parent: 1, from: 10, to: 30 },
    ];
    expect(shapeOf(assembleOne(...spans.map(makeSpan)))).toBe('1(4 3 2)');
  });

  test('a record sent twice is kept once; another span with the same id is a span of its own', () => {
    const child = makeSpan({ id: 2, parent: 1, from: 10, to: 20 });
    const other = makeSpan({ id: 2, parent: 1, from: 30, to: 40, name: 'other' });
    const trace = assembleOne(makeSpan(root), child, child, other, makeSpan({ id: 3, parent: 2, from: 12, to: 13 }));
    expect(shapeOf(trace)).toBe('1(2(3) 2)');
    expect(codes(trace)).toEqual(['repeated_span 2', 'duplicate_span_id 2']);
  });

  test('an orphan goes under the deepest span that encloses it, or stays a root', () => {
    const inner = { id: 2, parent: 1, from: 10, to: 50 };
    const spans = [root, inner, { id: 3, parent: 9, from: 20, to: 30 }, { id: 4, parent: 9, from: 20, to: 130 }];
    const trace = assembleOne(...spans.map(makeSpan));
    expect(shapeOf(trace)).toBe('1(2(3)) 4');
    expect(codes(trace)).toEqual(['orphan 3', 'orphan 4']);
    expect(trace.nodes.map(({ depth, isOrphan }) => [depth, isOrphan])).toEqual([
      [0, false],
      [1, false],
      [2, true],
      [0, true],
    ]);
  });

  test('without any real root the earliest orphan is the tree', () => {
    const spans = [
      { id: 2, parent: 9, from: 0, to: 50 },
      { id: 3, parent: 8, from: 20, to: 30 },
    ];
    expect(shapeOf(assembleOne(...spans.map(makeSpan)))).toBe('2(3)');
  });

  test('a cycle of two and a span that is its own parent are cut at their earliest span', () => {
    const spans = [
      { id: 2, parent: 3, from: 5, to: 50 },
      { id: 3, parent: 2, from: 2, to: 30 },
      { id: 4, parent: 4, from: 0, to: 1 },
    ];
    const trace = assembleOne(...spans.map(makeSpan));
    expect(shapeOf(trace)).toBe('4 3(2)');
    expect(codes(trace)).toEqual(['cycle 3', 'cycle 4']);
  });

  test('a span that ends before it starts is empty, and said so', () => {
    const trace = assembleOne(makeSpan({ id: 1, from: 50, to: 20 }));
    expect([trace.startNs, trace.endNs, codes(trace)]).toEqual([50n, 50n, ['ends_before_start 1']]);
  });

  test('a chain of 10 000 and a fan of 10 000 with 10 000 orphans are placed', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) =>
      makeSpan({ id: at + 1, ...(at > 0 && { parent: at }), from: 0, to: 9 }),
    );
    expect(assembleOne(...chain).nodes.at(-1)?.depth).toBe(9999);
    const fan = Array.from({ length: 10_000 }, (_, at) => makeSpan({ id: at + 2, parent: 1, from: at, to: at + 1 }));
    const orphans = Array.from({ length: 10_000 }, (_, at) =>
      makeSpan({ id: at + 20_000, parent: 99_999, from: at, to: at + 1 }),
    );
    const trace = assembleOne(makeSpan({ id: 1, from: 0, to: 20_000 }), ...fan, ...orphans);
    expect([trace.roots.length, trace.nodes.length, trace.nodes.at(-1)?.depth]).toEqual([1, 20_001, 2]);
  });

  test('every span is placed once, parents first, whatever the parents are', () => {
    const span = fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      parent: fc.integer({ min: 1, max: 14 }),
      from: fc.nat(20),
      to: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 20 }), (sketches) => {
        const { nodes, problems } = assembleOne(...sketches.map(makeSpan));
        const repeated = problems.filter(({ code }) => code === 'repeated_span').length;
        expect(nodes.length + repeated).toBe(sketches.length);
        const seen = new Set<unknown>([undefined]);
        for (const node of nodes) {
          expect(seen.has(node.parent)).toBe(true);
          seen.add(node);
        }
        expect(seen.size).toBe(nodes.length + 1);
      }),
    );
  });
});

describe('rollouts', () => {
  test('the recorded run has a job, a start-up and two rollouts, each from its driver request', () => {
    const { spans } = readSpans(readFileSync(new URL('fixtures/demo-run.jsonl', import.meta.url), 'utf8'));
    const traces = assembleTraces(spans);
    expect(traces.map(({ kind }) => kind)).toEqual(['startup', 'job', 'rollout', 'rollout']);
    expect(traces.flatMap(({ problems }) => problems)).toEqual([]);
    const rollouts = findRollouts(traces);
    expect(rollouts.map(({ id, task, attempt, nodes }) => [id, task, attempt, nodes.length])).toEqual([
      ['1-0', '1', '0', 20],
      ['4-0', '4', '0', 26],
    ]);
    expect(rollouts.map(({ root: { server, span } }) => `${server} ${span.name}`)).toEqual([
      'supervisor HTTP POST',
      'supervisor HTTP POST',
    ]);
  });

  test('a driver request that got no answer is a failed rollout without gym.rollout', () => {
    const [request] = makeRollout({ id: 'a-b-7', trace: 3, failed: true });
    const [rollout] = findRollouts(assembleTraces([request!]));
    expect(rollout).toMatchObject({
      id: 'a-b-7',
      task: 'a-b',
      attempt: '7',
      runId: 'run',
      failed: true,
      rolloutSpan: undefined,
    });
  });

  test('rollouts under one job trace are told apart', () => {
    const ids = { 2: '0-0', 3: '1-0' };
    const spans = Object.entries(ids).map(([id, name]) =>
      makeSpan({
        id: Number(id),
        parent: 1,
        name: 'gym.rollout',
        from: 1,
        to: 9,
        attributes: { 'nemo.gym.rollout.id': name },
      }),
    );
    const traces = assembleTraces([makeSpan({ ...root, name: 'gym.job' }), ...spans]);
    expect(traces[0]?.kind).toBe('job');
    expect(findRollouts(traces).map(({ id, root: { span } }) => [id, span.spanId])).toEqual([
      ['0-0', spanId(2)],
      ['1-0', spanId(3)],
    ]);
  });
});
