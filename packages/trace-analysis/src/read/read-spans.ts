import type { SpanRecord } from '../span-record.ts';
import { readConsoleValue } from './read-console-value.ts';
import { readOtlpValue } from './read-otlp-value.ts';
import { asRecord } from './reading.ts';

/** A line that looked like telemetry and could not be read; `line` counts from 1. */
export interface ReadProblem {
  readonly line: number;
  readonly message: string;
}

/** What a log held. */
export interface ReadResult {
  readonly spans: readonly SpanRecord[];
  readonly problems: readonly ReadProblem[];
}

/** NeMo Gym writes `(<server name>) ` before each line. */
const prefix = /^\([^(){}"]*\) /;
const telemetry = /"(?:trace_id|traceId|resourceSpans)"/;

/**
 * Reads every span of a text, line by line: our console lines, NeMo Gym's Python console lines, OTLP JSON `TracesData`.
 *
 * What stands before a line's first `{` is cut (NeMo Gym prefixes lines with the server's name), an object may be
 * printed over several lines when its braces stand alone, and lines that are no telemetry (the server's own log,
 * metrics, log records) are passed over. Never throws: what looks like a span and is none is in `problems`.
 */
export function readSpans(text: string): ReadResult {
  const spans: SpanRecord[] = [];
  const problems: ReadProblem[] = [];
  for (const { line, json } of jsonObjects(text)) {
    try {
      const value = asRecord(JSON.parse(json));
      const reading = 'resourceSpans' in value ? readOtlpValue(value) : readConsoleValue(value);
      for (const span of reading.spans) spans.push(span);
      for (const message of reading.problems) problems.push({ line, message });
    } catch {
      if (telemetry.test(json)) problems.push({ line, message: 'the line is no complete JSON object' });
    }
  }
  return { spans, problems };
}

interface JsonText {
  readonly line: number;
  readonly json: string;
}

function* jsonObjects(text: string): Generator<JsonText> {
  let line = 0;
  let block: { readonly line: number; readonly rows: string[] } | undefined;
  const closeBlock = (): JsonText[] => {
    const closed = block === undefined ? [] : [{ line: block.line, json: block.rows.join('\n') }];
    block = undefined;
    return closed;
  };
  for (let at = 0; at < text.length;) {
    const stop = text.indexOf('\n', at);
    const whole = text.slice(at, stop === -1 ? text.length : stop).trimEnd();
    at = stop === -1 ? text.length : stop + 1;
    line += 1;
    const row = whole.replace(prefix, '');
    // An object that starts inside a block says that the block never closed: it must not swallow what follows.
    if (row.startsWith('{')) yield* closeBlock();
    if (row === '{') block = { line, rows: [row] };
    else if (block !== undefined) {
      block.rows.push(row);
      if (row === '}') yield* closeBlock();
    } else {
      const brace = whole.indexOf('{');
      if (brace !== -1) yield { line, json: whole.slice(brace) };
    }
  }
  yield* closeBlock();
}
