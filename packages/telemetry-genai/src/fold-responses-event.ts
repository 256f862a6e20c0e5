import { fieldsOf, type Fields } from './fields.ts';

/** Takes over the answer that an event of a Responses stream carries: the last one is the whole. */
export function foldResponsesEvent(answer: Record<string, unknown>, event: Fields): void {
  if (event['type'] === 'error') answer['error'] = { code: event['code'] ?? 'error' };
  Object.assign(answer, fieldsOf(event['response']));
}
