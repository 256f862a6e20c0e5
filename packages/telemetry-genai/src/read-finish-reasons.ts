import type { Dialect } from './dialect.ts';
import { entriesOf, fieldsOf, type Fields } from './fields.ts';

/** Anthropic's words in the words of Chat Completions; others stay. */
const anthropicWords: ReadonlyMap<unknown, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

function readResponsesReason(body: Fields): unknown {
  switch (body['status']) {
    case 'completed': {
      const types = entriesOf(body['output']).map((item) => fieldsOf(item)['type']);
      return types.some((type) => type === 'function_call' || type === 'custom_tool_call') ? 'tool_calls' : 'stop';
    }
    case 'incomplete': {
      const { reason } = fieldsOf(body['incomplete_details']);
      return reason === 'max_output_tokens' ? 'length' : (reason ?? 'error');
    }
    case 'failed':
    case 'cancelled':
      return 'error';
    default:
      return undefined;
  }
}

/**
 * Why each choice of an answer ended, in the words of Chat Completions for all dialects: `stop`, `length`, `tool_calls`,
 * `content_filter`; `error` when the model failed. So that one query, such as Logfire's for `length`, finds all.
 */
export function readFinishReasons(dialect: Dialect, body: Fields): readonly unknown[] {
  if (dialect === 'chat_completions')
    return entriesOf(body['choices']).map((choice) => fieldsOf(choice)['finish_reason'] ?? undefined);
  if (dialect === 'responses') return [readResponsesReason(body)];
  const reason = body['stop_reason'];
  return [anthropicWords.get(reason) ?? reason];
}
