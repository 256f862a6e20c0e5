import { randomFillSync } from 'node:crypto';

const poolBytes = 4096;
const zeros = /^0+$/;

/** Makes ids of 32 (trace) and 16 (span) hexadecimal digits. */
export interface IdGenerator {
  traceId(): string;
  spanId(): string;
}

/** Ids from Node's cryptographic randomness, read in blocks; no seed of `Math.random` can make two processes collide. */
export function createIdGenerator(): IdGenerator {
  const pool = Buffer.allocUnsafe(poolBytes);
  let position = poolBytes;
  const take = (count: number): string => {
    for (;;) {
      if (position + count > poolBytes) {
        randomFillSync(pool);
        position = 0;
      }
      const id = pool.toString('hex', position, position + count);
      position += count;
      // All zeros is the invalid id; the first digit decides almost always.
      if (id.charCodeAt(0) !== 48 || !zeros.test(id)) return id;
    }
  };
  return { traceId: () => take(16), spanId: () => take(8) };
}
