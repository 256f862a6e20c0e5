import { createHash, timingSafeEqual } from 'node:crypto';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Makes the check of an `authorization` header against a bearer token; it takes as long for a wrong one as for the right one. */
export function createTokenCheck(token: string): (header: string | undefined) => boolean {
  const expected = digest(token);
  return (header = '') => {
    const given = /^bearer +(.*)$/i.exec(header)?.[1] ?? '';
    return timingSafeEqual(digest(given), expected);
  };
}
