import { entriesOf, fieldsOf, type Fields } from './fields.ts';

/** One part of a message in the form of the GenAI conventions' JSON schemas. */
export type MessagePart = Fields & { readonly type: string };

/** A tool's arguments, which OpenAI, and any stream, sends as JSON inside a text. */
function toArguments(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function textOf(list: unknown): string {
  return entriesOf(list)
    .map((entry) => fieldsOf(entry)['text'])
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** Turns one content block of any of the three dialects into a part; a type nobody knows is kept as it is. */
function toPart(block: unknown): MessagePart {
  if (typeof block === 'string') return { type: 'text', content: block };
  const fields = fieldsOf(block);
  const called = fieldsOf(fields['function']);
  switch (fields['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return { type: 'text', content: fields['text'] };
    case 'refusal':
      return { type: 'text', content: fields['refusal'] };
    case 'thinking':
      return { type: 'reasoning', content: fields['thinking'] };
    case 'reasoning':
      return { type: 'reasoning', content: textOf(fields['summary']) || textOf(fields['content']) };
    case 'tool_use':
      return { type: 'tool_call', id: fields['id'], name: fields['name'], arguments: toArguments(fields['input']) };
    case 'function':
      return { type: 'tool_call', id: fields['id'], name: called['name'], arguments: toArguments(called['arguments']) };
    case 'function_call': {
      const { call_id: id, name } = fields;
      return { type: 'tool_call', id, name, arguments: toArguments(fields['arguments']) };
    }
    case 'tool_result':
      return { type: 'tool_call_response', id: fields['tool_use_id'], response: fields['content'] };
    case 'function_call_output':
      return { type: 'tool_call_response', id: fields['call_id'], response: fields['output'] };
    default:
      return { ...fields, type: String(fields['type']) };
  }
}

/** Turns content of any of the three dialects, a text or a list of blocks, into parts. Source: GenAI message schemas. */
export function toParts(content: unknown): MessagePart[] {
  if (content === '') return [];
  return typeof content === 'string' ? [toPart(content)] : entriesOf(content).map(toPart);
}
