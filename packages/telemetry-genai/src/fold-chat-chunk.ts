import { entryAt } from './entry-at.ts';
import { entriesOf, fieldsOf, type Fields } from './fields.ts';
import type { TextBudget } from './text-budget.ts';

type Growing = Record<string, unknown>;

function foldToolCall(calls: Growing[], delta: unknown, budget: TextBudget): void {
  const fields = fieldsOf(delta);
  const call = entryAt(calls, fields['index']);
  if (call === undefined) return;
  call['type'] = 'function';
  call['id'] ??= fields['id'];
  const called = fieldsOf(fields['function']);
  const before = fieldsOf(call['function']);
  const text = budget.append(before['arguments'], called['arguments']);
  call['function'] = { name: before['name'] ?? called['name'], arguments: text };
}

/** Adds one chunk of a Chat Completions stream to the answer that it is a part of. */
export function foldChatChunk(answer: Growing, chunk: Fields, budget: TextBudget): void {
  for (const name of ['id', 'model', 'service_tier', 'system_fingerprint']) answer[name] ??= chunk[name];
  answer['usage'] = chunk['usage'] ?? answer['usage'];
  answer['error'] = chunk['error'] ?? answer['error'];
  const choices = (answer['choices'] ??= []) as Growing[];
  for (const part of entriesOf(chunk['choices'])) {
    const { index, finish_reason: reason, delta } = fieldsOf(part);
    const choice = entryAt(choices, index);
    if (choice === undefined) continue;
    choice['finish_reason'] = reason ?? choice['finish_reason'];
    const said = fieldsOf(delta);
    const message = (choice['message'] ??= { role: 'assistant' }) as Growing;
    message['content'] = budget.append(message['content'], said['content']);
    message['reasoning_content'] = budget.append(message['reasoning_content'], said['reasoning_content']);
    const calls = (message['tool_calls'] ??= []) as Growing[];
    for (const call of entriesOf(said['tool_calls'])) foldToolCall(calls, call, budget);
  }
}
