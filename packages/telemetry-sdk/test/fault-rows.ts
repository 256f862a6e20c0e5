import { readFileSync } from 'node:fs';

import { expect } from '@jest/globals';

import type { DeliveryReport } from '../src/index.ts';

const heading = '| fault';
const lines = readFileSync(new URL('../README.md', import.meta.url), 'utf8').split('\n');
const start = lines.findIndex((line) => line.startsWith(heading));
const table = lines.slice(start + 2, lines.indexOf('', start)).map((line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
);

/** The faults of the README's table, in its order. */
export const faultNames: readonly string[] = table.map(([fault = '']) => fault);

const measured = new Set<string>();

/** Holds the README's row on a fault to what a test measured; the row to write is in the failure's message. */
export function expectFaultRow(fault: string, { signals, timedOut }: DeliveryReport): void {
  const { dropped, exported, produced } = signals.traces;
  const losses = Object.entries(dropped).map(([reason, count]) => `${count} \`${reason}\``);
  const row = [
    fault,
    `${exported} of ${produced}`,
    losses.join(', ') || 'none',
    timedOut ? 'at the deadline' : 'before it',
  ];
  measured.add(fault);
  expect(table.find(([name]) => name === fault)).toEqual(row);
}

/** The rows of the README that no test of this file has measured. */
export function unmeasuredFaults(): readonly string[] {
  return faultNames.filter((fault) => !measured.has(fault));
}
