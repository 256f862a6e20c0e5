import { MemberList } from './member-list.ts';
import { isMemberKey, isMemberValue, maxMembers } from './trace-state-rules.ts';
import { trimBlanks } from './trim-blanks.ts';

/**
 * Reads a `tracestate` header; undefined when it has no member, or breaks a rule: then all of it is dropped.
 *
 * Rules: keys and values as W3C spells them, no key twice, at most 32 members. Blanks around a member and empty
 * members are fine. Stops at the first fault. Source: W3C Trace Context, section 3.3.2; conformance harness.
 */
export function parseTracestate(header: string): MemberList | undefined {
  const members = new Map<string, string>();
  for (let start = 0; start <= header.length;) {
    const comma = header.indexOf(',', start);
    const end = comma < 0 ? header.length : comma;
    const member = trimBlanks(header.slice(start, end));
    start = end + 1;
    if (member === '') continue;
    const equals = member.indexOf('=');
    const key = member.slice(0, equals);
    const value = member.slice(equals + 1);
    if (equals < 0 || members.has(key) || members.size === maxMembers) return undefined;
    if (!isMemberKey(key) || !isMemberValue(value)) return undefined;
    members.set(key, value);
  }
  return members.size === 0 ? undefined : new MemberList(members);
}
