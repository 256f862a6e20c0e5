import type { SpanNode } from '../assemble/trace.ts';
import { readText } from '../span-identity.ts';
import type { SpanRecord } from '../span-record.ts';
import type { Category } from './category.ts';

const byName: readonly (readonly [RegExp, Category])[] = [
  [/^gym\.model\./, 'model'],
  [/^gym\.tool_call$/, 'tool'],
  [/^gym\.verify$/, 'verify'],
  [/^gym\.sandbox\./, 'sandbox'],
  [/^gym\.(rollout$|agent\.)/, 'agent'],
  [/(^|[._ ])queue(_wait|d)?$/, 'queue'],
];
const byServerType: Readonly<Record<string, Category>> = {
  responses_api_models: 'model',
  responses_api_agents: 'agent',
  resources_servers: 'tool',
};
const modelPath = /\/v1\/(responses|chat\/completions|messages)$/;
const verifyPath = /\/verify$/;
/** What keeps its meaning on the far side of a request; work for an agent does not. */
const carried = new Set<Category>(['model', 'tool', 'verify', 'sandbox']);

/**
 * Who works while a span is open and none of its children is: decided by the gym's span names, then by the kind of
 * server and the route, then by the nearest ancestor that is known.
 */
export function workOf(node: SpanNode, callee: SpanNode | undefined, inherited: Category | undefined): Category {
  const { span } = node;
  const named = byName.find(([pattern]) => pattern.test(span.name))?.[1];
  if (named !== undefined) return named;
  const isEntry = span.kind === 'SERVER' || node.parent === undefined || node.parent.server !== node.server;
  if (span.kind === 'CLIENT') return callee === undefined ? workOfLoneRequest(node, inherited) : 'network';
  return (isEntry ? workOfServer(span, inherited) : inherited) ?? 'unexplained';
}

function workOfServer(span: SpanRecord, inherited: Category | undefined): Category | undefined {
  const path = pathOf(span);
  const type = readText(span.resource, 'nemo.gym.server.type');
  const served = type !== undefined && Object.hasOwn(byServerType, type) ? byServerType[type] : undefined;
  if (served !== undefined) return served === 'tool' && verifyPath.test(path) ? 'verify' : served;
  if (inherited !== undefined && carried.has(inherited)) return inherited;
  if (verifyPath.test(path)) return 'verify';
  if (path.endsWith('/run')) return 'agent';
  return /\/v1\/(chat\/completions|messages)$/.test(path) ? 'model' : undefined;
}

/** A request whose far side left no span: a server without telemetry, an answer that never came, or a lost span. */
function workOfLoneRequest({ span, parent }: SpanNode, inherited: Category | undefined): Category {
  const isAnswered = readText(span.attributes, 'http.response.status_code') !== undefined;
  const error = readText(span.attributes, 'error.type');
  if (!isAnswered && error !== undefined && error !== 'timeout') return 'network';
  if (inherited !== undefined && carried.has(inherited)) return inherited;
  const path = pathOf(span);
  if (verifyPath.test(path)) return 'verify';
  return parent?.span.name.startsWith('gym.agent.') && modelPath.test(path) ? 'model' : 'unexplained';
}

/** The path a request or its server names: `http.route`, else `url.path`, else that of `url.full`; else empty. */
export function pathOf({ attributes }: SpanRecord): string {
  const path = readText(attributes, 'http.route') ?? readText(attributes, 'url.path');
  if (path !== undefined) return path;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(readText(attributes, 'url.full') ?? '')?.[1] ?? '';
}
