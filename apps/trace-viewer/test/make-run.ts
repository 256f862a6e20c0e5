import { toOtlpJson } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';

/** What the made rollouts look like. */
export interface RunShape {
  readonly rollouts: number;
  readonly runId?: string;
  /** Milliseconds that the tool takes in rollout number `at`. */
  readonly toolMs?: (at: number) => number;
  /** The tool's name; default `search`. */
  readonly tool?: string;
}

const startNs = 1_764_000_000_000_000_000n;

/** Spans of a run: per rollout an agent's request, its rollout, one tool call on another server, and a verification. */
export function makeRun({ rollouts, runId = 'made', toolMs = () => 50, tool = 'search' }: RunShape): SpanRecord[] {
  return Array.from({ length: rollouts }, (_, at) => makeRollout(at, { runId, toolMs: toolMs(at), tool })).flat();
}

/** The same as OTLP JSON. */
export function makeRunText(shape: RunShape): string {
  return `${toOtlpJson(makeRun(shape))}\n`;
}

interface Made {
  readonly runId: string;
  readonly toolMs: number;
  readonly tool: string;
}

function makeRollout(at: number, { runId, toolMs, tool }: Made): SpanRecord[] {
  const hash = Array.from(runId).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
  const traceId = (BigInt(hash) * 1_000_000n + BigInt(at) + 1n).toString(16).padStart(32, '0');
  const id = (index: number): string => (BigInt(at) * 16n + BigInt(index) + 1n).toString(16).padStart(16, '0');
  const begin = startNs + BigInt(at) * 10_000_000n;
  const span = (index: number, parent: number | undefined, rest: Rest): SpanRecord => ({
    traceId,
    spanId: id(index),
    parentSpanId: parent === undefined ? undefined : id(parent),
    name: rest.name,
    kind: rest.kind,
    startNs: begin + BigInt(Math.round(rest.fromMs * 1e6)),
    endNs: begin + BigInt(Math.round(rest.toMs * 1e6)),
    status: 'UNSET',
    statusMessage: undefined,
    attributes: { ...rest.attributes },
    events: [],
    links: [],
    resource: { 'nemo.gym.server.name': rest.server, 'service.instance.id': rest.server, 'nemo.run.id': runId },
    scope: { name: 'nemo.gym', version: undefined },
  });
  const rolloutId = { 'nemo.gym.rollout.id': `${Math.floor(at / 2)}-${at % 2}` };
  const end = 30 + toolMs + (at % 5);
  return [
    span(0, undefined, {
      name: 'HTTP POST',
      kind: 'CLIENT',
      server: 'driver',
      fromMs: 0,
      toMs: end,
      attributes: { ...rolloutId, 'url.full': 'http://127.0.0.1:1/run' },
    }),
    span(1, 0, { name: 'POST /run', kind: 'SERVER', server: 'agent', fromMs: 3, toMs: end - 3 }),
    span(2, 1, {
      name: 'gym.rollout',
      kind: 'INTERNAL',
      server: 'agent',
      fromMs: 3,
      toMs: end - 3,
      attributes: rolloutId,
    }),
    span(3, 2, {
      name: 'gym.tool_call',
      kind: 'INTERNAL',
      server: 'agent',
      fromMs: 5,
      toMs: 5 + toolMs,
      attributes: { 'nemo.gym.tool.name': tool },
    }),
    span(4, 2, {
      name: 'HTTP POST',
      kind: 'CLIENT',
      server: 'agent',
      fromMs: 10 + toolMs,
      toMs: 20 + toolMs,
      attributes: { 'url.full': 'http://127.0.0.1:2/verify' },
    }),
    span(5, 4, { name: 'POST /verify', kind: 'SERVER', server: 'tools', fromMs: 12 + toolMs, toMs: 18 + toolMs }),
    span(6, 5, {
      name: 'gym.verify',
      kind: 'INTERNAL',
      server: 'tools',
      fromMs: 12 + toolMs,
      toMs: 18 + toolMs,
      attributes: rolloutId,
    }),
  ];
}

interface Rest {
  readonly name: string;
  readonly kind: SpanRecord['kind'];
  readonly server: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}
