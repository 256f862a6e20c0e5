import type { Category } from '@gym/trace-analysis';

/** One span of a waterfall, times in milliseconds after the trace's start. */
export interface SpanRow {
  readonly spanId: string;
  /** Which of the spans with this id it is, from 0. */
  readonly copy: number;
  readonly name: string;
  readonly server: string;
  readonly depth: number;
  readonly startMs: number;
  readonly durationMs: number;
  readonly isError: boolean;
  /** What the critical path waited for while it was in this span itself, by time; empty off the path. */
  readonly path: readonly PathPart[];
}

/** A piece of the critical path, times in milliseconds after the trace's start. */
export interface PathPart {
  readonly category: Category;
  readonly startMs: number;
  readonly durationMs: number;
}

/**
 * The spans of a waterfall by column, one entry a row: of 100 000 rows half the text, and a twentieth of the objects.
 * {@link rowAt} reads it.
 */
export interface SpanColumns {
  /** What names, servers and categories point to. */
  readonly words: readonly string[];
  readonly spanIds: readonly string[];
  /** By row, where it is not 0. */
  readonly copies: Readonly<Record<number, number>>;
  readonly names: readonly number[];
  readonly servers: readonly number[];
  readonly depths: readonly number[];
  readonly starts: readonly number[];
  readonly durations: readonly number[];
  /** 1 where the span has status ERROR. */
  readonly errors: readonly number[];
  /** Where the row's pieces of the critical path end in the three columns of those. */
  readonly pathEnds: readonly number[];
  readonly pathCategories: readonly number[];
  readonly pathStarts: readonly number[];
  readonly pathDurations: readonly number[];
}

/** Turns rows into columns. */
export function toColumns(rows: Iterable<SpanRow>): SpanColumns {
  const columns = {
    words: [] as string[],
    spanIds: [] as string[],
    copies: {} as Record<number, number>,
    names: [] as number[],
    servers: [] as number[],
    depths: [] as number[],
    starts: [] as number[],
    durations: [] as number[],
    errors: [] as number[],
    pathEnds: [] as number[],
    pathCategories: [] as number[],
    pathStarts: [] as number[],
    pathDurations: [] as number[],
  };
  const places = new Map<string, number>();
  const placeOf = (word: string): number => {
    let place = places.get(word);
    if (place === undefined) places.set(word, (place = columns.words.push(word) - 1));
    return place;
  };
  for (const row of rows) {
    if (row.copy > 0) columns.copies[columns.spanIds.length] = row.copy;
    columns.spanIds.push(row.spanId);
    columns.names.push(placeOf(row.name));
    columns.servers.push(placeOf(row.server));
    columns.depths.push(row.depth);
    columns.starts.push(row.startMs);
    columns.durations.push(row.durationMs);
    columns.errors.push(row.isError ? 1 : 0);
    for (const { category, durationMs, startMs } of row.path) {
      columns.pathCategories.push(placeOf(category));
      columns.pathStarts.push(startMs);
      columns.pathDurations.push(durationMs);
    }
    columns.pathEnds.push(columns.pathCategories.length);
  }
  return columns;
}

/** The row at an index; undefined behind the last. */
export function rowAt(columns: SpanColumns, index: number): SpanRow | undefined {
  const { words } = columns;
  const spanId = columns.spanIds[index];
  if (spanId === undefined) return undefined;
  const path: PathPart[] = [];
  for (let at = columns.pathEnds[index - 1] ?? 0; at < columns.pathEnds[index]!; at += 1)
    path.push({
      category: words[columns.pathCategories[at]!] as Category,
      startMs: columns.pathStarts[at]!,
      durationMs: columns.pathDurations[at]!,
    });
  return {
    spanId,
    copy: columns.copies[index] ?? 0,
    name: words[columns.names[index]!]!,
    server: words[columns.servers[index]!]!,
    depth: columns.depths[index]!,
    startMs: columns.starts[index]!,
    durationMs: columns.durations[index]!,
    isError: columns.errors[index] === 1,
    path,
  };
}
