import type { Random } from '../shapes/seeded-random.ts';

/** A call as it will be written into the answer. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: string;
}

/** Spoils a call the way models do: a tool that does not exist, or arguments that are cut off. */
export function spoilCall(call: WrittenCall, random: Random): WrittenCall {
  if (random() < 0.5) return { ...call, name: `${call.name}_v2` };
  return { ...call, arguments: call.arguments.slice(0, -1) };
}

/** Spoils an answer: a number is off by a tenth, anything else is not known. */
export function spoilAnswer(answer: string | number): string | number {
  const value = Number(answer);
  return Number.isNaN(value) ? 'not known to me' : Number((value * 1.1 + 1).toFixed(2));
}
