import type { Dialect } from './dialect.ts';
import { entriesOf, fieldsOf, type Fields } from './fields.ts';
import { toParts, type MessagePart } from './to-parts.ts';

/** A message in the form of the GenAI conventions' JSON schemas. */
interface Message {
  readonly role: unknown;
  readonly parts: readonly MessagePart[];
}

/** A message of Chat Completions or Messages, or an input item of Responses. */
function toMessage(entry: unknown): Message {
  const fields = fieldsOf(entry);
  const { role = 'assistant', content } = fields;
  if (role === 'tool')
    return { role, parts: [{ type: 'tool_call_response', id: fields['tool_call_id'], response: content }] };
  if (fields['type'] === 'function_call_output') return { role: 'tool', parts: toParts([entry]) };
  if (typeof fields['type'] === 'string' && fields['type'] !== 'message') return { role, parts: toParts([entry]) };
  const thought = fields['reasoning_content'];
  const reasoning =
    typeof thought === 'string' && thought !== '' ? toParts([{ type: 'thinking', thinking: thought }]) : [];
  return { role, parts: [...reasoning, ...toParts(content), ...toParts(fields['tool_calls'])] };
}

/** The messages of a request in the order they were sent; undefined when there are none. */
export function readInputMessages(dialect: Dialect, body: Fields): readonly Message[] | undefined {
  const sent = dialect === 'responses' ? body['input'] : body['messages'];
  if (typeof sent === 'string') return [{ role: 'user', parts: toParts(sent) }];
  return Array.isArray(sent) ? sent.map(toMessage) : undefined;
}

/** Instructions that stand apart from the messages; undefined when there are none. */
export function readInstructions(dialect: Dialect, body: Fields): readonly MessagePart[] | undefined {
  const parts = toParts(dialect === 'responses' ? body['instructions'] : body['system']);
  return parts.length === 0 ? undefined : parts;
}

function toDefinition(tool: unknown): Fields {
  const { function: nested, input_schema: schema, type = 'function', ...rest } = fieldsOf(tool);
  return { type, ...rest, ...fieldsOf(nested), ...(schema === undefined ? {} : { parameters: schema }) };
}

/** The tools a model may call; undefined when there are none. */
export function readToolDefinitions(body: Fields): readonly Fields[] | undefined {
  const tools = entriesOf(body['tools']).map(toDefinition);
  return tools.length === 0 ? undefined : tools;
}

/** What a model answered, one message for each choice; undefined when there is no answer. */
export function readOutputMessages(dialect: Dialect, body: Fields): readonly Message[] | undefined {
  if (dialect === 'chat_completions') {
    const choices = entriesOf(body['choices']).map((choice) => toMessage(fieldsOf(choice)['message']));
    return choices.length === 0 ? undefined : choices;
  }
  const items = entriesOf(dialect === 'responses' ? body['output'] : body['content']);
  if (items.length === 0) return undefined;
  return [
    {
      role: 'assistant',
      parts: items.flatMap((item) => toMessage(dialect === 'responses' ? item : { content: [item] }).parts),
    },
  ];
}
