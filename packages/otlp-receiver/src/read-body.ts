import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import type { BodyBudget } from './body-budget.ts';
import { busy, malformed, tooLarge } from './malformed.ts';

const inflate = promisify(gunzip);

/** A body that is being read. */
export interface HeldBody {
  readonly body: Promise<Buffer>;
  /** Gives back what the body took from the budget; the second time nothing. */
  release(): void;
}

/**
 * Collects a request body. Rejects with `PAYLOAD_TOO_LARGE` as soon as it exceeds `maxBytes`, and with `BUSY` as soon as
 * the budget has no room (the rest is discarded, so that the client can read the answer), and with `MALFORMED_PAYLOAD`
 * when the client goes away. The bytes stay taken from the budget until {@link HeldBody.release}.
 */
export function readBody(stream: Readable, maxBytes: number, budget: BodyBudget): HeldBody {
  let bytes = 0;
  let held = 0;
  const release = (): void => {
    budget.give(held);
    held = 0;
  };
  const body = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let isRefused = false;
    const refuse = (error: Error): void => {
      isRefused = true;
      chunks.length = 0;
      release();
      reject(error);
    };
    stream.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      bytes += chunk.length;
      if (bytes > maxBytes) return refuse(tooLarge(`expected a body of at most ${maxBytes} bytes`));
      if (!budget.take(chunk.length)) return refuse(busy('too many bytes of other requests are being read'));
      held += chunk.length;
      chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    const goAway = (): void => {
      if (!stream.readableEnded) refuse(malformed('the client went away'));
    };
    stream.on('error', goAway);
    stream.on('close', goAway);
  });
  return { body, release };
}

/** Inflates a gzip body of at most `maxBytes`; rejects with `PAYLOAD_TOO_LARGE` or `MALFORMED_PAYLOAD`. */
export async function inflateBody(body: Uint8Array, maxBytes: number): Promise<Buffer> {
  try {
    return await inflate(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(`expected at most ${maxBytes} bytes after inflation`);
    }
    throw malformed('expected gzip');
  }
}

/** Reads a body to its end and keeps nothing of it, so that the client can read the answer. */
export async function discardBody(stream: Readable): Promise<void> {
  await finished(stream.resume(), { writable: false }).catch(() => {});
}
