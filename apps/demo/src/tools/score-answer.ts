import { isMessage, textOf } from '../shapes/read-items.ts';
import type { ResponsesResponse } from '../shapes/responses.ts';

/** The text of the last message of the assistant; empty when there is none. */
function finalAnswer(response: ResponsesResponse): string {
  const last = response.output.filter(isMessage).findLast((message) => message.role === 'assistant');
  return last ? textOf(last) : '';
}

const numberPattern = /-?\d+(?:\.\d+)?/g;

/** The last number in a text; thousands separators are left out of account. */
function lastNumber(text: string): number | undefined {
  const found = text
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .match(numberPattern)
    ?.at(-1);
  return found === undefined ? undefined : Number(found);
}

function normalise(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.-]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .trim()} `.replace(/ +/g, ' ');
}

/**
 * Scores an answer, 0 or 1.
 *
 * An expected number must be the last number said, within half a percent (at least 0.01); an expected text must occur as
 * whole words. Without an expected answer (NeMo Gym's example rows have none) any finished answer counts.
 */
export function scoreAnswer(response: ResponsesResponse, expected: unknown): number {
  const answer = finalAnswer(response);
  if (response.status !== 'completed' || answer === '') return 0;
  if (expected === undefined || expected === null) return 1;
  if (typeof expected === 'number') {
    const said = lastNumber(answer);
    return said !== undefined && Math.abs(said - expected) <= Math.max(0.01, Math.abs(expected) * 0.005) ? 1 : 0;
  }
  const wanted = typeof expected === 'string' ? expected : JSON.stringify(expected);
  return normalise(answer).includes(normalise(wanted)) ? 1 : 0;
}
