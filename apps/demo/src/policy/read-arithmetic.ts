import { calculate } from './combine-needs.ts';
import type { ToolRoles } from './find-tool-roles.ts';
import type { Need } from './need.ts';

const wordedOperators: readonly (readonly [pattern: RegExp, symbol: string])[] = [
  [/(\d+(?:\.\d+)?) ?(?:%|percent) of/gi, '$1 / 100 *'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(times|multiplied by)\b/gi, '*'],
  [/\b(divided by|over)\b/gi, '/'],
  [/\bto the power of\b/gi, '^'],
  [/\bsquared\b/gi, '^ 2'],
  [/\bcubed\b/gi, '^ 3'],
  [/(\d),(?=\d{3}\b)/g, '$1'],
];

/** The longest arithmetic expression a question spells, operators in words included. */
export function readArithmetic(question: string, roles: ToolRoles): Need | undefined {
  const text = wordedOperators.reduce((soFar, [pattern, symbol]) => soFar.replace(pattern, symbol), question);
  const candidates = [...text.matchAll(/[-(\d][-+*/%^().\d ]*[\d)]/g)].map((match) => match[0].trim());
  const expression = candidates
    .filter((candidate) => /\d[) ]*[-+*/%^]/.test(candidate))
    .reduce((longest, candidate) => (candidate.length > longest.length ? candidate : longest), '');
  return expression === '' ? undefined : calculate(roles, [expression]);
}
