import { nodesUnder } from '../assemble/nodes-under.ts';
import type { SpanNode } from '../assemble/trace.ts';
import { readText } from '../span-identity.ts';
import type { Category } from './category.ts';
import { findTries } from './find-tries.ts';
import { workOf } from './work-of.ts';

/** What is known of a span from its place in the tree. */
export interface NodeClass {
  /** Who works while the span is open and no child is. */
  readonly work: Category;
  /** Of a client span: the far side's span. */
  readonly callee: SpanNode | undefined;
  /** The nearest client span at or above. */
  readonly request: SpanNode | undefined;
  /** Of a request that repeats another: the try before it. */
  readonly previousTry: SpanNode | undefined;
  /** The tool of the nearest `gym.tool_call` at or above. */
  readonly tool: string | undefined;
}

/** Classifies a span and everything under it. */
export function classifyNodes(root: SpanNode): Map<SpanNode, NodeClass> {
  const classes = new Map<SpanNode, NodeClass>();
  const previous = new Map<SpanNode, SpanNode>();
  for (const node of nodesUnder(root)) {
    const above = node.parent === undefined ? undefined : classes.get(node.parent);
    const isClient = node.span.kind === 'CLIENT';
    const callee = isClient ? calleeOf(node) : undefined;
    for (const [again, before] of findTries(node)) previous.set(again, before);
    // Above a client span its own category is only the way there: what the caller does is one span higher.
    classes.set(node, {
      work: workOf(node, callee, inheritedBy(node, classes)),
      callee,
      previousTry: previous.get(node),
      request: isClient ? node : above?.request,
      tool: toolOf(node) ?? above?.tool,
    });
  }
  return classes;
}

/** The far side of a request: its server span, else a child in another server (its server span was lost). */
export function calleeOf(client: SpanNode): SpanNode | undefined {
  return (
    client.children.find(({ span }) => span.kind === 'SERVER') ??
    client.children.find(({ server }) => server !== client.server)
  );
}

function inheritedBy(node: SpanNode, classes: ReadonlyMap<SpanNode, NodeClass>): Category | undefined {
  const { parent } = node;
  if (parent === undefined) return undefined;
  const isFarSide = parent.span.kind === 'CLIENT' && parent.server !== node.server;
  const from = isFarSide ? parent.parent : parent;
  return from === undefined ? undefined : classes.get(from)?.work;
}

function toolOf({ span }: SpanNode): string | undefined {
  if (span.name !== 'gym.tool_call') return undefined;
  return readText(span.attributes, 'nemo.gym.tool.name') ?? readText(span.attributes, 'gen_ai.tool.name') ?? 'tool';
}
