import { agentAttributes, toolAttributes } from '@gym/telemetry-genai';
import { expect, test } from '@jest/globals';

test('an agent with a name and a model', () => {
  const agent = { name: 'math', version: '2', conversationId: 'c1', model: 'gpt-5', provider: 'openai' };
  expect(agentAttributes(agent)).toEqual({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'openai',
    'gen_ai.agent.name': 'math',
    'gen_ai.agent.version': '2',
    'gen_ai.conversation.id': 'c1',
    'gen_ai.request.model': 'gpt-5',
  });
});

test('an agent without anything is still an invoke_agent operation', () => {
  expect(agentAttributes({})).toEqual({ 'gen_ai.operation.name': 'invoke_agent' });
});

test('a tool call without capture has no arguments and no result', () => {
  expect(toolAttributes({ name: 'weather', callId: 'c1', arguments: { city: 'Oslo' }, result: 'rain' })).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'weather',
    'gen_ai.tool.call.id': 'c1',
    'gen_ai.tool.type': 'function',
  });
});

test('a tool call with capture has both as JSON', () => {
  const call = { name: 'weather', type: 'extension', arguments: { city: 'Oslo' }, result: 'rain' } as const;
  expect(toolAttributes(call, { captureContent: true })).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'weather',
    'gen_ai.tool.type': 'extension',
    'gen_ai.tool.call.arguments': '{"city":"Oslo"}',
    'gen_ai.tool.call.result': '"rain"',
  });
});
