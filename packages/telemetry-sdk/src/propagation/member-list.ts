import type { TraceState } from '@opentelemetry/api';

import { isMemberKey, isMemberValue, maxMembers } from './trace-state-rules.ts';

/** Longest text that is sent on, the least that W3C asks for; longer lists lose whole members. */
const maxLength = 512;

/** Members longer than this go first. */
const longMember = 128;

type Members = ReadonlyMap<string, string>;

function write(members: Members): string {
  let text = '';
  for (const [key, value] of members) text += text === '' ? `${key}=${value}` : `,${key}=${value}`;
  return text;
}

/** Drops members longer than 128 characters, then any, both from the end, until 512 characters and 32 members are left. */
function fit(members: Map<string, string>): Members {
  let length = -1;
  for (const [key, value] of members) length += key.length + value.length + 2;
  const drop = (mayGo: (memberLength: number) => boolean): void => {
    for (const [key, value] of [...members].toReversed()) {
      if (length <= maxLength && members.size <= maxMembers) return;
      const memberLength = key.length + value.length + 1;
      if (!mayGo(memberLength)) continue;
      members.delete(key);
      length -= memberLength + 1;
    }
  };
  if (length > maxLength) drop((memberLength) => memberLength > longMember);
  drop(() => true);
  return members;
}

/**
 * The members of a valid tracestate in the order of the header; immutable.
 *
 * `serialize` gives at most 512 characters. `set` puts the member first and ignores a key or value that W3C forbids.
 * Source: W3C Trace Context, sections 3.3.2 and 3.5.
 */
export class MemberList implements TraceState {
  readonly #members: Members;
  readonly #text: string;

  constructor(members: Map<string, string>) {
    this.#members = fit(members);
    this.#text = write(this.#members);
  }

  get(key: string): string | undefined {
    return this.#members.get(key);
  }

  set(key: string, value: string): MemberList {
    if (!isMemberKey(key) || !isMemberValue(value)) return this;
    const members = new Map([[key, value]]);
    for (const [other, kept] of this.#members) if (other !== key) members.set(other, kept);
    return new MemberList(members);
  }

  unset(key: string): MemberList {
    const members = new Map(this.#members);
    return members.delete(key) ? new MemberList(members) : this;
  }

  serialize(): string {
    return this.#text;
  }
}
