import { baggageEntryMetadataFromString, type BaggageEntry } from '@opentelemetry/api';

import { trimBlanks } from './trim-blanks.ts';

/** Most of a received baggage that is read, in bytes and in members; the least that W3C asks for. */
const maxBytes = 8192;
const maxMembers = 180;

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads a `baggage` header: members `key=value` with percent-encoded values, each with optional `;` properties.
 *
 * A member without a key, without `=` or with broken encoding is dropped alone, and so is one that begins or ends
 * past 8192 bytes; after 180 members no more are read. A key given twice keeps its last value. Source: W3C Baggage,
 * section 3.
 */
export function parseBaggage(header: string): ReadonlyMap<string, BaggageEntry> {
  const entries = new Map<string, BaggageEntry>();
  // Node gives headers as latin1, one character for a byte.
  const cut = header.length > maxBytes ? header.lastIndexOf(',', maxBytes) : header.length;
  for (let start = 0; start < cut && entries.size < maxMembers;) {
    const comma = header.indexOf(',', start);
    const end = comma < 0 ? cut : comma;
    const member = header.slice(start, end);
    start = end + 1;
    const semicolon = member.indexOf(';');
    const pair = semicolon < 0 ? member : member.slice(0, semicolon);
    const equals = pair.indexOf('=');
    const key = equals < 0 ? undefined : decode(trimBlanks(pair.slice(0, equals)));
    const value = decode(trimBlanks(pair.slice(equals + 1)));
    if (!key || value === undefined) continue;
    const properties = semicolon < 0 ? '' : trimBlanks(member.slice(semicolon + 1));
    entries.set(key, properties === '' ? { value } : { value, metadata: baggageEntryMetadataFromString(properties) });
  }
  return entries;
}
