/** One row of a table: column name -> text. */
export type CsvRow = ReadonlyMap<string, string>;

/** Splits a table of plain comma-separated values (no quoting) with a header line into rows. */
export function parseCsv(text: string): readonly CsvRow[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const header = (lines[0] ?? '').split(',').map((name) => name.trim());
  return lines.slice(1).map((line) => {
    const cells = line.split(',');
    return new Map(header.map((name, index) => [name, (cells[index] ?? '').trim()]));
  });
}
