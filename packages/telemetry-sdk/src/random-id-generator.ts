import { randomFillSync } from 'node:crypto';

import type { IdGenerator } from '@opentelemetry/sdk-trace';

const poolBytes = 4096;
const zeros = /^0+$/;

/** Trace and span ids from Node's cryptographic randomness, read in blocks; no seed of `Math.random` can make two processes collide. */
export function createRandomIdGenerator(): IdGenerator {
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
  return { generateTraceId: () => take(16), generateSpanId: () => take(8) };
}
