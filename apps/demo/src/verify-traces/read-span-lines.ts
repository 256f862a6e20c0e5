import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isRecord } from '../shapes/read-items.ts';
import type { SpanRecord } from './span-record.ts';

/** The spans of a folder's logs; `problems` names telemetry lines that cannot be read. */
export interface SpanLines {
  readonly spans: readonly SpanRecord[];
  readonly problems: readonly string[];
}

const hexId = /^[0-9a-f]+$/;

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Milliseconds with the microseconds that `Date` drops: the order of short spans depends on them. */
function readTime(text: string): number {
  const fraction = /\.\d{3}(\d+)Z$/.exec(text)?.[1];
  return Date.parse(text) + (fraction ? Number(`0.${fraction}`) : 0);
}

/** Reads one parsed line; `undefined` when it is no span with ids, name and times. */
function readSpanRecord(line: unknown): SpanRecord | undefined {
  if (!isRecord(line) || line['signal'] !== 'span') return undefined;
  const attributes = isRecord(line['attributes']) ? line['attributes'] : {};
  const resource = isRecord(line['resource']) ? line['resource'] : {};
  const links = Array.isArray(line['links']) ? line['links'].filter(isRecord) : [];
  const traceId = readText(line['trace_id']);
  const spanId = readText(line['span_id']);
  const startMs = readTime(readText(line['start_time']));
  const durationMs = line['duration_ms'];
  if (!hexId.test(traceId) || !hexId.test(spanId) || !Number.isFinite(startMs) || typeof durationMs !== 'number')
    return undefined;
  return {
    traceId,
    spanId,
    parentSpanId: readText(line['parent_span_id']) || undefined,
    name: readText(line['name']),
    kind: readText(line['kind']),
    startMs,
    durationMs,
    failed: isRecord(line['status']) && line['status']['code'] === 'ERROR',
    server: readText(resource['nemo.gym.server.name']),
    serverType: readText(resource['nemo.gym.server.type']),
    rolloutId: readText(attributes['nemo.gym.rollout.id']) || undefined,
    links: links.map((link) => ({ traceId: readText(link['trace_id']), spanId: readText(link['span_id']) })),
    attributes,
  };
}

/** Reads the span lines of one log; other lines are a server's own output and left alone. */
export function readSpans(text: string, source: string): SpanLines {
  const spans: SpanRecord[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.includes('"signal":"span"')) continue;
    let span: SpanRecord | undefined;
    try {
      span = readSpanRecord(JSON.parse(line));
    } catch {
      span = undefined;
    }
    if (span) spans.push(span);
    else problems.push(`${source} line ${index + 1}: a span line that cannot be read`);
  }
  return { spans, problems };
}

/** Reads the span lines of all `*.log` files of a folder. */
export async function readSpanLines(folder: string): Promise<SpanLines> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log')).sort();
  const logs = await Promise.all(
    names.map(async (name) => readSpans(await readFile(join(folder, name), 'utf8'), name)),
  );
  return { spans: logs.flatMap((log) => log.spans), problems: logs.flatMap((log) => log.problems) };
}
