import { isHttpClientError } from '@gym/telemetry-undici';

import { messageOf } from './demo-error.ts';

/** The message of a failed call with what the called server said about it. */
export function explainFailure(error: unknown): string {
  if (!isHttpClientError(error) || !error.body) return messageOf(error);
  const { body } = error;
  let said = body;
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'string') said = parsed;
  } catch {
    // Not JSON, or cut off: shown as it is.
  }
  return `${error.message}: ${said.slice(0, 500)}`;
}
