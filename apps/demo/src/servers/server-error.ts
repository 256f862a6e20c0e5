import { isHttpClientError } from '@gym/telemetry-undici';

import { explainFailure } from '../explain-failure.ts';
import { ToolError } from '../tools/tool.ts';

/** An answer other than 200 with a message for the caller. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The status and text a failure is answered with: 502 and 504 for a failed inner call, 422 for a bad body, else 500. */
export function answerOf(error: unknown): { readonly status: number; readonly message: string } {
  const message = explainFailure(error);
  if (error instanceof ServerError) return { status: error.status, message };
  if (error instanceof ToolError) return { status: 422, message };
  if (isHttpClientError(error)) return { status: error.code === 'timeout' ? 504 : 502, message };
  const status = (error as { readonly statusCode?: unknown } | undefined)?.statusCode;
  // Fastify's own errors: a body that is no JSON has 400 there, and 422 in NeMo Gym.
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status: status === 400 ? 422 : status, message };
  return { status: 500, message };
}
