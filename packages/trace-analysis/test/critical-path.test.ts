import { assembleTraces, categories, criticalPath, shareBasisPoints } from '@gym/trace-analysis';
import type { CriticalPath, SpanNode } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { bruteForceOwners } from './brute-force-path.ts';
import { makeRollout, makeSpan } from './make-span.ts';
import type { SpanSketch } from './make-span.ts';

function pathOf(spans: readonly SpanSketch[]): CriticalPath {
  return criticalPath(rootOf(spans));
}

function rootOf(spans: readonly SpanSketch[]): SpanNode {
  return assembleTraces(spans.map(makeSpan))[0]!.roots[0]!;
}

/** The categories that got any time, in nanoseconds. */
function spent({ byCategory }: CriticalPath): Record<string, number> {
  return Object.fromEntries(Object.entries(byCategory).flatMap(([key, ns]) => (ns > 0n ? [[key, Number(ns)]] : [])));
}

const agent = { id: 1, name: 'gym.rollout', from: 0, to: 100 };
const model = { name: 'gym.model.responses', server: 'model' };
const tool = { name: 'gym.tool_call', attributes: { 'nemo.gym.tool.name': 'search' } };

describe('hand-computed answers', () => {
  test('a rollout with nothing in it is all agent', () => {
    expect(spent(pathOf([agent]))).toEqual({ agent: 100 });
  });

  test('a model call 10-40 and a tool call 50-60 leave 60 to the agent', () => {
    const spans = [
      agent,
      { ...model, id: 2, parent: 1, from: 10, to: 40 },
      { ...tool, id: 3, parent: 1, from: 50, to: 60 },
    ];
    expect(spent(pathOf(spans))).toEqual({ model: 30, tool: 10, agent: 60 });
  });

  test('of two overlapping calls the one that ends last is waited for, the other until that one starts', () => {
    const spans = [
      agent,
      { ...model, id: 2, parent: 1, from: 10, to: 60 },
      { ...tool, id: 3, parent: 1, from: 50, to: 90 },
    ];
    expect(spent(pathOf(spans))).toEqual({ model: 40, tool: 40, agent: 20 });
  });

  test('a call hidden behind a longer one gets nothing', () => {
    const spans = [
      agent,
      { ...model, id: 2, parent: 1, from: 10, to: 90 },
      { ...tool, id: 3, parent: 1, from: 20, to: 50 },
    ];
    expect(spent(pathOf(spans))).toEqual({ model: 80, agent: 20 });
  });

  test('a child that runs from -20 to 130 around its parent 0-100 gets the parent only', () => {
    const spans = [
      { ...agent, from: 100, to: 200 },
      { ...model, id: 2, parent: 1, from: 80, to: 230 },
    ];
    expect(spent(pathOf(spans))).toEqual({ model: 100 });
  });

  test('a request 0-100 with its server at 50-90 is 40 queue and 20 network: the way there beyond the way back', () => {
    const spans = [
      { id: 1, name: 'HTTP POST', kind: 'CLIENT', server: 'driver', from: 0, to: 100 },
      { id: 2, parent: 1, name: 'POST /v1/responses', kind: 'SERVER', server: 'model', from: 50, to: 90 },
    ] as const;
    expect(spent(pathOf(spans))).toEqual({ queue: 40, network: 20, model: 40 });
  });

  test('the pause between two tries of one request is retry back-off, and only that', () => {
    const post = { parent: 2, name: 'HTTP POST', kind: 'CLIENT' } as const;
    const spans = [
      agent,
      { ...tool, id: 2, parent: 1, from: 0, to: 100 },
      { ...post, id: 3, from: 5, to: 15, attributes: { 'url.full': 'http://a/search' } },
      {
        ...post,
        id: 4,
        from: 45,
        to: 95,
        attributes: { 'url.full': 'http://a/search', 'http.request.resend_count': 1 },
      },
    ];
    expect(spent(pathOf(spans))).toEqual({ tool: 70, retry_backoff: 30 });
  });

  test('a verify route, a sandbox and a queue span have categories of their own', () => {
    const spans = [
      agent,
      {
        id: 2,
        parent: 1,
        name: 'POST /verify',
        kind: 'SERVER',
        server: 'tools',
        from: 0,
        to: 20,
        attributes: { 'http.route': '/verify' },
      },
      { id: 3, parent: 1, name: 'gym.sandbox.exec', from: 20, to: 50 },
      { id: 4, parent: 1, name: 'pool.queue', from: 50, to: 60 },
    ] as const;
    expect(spent(pathOf(spans))).toEqual({ verify: 20, sandbox: 30, queue: 10, agent: 40 });
  });

  test('an answered request whose server span is lost is unexplained, a refused one is network', () => {
    const lone = { id: 1, name: 'HTTP POST', kind: 'CLIENT', server: 'driver', from: 0, to: 10 } as const;
    expect(spent(pathOf([{ ...lone, attributes: { 'http.response.status_code': 200 } }]))).toEqual({ unexplained: 10 });
    expect(spent(pathOf([{ ...lone, attributes: { 'error.type': 'ECONNREFUSED' } }]))).toEqual({ network: 10 });
  });

  test('a made rollout with a retried tool comes out as it was made', () => {
    const { roots } = assembleTraces(makeRollout({ id: '1-0', trace: 1, modelMs: 50, toolMs: 20, backoffMs: 200 }))[0]!;
    const byMs = Object.entries(spent(criticalPath(roots[0]!))).map(([key, ns]) => [key, ns / 1e6]);
    // The failed try of 10 ms left no server span: within a tool call its time is the tool's.
    expect(Object.fromEntries(byMs)).toEqual({ model: 50, tool: 30, retry_backoff: 200, agent: 4, network: 6 });
  });

  test('a chain of 10 000 spans is walked without recursion', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => ({
      id: at + 1,
      ...(at > 0 && { parent: at }),
      from: at,
      to: 20_001,
    }));
    expect(pathOf([{ ...chain[0]!, name: 'gym.rollout' }, ...chain.slice(1)]).durationNs).toBe(20_001n);
    expect(spent(pathOf(chain))).toEqual({ agent: 20_001 });
  });
});

