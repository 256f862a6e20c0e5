import { plainText } from './plain-text.ts';

/** Rows as aligned lines; the first row is the head, columns named in `left` are flush left, others right. */
export function formatTable(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string[] {
  const clean = rows.map((row) => row.map(plainText));
  const widths = clean.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  );
  return clean.map((row) =>
    row
      .map((cell, at) => (left.includes(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
