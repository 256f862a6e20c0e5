import { isFunctionCall, isRecord } from '../shapes/read-items.ts';
import type { ConversationItem } from '../shapes/responses.ts';
import type { Need, NeedArgument } from './need.ts';

/** A tool call the policy wants to make. */
export interface WantedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/** How far a need is: known, waiting for tools, or out of reach. */
export type Settled =
  | { readonly state: 'known'; readonly value: string | number }
  | { readonly state: 'calls'; readonly calls: readonly WantedCall[] }
  | { readonly state: 'failed'; readonly reason: string };

const maxTries = 2;

function keyOf(name: string, args: unknown): string {
  return JSON.stringify([name, isRecord(args) ? Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)) : args]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The answers of tools in a conversation, by tool and arguments. */
export function readResults(conversation: readonly ConversationItem[]): ReadonlyMap<string, readonly unknown[]> {
  const outputs = new Map<string, unknown>();
  for (const item of conversation)
    if (item.type === 'function_call_output') outputs.set(item.call_id, parse(item.output));
  const results = new Map<string, unknown[]>();
  for (const call of conversation.filter(isFunctionCall)) {
    if (!outputs.has(call.call_id)) continue;
    const key = keyOf(call.name, parse(call.arguments));
    results.set(key, [...(results.get(key) ?? []), outputs.get(call.call_id)]);
  }
  return results;
}

function pickValue(output: unknown, pick: readonly string[]): string | number | undefined {
  if (typeof output === 'string' || typeof output === 'number') return output;
  if (!isRecord(output) || 'error' in output) return undefined;
  const entries = Object.entries(output).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const wanted = pick.map((word) => entries.find(([name]) => name.includes(word))).find((entry) => entry !== undefined);
  return (wanted ?? entries.at(-1))?.[1] as string | number | undefined;
}

function merge(parts: readonly Settled[]): Settled | undefined {
  const failed = parts.find((part) => part.state === 'failed');
  if (failed) return failed;
  const calls = parts.flatMap((part) => (part.state === 'calls' ? part.calls : []));
  const unique = new Map(calls.map((call) => [keyOf(call.name, call.args), call]));
  return unique.size > 0 ? { state: 'calls', calls: [...unique.values()] } : undefined;
}

const known = (value: string | number): Settled => ({ state: 'known', value });

/** Compares a need with the answers so far: its value, or the calls that can be made now, all at once. */
export function settleNeed(need: Need, results: ReadonlyMap<string, readonly unknown[]>): Settled {
  if (need.kind === 'best') {
    const parts = need.of.map((option) => settleNeed(option.need, results));
    const open = merge(parts);
    if (open) return open;
    const sign = need.want === 'largest' ? 1 : -1;
    const scored = parts.map((part) => (part.state === 'known' ? sign * Number(part.value) : Number.NaN));
    return known(need.of[scored.indexOf(Math.max(...scored))]?.label ?? need.of[0]!.label);
  }
  const settleArgument = (argument: NeedArgument): Settled => {
    if (typeof argument === 'string' || typeof argument === 'number') return known(argument);
    if ('kind' in argument) return settleNeed(argument, results);
    const parts = argument.map((part) => settleArgument(part));
    return (
      merge(parts) ?? known(parts.map((part) => inExpression((part as { value: string | number }).value)).join(''))
    );
  };
  const settled = Object.entries(need.args).map(([name, argument]) => [name, settleArgument(argument)] as const);
  const open = merge(settled.map(([, part]) => part));
  if (open) return open;
  const args = Object.fromEntries(settled.map(([name, part]) => [name, (part as { value: string | number }).value]));
  const outputs = results.get(keyOf(need.tool, args)) ?? [];
  const value = outputs.map((output) => pickValue(output, need.pick)).find((picked) => picked !== undefined);
  if (value !== undefined) return known(value);
  if (outputs.length < maxTries) return { state: 'calls', calls: [{ name: need.tool, args }] };
  return { state: 'failed', reason: JSON.stringify(outputs.at(-1)) };
}

function inExpression(value: string | number): string {
  return typeof value === 'number' && value < 0 ? `(${value})` : String(value);
}
