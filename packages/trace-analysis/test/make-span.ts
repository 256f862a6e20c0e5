import type { SpanRecord } from '@gym/trace-analysis';

/** A short way to write a span: ids are small numbers, times are nanoseconds. */
export interface SpanSketch {
  readonly id: number;
  readonly parent?: number;
  readonly trace?: number;
  readonly name?: string;
  readonly kind?: SpanRecord['kind'];
  readonly server?: string;
  readonly from: number;
  readonly to: number;
  readonly status?: SpanRecord['status'];
  readonly attributes?: Record<string, unknown>;
}

const serverTypes: Readonly<Record<string, string>> = {
  agent: 'responses_api_agents',
  model: 'responses_api_models',
  tools: 'resources_servers',
  driver: 'supervisor',
};

export function spanId(id: number): string {
  return id.toString(16).padStart(16, '0');
}

/** A span of `server` (default `agent`): its type is known for `agent`, `model`, `tools` and `driver`. */
export function makeSpan(sketch: SpanSketch): SpanRecord {
  const { server = 'agent' } = sketch;
  const type = serverTypes[server];
  return {
    traceId: (sketch.trace ?? 1).toString(16).padStart(32, '0'),
    spanId: spanId(sketch.id),
    parentSpanId: sketch.parent === undefined ? undefined : spanId(sketch.parent),
    name: sketch.name ?? 'work',
    kind: sketch.kind ?? 'INTERNAL',
    startNs: BigInt(sketch.from),
    endNs: BigInt(sketch.to),
    status: sketch.status ?? 'UNSET',
    statusMessage: undefined,
    attributes: sketch.attributes ?? {},
    events: [],
    links: [],
    resource: {
      'service.name': `gym/${server}`,
      'nemo.gym.server.name': server,
      'service.instance.id': `instance-${server}`,
      'nemo.run.id': 'run',
      ...(type === undefined ? {} : { 'nemo.gym.server.type': type }),
    },
    scope: { name: 'nemo.gym', version: '0.1.0' },
  };
}

/** What a made rollout spends its time on, in milliseconds. */
export interface RolloutSketch {
  readonly id: string;
  readonly trace: number;
  readonly startMs?: number;
  readonly modelMs?: number;
  readonly toolMs?: number;
  /** The tool's first try fails after 10 ms, and after this pause the second is made. */
  readonly backoffMs?: number;
  readonly failed?: boolean;
  /** How far the model server's clock is ahead. */
  readonly modelClockMs?: number;
}

/**
 * The spans of one rollout: the driver asks the agent, which thinks 1 ms, asks the model, thinks 1 ms, calls `search` and
 * thinks 1 ms; each request's way takes 1 ms in each direction.
 */
export function makeRollout(sketch: RolloutSketch): SpanRecord[] {
  const { id, trace, startMs = 0, modelMs = 100, toolMs = 20, backoffMs, modelClockMs = 0 } = sketch;
  const ms = 1_000_000;
  const spans: SpanRecord[] = [];
  const base = trace * 100;
  const named = { 'nemo.gym.rollout.id': id };
  const add = (offset: number, rest: Omit<SpanSketch, 'id' | 'trace'>): void => {
    const clock = rest.server === 'model' ? modelClockMs : 0;
    const [from, to] = [(startMs + rest.from + clock) * ms, (startMs + rest.to + clock) * ms];
    const parent = rest.parent === undefined ? {} : { parent: base + rest.parent };
    spans.push(makeSpan({ ...rest, id: base + offset, trace, ...parent, from, to }));
  };
  const modelEnd = 5 + modelMs;
  const callStart = modelEnd + 1;
  const tryStart = backoffMs === undefined ? callStart : callStart + 10 + backoffMs;
  const callEnd = tryStart + toolMs + 2;
  const end = callEnd + 1;
  const url = { 'url.full': 'http://tools:1/search', 'server.address': 'tools', 'server.port': 1 };
  const toModel = { 'url.full': 'http://model:1/v1/responses', 'server.address': 'model', 'server.port': 1 };
  const status = sketch.failed ? 'ERROR' : 'UNSET';
  add(1, { name: 'HTTP POST', kind: 'CLIENT', server: 'driver', from: 0, to: end + 1, attributes: named, status });
  add(2, { parent: 1, name: 'POST /run', kind: 'SERVER', from: 1, to: end, status });
  add(3, { parent: 2, name: 'gym.rollout', from: 1, to: end, attributes: named, status });
  add(4, { parent: 3, name: 'gym.agent.responses', from: 2, to: end, attributes: named });
  add(5, {
    parent: 4,
    name: 'HTTP POST',
    kind: 'CLIENT',
    from: 3,
    to: modelEnd,
    attributes: { ...toModel, 'http.response.status_code': 200 },
  });
  add(6, { parent: 5, name: 'POST /v1/responses', kind: 'SERVER', server: 'model', from: 4, to: modelEnd - 1 });
  const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 };
  add(7, { parent: 6, name: 'gym.model.responses', server: 'model', from: 4, to: modelEnd - 1, attributes: usage });
  add(8, {
    parent: 4,
    name: 'gym.tool_call',
    from: callStart,
    to: callEnd,
    attributes: { 'nemo.gym.tool.name': 'search' },
  });
  if (backoffMs !== undefined)
    add(9, {
      parent: 8,
      name: 'HTTP POST',
      kind: 'CLIENT',
      from: callStart,
      to: callStart + 10,
      status: 'ERROR',
      attributes: { ...url, 'error.type': 'timeout' },
    });
  const count = backoffMs === undefined ? {} : { 'http.request.resend_count': 1 };
  add(10, {
    parent: 8,
    name: 'HTTP POST',
    kind: 'CLIENT',
    from: tryStart,
    to: callEnd,
    attributes: { ...url, ...count, 'http.response.status_code': 200 },
  });
  add(11, { parent: 10, name: 'POST /search', kind: 'SERVER', server: 'tools', from: tryStart + 1, to: callEnd - 1 });
  return spans;
}
