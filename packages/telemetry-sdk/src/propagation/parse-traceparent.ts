import type { SpanContext } from '@opentelemetry/api';

import { hexDigitAt, isHexId } from './is-hex-id.ts';
import { trimBlanks } from './trim-blanks.ts';

/** `00-` + 32 + `-` + 16 + `-` + 2 characters. */
const traceparentLength = 55;

/** Longest future version that is read; the ids of a longer one would keep all of it in memory with their span. */
const maxLength = 512;

const dash = 45;

/** Value of two lower-case hex digits, negative when one of them is none. */
function hexByte(text: string, at: number): number {
  const high = hexDigitAt(text, at);
  const low = hexDigitAt(text, at + 1);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/**
 * Reads a `traceparent` header into a remote span context; undefined when the trace has to start anew.
 *
 * Version 00 has exactly 55 characters; a higher version may go on after a `-`, to 512; `ff`, upper case and all-zero ids are
 * no traceparent. The flags are kept as received. Linear time,
 * without a regular expression. Source: W3C Trace Context level 2, sections 3.2 and 3.2.4.
 */
export function parseTraceparent(header: string): SpanContext | undefined {
  const text = trimBlanks(header);
  const version = hexByte(text, 0);
  if (version < 0 || version === 255) return undefined;
  if (text.charCodeAt(2) !== dash || text.charCodeAt(35) !== dash || text.charCodeAt(52) !== dash) return undefined;
  if (text.length > traceparentLength) {
    if (version === 0 || text.charCodeAt(traceparentLength) !== dash || text.length > maxLength) return undefined;
    // A comma is the mark of two headers joined into one, whatever a future version may look like.
    if (text.includes(',')) return undefined;
  }
  const traceFlags = hexByte(text, 53);
  if (traceFlags < 0 || !isHexId(text, 3, 35) || !isHexId(text, 36, 52)) return undefined;
  return { traceId: text.slice(3, 35), spanId: text.slice(36, 52), traceFlags, isRemote: true };
}
