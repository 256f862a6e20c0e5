import type { Trace } from './build-trace.ts';
import type { SpanRecord } from './span-record.ts';

/** Where the time of a rollout goes. */
export const components = ['model', 'tool', 'verify', 'agent', 'network'] as const;

/** One of {@link components}. */
export type Component = (typeof components)[number];

/** Milliseconds by component. */
export type ComponentTimes = Readonly<Record<Component, number>>;

function componentOf(span: SpanRecord, inVerify: boolean): Component {
  if (span.kind === 'CLIENT') return 'network';
  if (span.serverType === 'responses_api_models') return 'model';
  if (span.serverType === 'resources_servers') return inVerify ? 'verify' : 'tool';
  return 'agent';
}

/** The part of a span during which none of its children ran; children may overlap and reach beyond it. */
function ownTime(span: SpanRecord, children: readonly SpanRecord[]): number {
  const end = span.startMs + span.durationMs;
  let covered = 0;
  let reached = span.startMs;
  for (const child of children) {
    const from = Math.max(child.startMs, reached);
    const to = Math.min(child.startMs + child.durationMs, end);
    if (to <= from) continue;
    covered += to - from;
    reached = to;
  }
  return span.durationMs - covered;
}

/**
 * Sums the own time of all spans of a rollout by component.
 *
 * A CLIENT span's own time (its duration without the server's part) is the network and waiting for a connection. Calls
 * that run in parallel all count, so the sum can be more than the rollout took. With few span groups on there is less
 * to tell apart: what a missing span did counts for the one above it.
 */
export function timeByComponent(trace: Trace): ComponentTimes {
  const times: Record<Component, number> = { model: 0, tool: 0, verify: 0, agent: 0, network: 0 };
  const visit = (span: SpanRecord, aboveInVerify: boolean): void => {
    const inVerify = aboveInVerify || span.name === 'gym.verify' || span.name === 'POST /verify';
    const children = trace.childrenOf(span);
    times[componentOf(span, inVerify)] += ownTime(span, children);
    for (const child of children) visit(child, inVerify);
  };
  for (const root of trace.roots) visit(root, false);
  return times;
}
