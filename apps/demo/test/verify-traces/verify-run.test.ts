import { analyzeSpans, readSpans } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';

import type { CollectedRollout } from '../../src/rollouts/collect.ts';
import type { ResponsesResponse } from '../../src/shapes/responses.ts';
import { expectedHops, keepEnabled, type Hop } from '../../src/verify-traces/expected-hops.ts';
import { verifyRun, type Verification } from '../../src/verify-traces/verify-run.ts';

type Line = Record<string, unknown>;

const participants = { driver: 'supervisor', agent: 'agent', model: 'model', tools: 'tools' };
const groups = new Set(['http_client', 'server', 'rollout', 'agent', 'model_call', 'tool_call', 'verify', 'job']);
const jobIds = { trace_id: 'f'.repeat(32), span_id: 'f'.repeat(16) };
const call = { type: 'function_call', call_id: 'a', name: 'add', arguments: '{}' } as const;
const params = { input: 'hi', tools: [{ type: 'function', name: 'add' } as const] };
const output = [
  call,
  { type: 'function_call_output', call_id: 'a', output: '1' },
  { type: 'message', role: 'assistant', content: '1' },
];
const response = { output, status: 'completed' } as unknown as ResponsesResponse;
const collected = {
  ok: true,
  durationMs: 10,
  rollout: { id: '0-0', key: { taskIndex: 0, rolloutIndex: 0 }, request: { responses_create_params: params } },
  result: { responses_create_params: params, response, reward: 1 },
} satisfies CollectedRollout;

/** The console lines of a whole rollout with its job: each hop is 10 ms inside the one above. */
function wholeRollout(): Line[] {
  const lines: Line[] = [];
  const add = (hop: Hop, parent: string | null, depth: number): void => {
    const spanId = (lines.length + 1).toString(16).padStart(16, '0');
    lines.push({
      signal: 'span',
      trace_id: '1'.repeat(32),
      span_id: spanId,
      parent_span_id: parent,
      name: hop.names[0],
      kind: hop.names[0] === 'HTTP POST' ? 'CLIENT' : 'INTERNAL',
      start_time: `2026-01-01T00:00:00.${String(lines.length).padStart(3, '0')}000Z`,
      duration_ms: 200 - 10 * depth,
      status: { code: 'UNSET' },
      attributes: hop.group === 'rollout' ? { 'nemo.gym.rollout.id': '0-0' } : {},
      links: parent === null ? [jobIds] : [],
      resource: {
        'nemo.gym.server.name': hop.server,
        'nemo.gym.server.type': hop.server === 'model' ? 'responses_api_models' : '',
      },
    });
    for (const child of hop.children) add(child, spanId, depth + 1);
  };
  for (const hop of keepEnabled(expectedHops(collected.result, participants), groups)) add(hop, null, 0);
  lines.push({ ...lines[0], ...jobIds, name: 'gym.job', parent_span_id: null, links: [], attributes: {} });
  return lines;
}

function verify(lines: readonly Line[]): Verification {
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  const analysis = analyzeSpans(readSpans(text).spans);
  return verifyRun(analysis, { collected: [collected], participantsOf: () => participants, groups, problems: [] });
}

const is = (name: string, server: string) => (line: Line) =>
  line['name'] === name && (line['resource'] as Line)['nemo.gym.server.name'] === server;

describe('verifyRun', () => {
  test('finds no problem in a whole rollout: 20 hops and the job', () => {
    expect(verify(wholeRollout())).toMatchObject({ rollouts: 1, traces: 1, spans: 21, problems: [] });
  });

  test.each([
    ['gym.verify', 'tools', 'missing hop gym.verify (tools) below POST /verify (tools)'],
    ['gym.model.responses', 'model', 'missing hop gym.model.responses (model) below POST /v1/responses (model)'],
    ['gym.tool_call', 'agent', 'missing hop gym.tool_call (agent) below gym.agent.responses (agent)'],
    ['POST /add', 'tools', 'missing hop POST /add (tools) below HTTP POST (agent)'],
    ['POST /run', 'agent', 'missing hop POST /run (agent) below HTTP POST (supervisor)'],
  ])('names the hop when %s of %s is taken out', (name, server, message) => {
    const lines = wholeRollout();
    lines.splice(lines.findIndex(is(name, server)), 1);
    expect(verify(lines).problems).toContainEqual(expect.stringContaining(message));
  });

  test('names an orphan, and a hop under a wrong parent', () => {
    const lines = wholeRollout();
    const served = lines.find(is('POST /verify', 'tools'))!;
    served['parent_span_id'] = lines.find(is('gym.rollout', 'agent'))!['span_id'];
    expect(verify(lines).problems).toEqual([
      expect.stringContaining('missing hop POST /verify (tools) below HTTP POST (agent)'),
    ]);
    served['parent_span_id'] = 'abcdef0123456789';
    expect(verify(lines).problems).toEqual([
      'rollout 0-0: 1 spans whose parent is missing',
      expect.stringContaining('missing hop POST /verify (tools) below HTTP POST (agent)'),
    ]);
  });

  test('names a rollout without a trace, and a trace without a rollout', () => {
    const lines = wholeRollout();
    for (const line of lines) line['attributes'] = {};
    for (const line of lines) if (line['name'] === 'gym.rollout') line['name'] = 'x';
    expect(verify(lines).problems).toEqual([
      expect.stringContaining('no rollout: '),
      expect.stringMatching(/^trace 1{32} belongs to no rollout; it begins with HTTP POST \(supervisor\)$/),
      'rollout 0-0: no trace',
    ]);
  });

  test('names a rollout that is a child of the job or does not link to it', () => {
    const lines = wholeRollout();
    lines[0]!['links'] = [];
    expect(verify(lines).problems).toEqual([expect.stringContaining('no link to gym.job')]);
  });

  test('a repeated attempt beside the hop that counts is no problem', () => {
    const lines = wholeRollout();
    const first = lines.find(is('HTTP POST', 'agent'))!;
    lines.push({ ...first, span_id: 'e'.repeat(16), status: { code: 'ERROR' } });
    expect(verify(lines).problems).toEqual([]);
  });
});
