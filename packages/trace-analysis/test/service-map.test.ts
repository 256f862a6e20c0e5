import { analyzeSpans, serviceMap } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';

import { makeRollout, makeSpan } from './make-span.ts';
import type { RolloutSketch } from './make-span.ts';

function mapOf(...sketches: Omit<RolloutSketch, 'trace'>[]): ReturnType<typeof serviceMap> {
  const spans = sketches.flatMap((sketch, at) => makeRollout({ ...sketch, trace: at + 1 }));
  return serviceMap(analyzeSpans(spans).rollouts);
}

describe('serviceMap', () => {
  test('two rollouts: who calls whom, how often, how long as the caller sees it, and at what distance', () => {
    const { edges, nodes } = mapOf({ id: '0-0' }, { id: '0-1', modelMs: 200, startMs: 500 });
    expect(nodes.map(({ server, depth, count, errors }) => [server, depth, count, errors])).toEqual([
      ['driver', 0, 2, 0],
      ['agent', 1, 2, 0],
      ['model', 2, 2, 0],
      ['tools', 2, 2, 0],
    ]);
    expect(edges.map(({ from, to, count, p50Ms, maxMs }) => [from, to, count, p50Ms, maxMs])).toEqual([
      ['agent', 'model', 2, 102, 202],
      ['agent', 'tools', 2, 22, 22],
      ['driver', 'agent', 2, 130, 230],
    ]);
  });

  test('of 128 ms of the agent 124 ms are its two requests: 4 ms are its own; the driver only waits', () => {
    const { nodes } = mapOf({ id: '0-0' });
    expect(nodes.map(({ server, spans, p50Ms, own }) => [server, spans, p50Ms, own.p50Ms])).toEqual([
      ['driver', 1, 130, 0],
      ['agent', 6, 128, 4],
      ['model', 2, 100, 100],
      ['tools', 1, 20, 20],
    ]);
  });

  test('requests that overlap, outlast their caller or have no client span are waited for once', () => {
    const spans = [
      makeSpan({ id: 1, name: 'gym.rollout', server: 'agent', from: 0, to: 100_000_000 }),
      makeSpan({ id: 2, parent: 1, kind: 'CLIENT', server: 'agent', from: 10_000_000, to: 40_000_000 }),
      makeSpan({ id: 3, parent: 1, kind: 'CLIENT', server: 'agent', from: 30_000_000, to: 50_000_000 }),
      makeSpan({ id: 4, parent: 1, server: 'tools', from: 90_000_000, to: 120_000_000 }),
    ];
    const { nodes } = serviceMap(analyzeSpans(spans).rollouts);
    expect(nodes.map(({ server, own }) => [server, own.p50Ms])).toEqual([
      ['agent', 50],
      ['tools', 30],
    ]);
  });

  test('a failed rollout is an error of the agent and of the call to it, and of nobody else', () => {
    const { edges, nodes } = mapOf({ id: '0-0', failed: true });
    expect(nodes.filter(({ errors }) => errors > 0).map(({ server }) => server)).toEqual(['driver', 'agent']);
    expect(edges.filter(({ errors }) => errors > 0).map(({ from, to }) => `${from} ${to}`)).toEqual(['driver agent']);
  });

  test('servers that call each other have a place as well, and no rollouts are an empty map', () => {
    const spans = [
      makeSpan({ id: 1, name: 'gym.rollout', server: 'agent', from: 0, to: 100 }),
      makeSpan({ id: 2, parent: 1, server: 'tools', from: 10, to: 90 }),
      makeSpan({ id: 3, parent: 2, server: 'agent', from: 20, to: 80 }),
    ];
    const { nodes } = serviceMap(analyzeSpans(spans).rollouts);
    expect(nodes.map(({ server, depth, count }) => [server, depth, count])).toEqual([
      ['agent', 0, 2],
      ['tools', 1, 1],
    ]);
    expect(serviceMap([])).toEqual({ nodes: [], edges: [] });
  });
});
