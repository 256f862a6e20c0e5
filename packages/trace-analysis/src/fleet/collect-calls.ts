import type { SpanNode } from '../assemble/trace.ts';
import type { Category } from '../path/category.ts';
import type { NodeClass } from '../path/classify-nodes.ts';
import { pathOf } from '../path/work-of.ts';
import { resendCountOf } from '../span-identity.ts';

/** What a call asks for. */
export type CallKind = 'model' | 'tool' | 'verify';

/** One call of a model, a tool or a verifier as its caller saw it, all tries together. */
export interface Call {
  readonly kind: CallKind;
  /** The tool's name; for the others the server's. */
  readonly name: string;
  readonly node: SpanNode;
  readonly durationNs: bigint;
  /** The last try failed, or the call's own span has status ERROR. */
  readonly failed: boolean;
  /** Tries after the first. */
  readonly retries: number;
}

/** A call while its tries are gathered. */
interface OpenCall {
  readonly kind: CallKind;
  readonly name: string;
  readonly first: SpanNode;
  last: SpanNode;
  retries: number;
}

const kinds: Partial<Record<Category, CallKind>> = { model: 'model', tool: 'tool', verify: 'verify' };

/** Finds a rollout's calls: the outermost span of each, with requests that repeat an earlier one joined to it. */
export function collectCalls(nodes: readonly SpanNode[], classes: ReadonlyMap<SpanNode, NodeClass>): Call[] {
  const calls: OpenCall[] = [];
  const callOf = new Map<SpanNode, OpenCall>();
  for (const node of nodes) {
    const within = node.parent === undefined ? undefined : callOf.get(node.parent);
    const kind = within === undefined ? kindOf(node, classes) : undefined;
    if (within !== undefined) {
      callOf.set(node, within);
      // Inside a tool's span the tries are its requests.
      if (node.parent === within.first && node.span.kind === 'CLIENT') joinTry(within, node);
    } else if (kind !== undefined) {
      const before = classes.get(node)?.previousTry;
      const repeated = before === undefined ? undefined : callOf.get(before);
      const call = repeated ?? { kind, name: nameOf(node, classes), first: node, last: node, retries: 0 };
      if (repeated === undefined) calls.push(call);
      else joinTry(call, node);
      callOf.set(node, call);
    }
  }
  return calls.map(closeCall);
}

function joinTry(call: OpenCall, node: SpanNode): void {
  call.last = node;
  if (resendCountOf(node.span) > 0) call.retries += 1;
}

function closeCall({ kind, name, first, last, retries }: OpenCall): Call {
  const endNs = last.endNs > first.endNs ? last.endNs : first.endNs;
  const isOwnFailure = first.span.kind !== 'CLIENT' && first.span.status === 'ERROR';
  const failed = isOwnFailure || last.span.status === 'ERROR';
  return { kind, name, node: first, durationNs: endNs - first.startNs, failed, retries };
}

function kindOf(node: SpanNode, classes: ReadonlyMap<SpanNode, NodeClass>): CallKind | undefined {
  const { work, callee } = classes.get(node)!;
  const far = callee === undefined ? work : classes.get(callee)?.work;
  // Preparing a session is a resource server's work and no tool call.
  if (pathOf((callee ?? node).span).endsWith('/seed_session')) return undefined;
  return far === undefined ? undefined : kinds[far];
}

function nameOf(node: SpanNode, classes: ReadonlyMap<SpanNode, NodeClass>): string {
  const { tool, callee } = classes.get(node)!;
  if (tool !== undefined) return tool;
  if (callee === undefined) return node.server;
  const isTool = classes.get(callee)?.work === 'tool';
  return isTool ? pathOf(callee.span).replace(/^\//, '') || callee.server : callee.server;
}
