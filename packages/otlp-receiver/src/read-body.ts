import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { malformed, tooLarge } from './malformed.ts';

const inflate = promisify(gunzip);

/**
 * Collects a request body. Rejects with `PAYLOAD_TOO_LARGE` as soon as it exceeds `maxBytes` (the rest is discarded, so
 * that the client can read the answer) and with `MALFORMED_PAYLOAD` when the client goes away.
 */
export function readBody(stream: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      reject(tooLarge(`expected a body of at most ${maxBytes} bytes`));
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', () => reject(malformed('the client went away')));
    stream.on('close', () => reject(malformed('the client went away')));
  });
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
