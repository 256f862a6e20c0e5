import type { Hop } from '@gym/trace-analysis';
import { InvalidArgumentError } from 'commander';

import { isFactor } from '../input/is-factor.ts';

/** A whole number from `min` on, for an option. */
export function parseCount(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min)
      throw new InvalidArgumentError(`Expected a whole number from ${min} on.`);
    return value;
  };
}

/** A TCP port; 0 is a free one. */
export function parsePort(text: string): number {
  const value = parseCount(0)(text);
  if (value > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return value;
}

/** A share from 0 to 1, for an option. */
export function parseShare(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw new InvalidArgumentError('Expected a number from 0 to 1.');
  return value;
}

/** What a duration or the concurrency is multiplied by, for an option. */
export function parseFactor(text: string): number {
  if (!isFactor(text)) throw new InvalidArgumentError('Expected a factor such as 0.5 (half) or 2 (twice).');
  return Number(text);
}

/** One more tool's factor, `name=factor`, as in `search=0.5`. */
export function parseToolFactor(text: string, tools: Readonly<Record<string, number>> = {}): Record<string, number> {
  const sign = text.lastIndexOf('=');
  if (sign < 1) throw new InvalidArgumentError('Expected name=factor, such as search=0.5.');
  return { ...tools, [text.slice(0, sign)]: parseFactor(text.slice(sign + 1)) };
}

/** One more hop, `server` or `server:SPAN`, as in `tools:POST /verify`. */
export function parseHop(text: string, hops: readonly Hop[] = []): readonly Hop[] {
  const colon = text.indexOf(':');
  const server = colon === -1 ? text : text.slice(0, colon);
  const name = colon === -1 ? undefined : text.slice(colon + 1);
  if (server === '' || name === '') throw new InvalidArgumentError('Expected server or server:SPAN.');
  return [...hops, { server, name }];
}
