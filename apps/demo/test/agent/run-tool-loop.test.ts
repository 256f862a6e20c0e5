import { describe, expect, test } from '@jest/globals';

import { planToolCall } from '../../src/agent/plan-tool-call.ts';
import { runToolLoop } from '../../src/agent/run-tool-loop.ts';
import { countModelCalls } from '../../src/shapes/count-model-calls.ts';
import { makeResponse } from '../../src/shapes/make-response.ts';
import type {
  ConversationItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  ResponsesRequest,
  ResponsesResponse,
} from '../../src/shapes/responses.ts';

const call = (id: string): FunctionCallItem => ({ type: 'function_call', call_id: id, name: 'add', arguments: '{}' });
const answer: ConversationItem = { type: 'message', role: 'assistant', content: 'done' };

function modelOf(steps: readonly (readonly ConversationItem[])[]): {
  calls: ResponsesRequest[];
  callModel: (request: ResponsesRequest) => Promise<ResponsesResponse>;
} {
  const calls: ResponsesRequest[] = [];
  const callModel = (request: ResponsesRequest): Promise<ResponsesResponse> => {
    calls.push(request);
    return Promise.resolve(
      makeResponse(request, { id: 'r', createdAt: 0, model: 'm', output: steps[calls.length - 1]!, usage: null }),
    );
  };
  return { calls, callModel };
}

describe('runToolLoop', () => {
  test('runs two calls of one step in parallel and gives their outputs in the order of the calls', async () => {
    const { callModel, calls } = modelOf([[call('a'), call('b')], [answer]]);
    let release: (() => void) | undefined;
    const callTool = async ({ call_id }: FunctionCallItem): Promise<FunctionCallOutputItem> => {
      // "a" ends only once "b" runs: one after the other would never end.
      if (call_id === 'a') await new Promise<void>((resolve) => (release = resolve));
      else release?.();
      return { type: 'function_call_output', call_id, output: call_id };
    };
    const response = await runToolLoop({ input: 'hi' }, { maxSteps: 3, callModel, callTool });
    expect(response.output.map((item) => ('call_id' in item ? `${item.type} ${item.call_id}` : item.type))).toEqual([
      'function_call a',
      'function_call b',
      'function_call_output a',
      'function_call_output b',
      'message',
    ]);
    expect(calls[1]?.input).toHaveLength(5);
    expect(countModelCalls(response.output)).toBe(2);
    expect(response.status).toBe('completed');
  });

  test('ends after max_steps 2 as incomplete', async () => {
    const { callModel, calls } = modelOf([[call('a')], [call('b')]]);
    const callTool = ({ call_id }: FunctionCallItem): Promise<FunctionCallOutputItem> =>
      Promise.resolve({ type: 'function_call_output', call_id, output: '' });
    const response = await runToolLoop({ input: 'hi' }, { maxSteps: 2, callModel, callTool });
    expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_steps' } });
    expect(calls).toHaveLength(2);
    expect(countModelCalls(response.output)).toBe(2);
  });
});

describe('planToolCall', () => {
  const offered = [{ type: 'function', name: 'add' } as const];
  test.each([
    [
      { name: 'add', arguments: '{"a":1}' },
      { ok: true, args: { a: 1 } },
    ],
    [
      { name: 'verify', arguments: '{}' },
      { ok: false, error: 'there is no tool "verify"; tools: add' },
    ],
    [
      { name: 'add', arguments: '{"a":' },
      { ok: false, error: 'arguments: not valid JSON: {"a":' },
    ],
    [
      { name: 'add', arguments: '[1]' },
      { ok: false, error: 'arguments: expected a JSON object' },
    ],
  ])('plans %j as %j', (given, expected) => {
    expect(planToolCall({ ...call('a'), ...given }, offered)).toEqual(expected);
  });

  test('never sends a name with a path in it, offered or not', () => {
    const sneaky = { type: 'function', name: '../verify' } as const;
    expect(planToolCall({ ...call('a'), name: '../verify' }, [sneaky]).ok).toBe(false);
  });
});
