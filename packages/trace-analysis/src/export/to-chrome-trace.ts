import type { SpanNode, Trace } from '../assemble/trace.ts';
import { processOf } from '../span-identity.ts';
import { assignLanes } from './assign-lanes.ts';

type ChromeEvent = Readonly<Record<string, unknown>>;

/**
 * Traces as Chrome trace JSON, for Perfetto (ui.perfetto.dev) and chrome://tracing: a process per server process, a track
 * per trace (more where spans overlap), an arrow for each request. Times are microseconds after the first start.
 */
export function toChromeTrace(traces: readonly Trace[]): string {
  const zero = traces.reduce((least, next) => (next.startNs < least ? next.startNs : least), traces[0]?.startNs ?? 0n);
  const pids = new Map<string, number>();
  const tids = new Map<string, number>();
  const events: ChromeEvent[] = [];
  const numberOf = (ids: Map<string, number>, key: string, meta: (id: number) => ChromeEvent): number => {
    let id = ids.get(key);
    if (id === undefined) {
      ids.set(key, (id = ids.size + 1));
      events.push(meta(id));
    }
    return id;
  };
  for (const trace of traces) {
    const places = new Map<SpanNode, { pid: number; tid: number }>();
    for (const [node, lane] of assignLanes(trace.nodes)) {
      const process = processOf(node.span);
      const pid = numberOf(pids, process, (id) => named('process_name', { pid: id, tid: 0 }, node.server));
      const key = `${process}\0${trace.traceId}\0${lane}`;
      const title = lane === 0 ? trace.traceId.slice(0, 8) : `${trace.traceId.slice(0, 8)} (${lane + 1})`;
      const tid = numberOf(tids, key, (id) => named('thread_name', { pid, tid: id }, title));
      places.set(node, { pid, tid });
      events.push(slice(node, { pid, tid }, zero));
    }
    for (const node of trace.nodes) {
      if (node.span.kind !== 'SERVER' || node.parent?.span.kind !== 'CLIENT') continue;
      const arrow = { name: 'request', cat: 'request', id: node.span.spanId };
      events.push({ ...arrow, ph: 's', ts: toUs(node.parent.startNs - zero), ...places.get(node.parent) });
      events.push({ ...arrow, ph: 'f', bp: 'e', ts: toUs(node.startNs - zero), ...places.get(node) });
    }
  }
  return JSON.stringify({ displayTimeUnit: 'ms', traceEvents: events });
}

function slice({ span, startNs, endNs }: SpanNode, place: object, zero: bigint): ChromeEvent {
  const args = { ...span.attributes, 'trace.id': span.traceId, 'span.id': span.spanId, status: span.status };
  const times = { ts: toUs(startNs - zero), dur: toUs(endNs - startNs) };
  return { name: span.name, cat: span.kind, ph: 'X', ...times, ...place, args };
}

function named(name: string, place: { readonly pid: number; readonly tid: number }, title: string): ChromeEvent {
  return { name, ph: 'M', ...place, args: { name: title } };
}

function toUs(ns: bigint): number {
  return Number(ns) / 1000;
}
