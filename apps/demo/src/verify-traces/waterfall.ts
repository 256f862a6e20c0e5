import type { Trace } from './build-trace.ts';
import type { SpanRecord } from './span-record.ts';

const barWidth = 32;

function bar(span: SpanRecord, startMs: number, totalMs: number): string {
  const scale = totalMs > 0 ? barWidth / totalMs : 0;
  const from = Math.min(barWidth - 1, Math.max(0, Math.floor((span.startMs - startMs) * scale)));
  const length = Math.max(1, Math.min(barWidth - from, Math.round(span.durationMs * scale)));
  return ' '.repeat(from) + '█'.repeat(length) + ' '.repeat(barWidth - from - length);
}

function title(span: SpanRecord, depth: number): string {
  const tool = span.attributes['nemo.gym.tool.name'];
  return `${'  '.repeat(depth)}${span.name}${typeof tool === 'string' ? ` ${tool}` : ''}${span.failed ? ' ✗' : ''}`;
}

/** A trace as lines: indented names, servers, milliseconds and a bar for when each span ran. */
export function drawWaterfall(trace: Trace): readonly string[] {
  const rows: { readonly span: SpanRecord; readonly title: string }[] = [];
  const visit = (span: SpanRecord, depth: number): void => {
    rows.push({ span, title: title(span, depth) });
    for (const child of trace.childrenOf(span)) visit(child, depth + 1);
  };
  for (const root of trace.roots) visit(root, 0);
  const startMs = Math.min(...rows.map(({ span }) => span.startMs));
  const totalMs = Math.max(...rows.map(({ span }) => span.startMs + span.durationMs)) - startMs;
  const titleWidth = Math.max(...rows.map((row) => row.title.length));
  const serverWidth = Math.max(...rows.map(({ span }) => span.server.length));
  return rows.map((row) => {
    const { durationMs, server } = row.span;
    const ms = durationMs.toFixed(1).padStart(9);
    return `${row.title.padEnd(titleWidth)}  ${server.padEnd(serverWidth)}  ${ms} ms  │${bar(row.span, startMs, totalMs)}│`;
  });
}
