import { entryAt } from './entry-at.ts';
import { fieldsOf, type Fields } from './fields.ts';
import type { TextBudget } from './text-budget.ts';

type Growing = Record<string, unknown>;

/** Where the text of each kind of delta goes in its block. */
const deltaFields: ReadonlyMap<unknown, readonly [from: string, to: string]> = new Map([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['input_json_delta', ['partial_json', 'input']],
]);

/** Adds one event of an Anthropic Messages stream to the answer that it is a part of. */
export function foldMessagesEvent(answer: Growing, event: Fields, budget: TextBudget): void {
  const blocks = (answer['content'] ??= []) as Growing[];
  switch (event['type']) {
    case 'message_start': {
      const { id, model, usage } = fieldsOf(event['message']);
      Object.assign(answer, { id, model, usage });
      return;
    }
    case 'content_block_start': {
      const { type, id, name } = fieldsOf(event['content_block']);
      const block = entryAt(blocks, event['index']);
      if (block !== undefined) Object.assign(block, { type, id, name });
      return;
    }
    case 'content_block_delta': {
      const delta = fieldsOf(event['delta']);
      const [from, to] = deltaFields.get(delta['type']) ?? [];
      const block = entryAt(blocks, event['index']);
      if (block !== undefined && from !== undefined && to !== undefined)
        block[to] = budget.append(block[to], delta[from]);
      return;
    }
    case 'message_delta':
      answer['stop_reason'] = fieldsOf(event['delta'])['stop_reason'] ?? answer['stop_reason'];
      // The counts here are totals, and say more than those of the start.
      answer['usage'] = { ...fieldsOf(answer['usage']), ...fieldsOf(event['usage']) };
      return;
    case 'error':
      answer['error'] = event['error'];
      return;
    default:
  }
}