const names = [
  'gym.rollout',
  'gym.agent.responses',
  'gym.model.responses',
  'gym.tool_call',
  'gym.verify',
  'HTTP POST',
  'POST /x',
  'other',
];
const kinds = ['INTERNAL', 'CLIENT', 'SERVER'] as const;
/** Random trees: parents are earlier spans, times are free, so children overlap, stick out, leave gaps and miss their parent. */
const trees = fc
  .array(
    fc.record({
      parent: fc.nat(),
      from: fc.nat(60),
      length: fc.nat(40),
      name: fc.constantFrom(...names),
      kind: fc.constantFrom(...kinds),
      server: fc.constantFrom('agent', 'model', 'tools', 'strange'),
      resend: fc.nat(2),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) =>
    rows.map(({ parent, from, length, name, kind, server, resend }, at): SpanSketch => {
      const attributes = resend > 0 ? { 'http.request.resend_count': resend } : {};
      const own = { id: at + 1, name, kind, server, attributes };
      return at === 0 ? { ...own, from: 0, to: 80 } : { ...own, parent: (parent % at) + 1, from, to: from + length };
    }),
  );

describe('on random trees', () => {
  test('every nanosecond belongs to exactly one category and shares sum to exactly 100 %', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const root = rootOf(tree);
        const { segments, byCategory, durationNs } = criticalPath(root);
        let cursor = root.startNs;
        for (const { startNs, endNs } of segments) {
          expect(startNs).toBe(cursor);
          expect(endNs > startNs).toBe(true);
          cursor = endNs;
        }
        expect(cursor).toBe(root.endNs);
        expect(categories.reduce((sum, category) => sum + byCategory[category], 0n)).toBe(durationNs);
        expect(categories.reduce((sum, category) => sum + shareBasisPoints(byCategory)[category], 0)).toBe(10_000);
      }),
      { numRuns: 500 },
    );
  });

  test('the innermost span of each nanosecond is the one that brute force finds', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const root = rootOf(tree);
        const owners = criticalPath(root).segments.flatMap(({ node, startNs, endNs }) =>
          Array.from({ length: Number(endNs - startNs) }, () => node.span.spanId),
        );
        expect(owners).toEqual(bruteForceOwners(root).map(({ span }) => span.spanId));
      }),
      { numRuns: 500 },
    );
  });
});

test('shares of 1, 1 and 1 ns are 33.34, 33.33 and 33.33 %, and of no time all 0', () => {
  const none = Object.fromEntries(categories.map((category) => [category, 0n])) as CriticalPath['byCategory'];
  expect(shareBasisPoints({ ...none, model: 1n, tool: 1n, verify: 1n })).toMatchObject({
    model: 3334,
    tool: 3333,
    verify: 3333,
  });
  expect(Object.values(shareBasisPoints(none)).every((share) => share === 0)).toBe(true);
});
