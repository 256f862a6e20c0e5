import type { SpanNode, Trace } from '../assemble/trace.ts';
import { processOf } from '../span-identity.ts';
import { estimateOffset } from './clock-offset.ts';
import type { ClockOffset, RequestPair } from './clock-offset.ts';

/** How far a process's clock is ahead of the fleet's reference clock. */
export interface ClockSkew extends ClockOffset {
  /** As `processOf` names it. */
  readonly process: string;
  readonly server: string;
  /** The process whose requests the estimate comes from; undefined for a reference. */
  readonly against: string | undefined;
}

interface Process {
  readonly name: string;
  readonly server: string;
  /** Requests to each process that it called. */
  readonly called: Map<string, RequestPair[]>;
  isCalled: boolean;
}

/**
 * Estimates the clocks of all processes from the requests between them. The reference is the process that nobody calls (the
 * driver); offsets add up along the calls from there. A process without requests is its own reference.
 */
export function estimateClockSkew(traces: readonly Trace[]): ClockSkew[] {
  const processes = new Map<string, Process>();
  for (const { nodes } of traces) for (const node of nodes) addNode(node, processes);
  const references = [...processes.values()].sort((a, b) => Number(a.isCalled) - Number(b.isCalled));
  const skews = new Map<string, ClockSkew>();
  for (const { name: reference, server } of references) {
    if (skews.has(reference)) continue;
    const none = { offsetNs: 0n, uncertaintyNs: 0n, isConsistent: true };
    skews.set(reference, { process: reference, server, against: undefined, ...none });
    const waiting = [reference];
    for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
      const base = skews.get(from)!;
      for (const [to, pairs] of pairsAround(from, processes)) {
        if (skews.has(to)) continue;
        const offset = estimateOffset(pairs);
        const own = { process: to, server: processes.get(to)!.server, against: from };
        skews.set(to, { ...own, ...offset, offsetNs: base.offsetNs + offset.offsetNs });
        waiting.push(to);
      }
    }
  }
  return [...skews.values()];
}

function addNode(node: SpanNode, processes: Map<string, Process>): void {
  const process = processAt(node, processes);
  if (node.span.kind !== 'SERVER' || node.parent?.span.kind !== 'CLIENT') return;
  const caller = processAt(node.parent, processes);
  if (caller === process) return;
  process.isCalled = true;
  const pair = {
    clientStartNs: node.parent.startNs,
    clientEndNs: node.parent.endNs,
    serverStartNs: node.startNs,
    serverEndNs: node.endNs,
  };
  const pairs = caller.called.get(process.name);
  if (pairs === undefined) caller.called.set(process.name, [pair]);
  else pairs.push(pair);
}

function processAt({ span, server }: SpanNode, processes: Map<string, Process>): Process {
  const name = processOf(span);
  let process = processes.get(name);
  if (process === undefined) processes.set(name, (process = { name, server, called: new Map(), isCalled: false }));
  return process;
}

/** Requests between a process and each other one, all written as if it were the client. */
function* pairsAround(from: string, processes: ReadonlyMap<string, Process>): Generator<[string, RequestPair[]]> {
  const called = processes.get(from)!.called;
  for (const [to, { called: calledBack }] of processes) {
    const pairs = [...(called.get(to) ?? []), ...(calledBack.get(from) ?? []).map(turned)];
    if (to !== from && pairs.length > 0) yield [to, pairs];
  }
}

/**
 * The same request with its sides changed: with the offset of client against server negated, its bounds are
 * `clientEnd - serverEnd` from above and `clientStart - serverStart` from below.
 */
function turned(pair: RequestPair): RequestPair {
  return {
    clientStartNs: pair.serverEndNs,
    clientEndNs: pair.serverStartNs,
    serverStartNs: pair.clientEndNs,
    serverEndNs: pair.clientStartNs,
  };
}
