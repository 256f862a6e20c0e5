import { planToolCall } from '../agent/plan-tool-call.ts';
import { countModelCalls } from '../shapes/count-model-calls.ts';
import { isFunctionCall } from '../shapes/read-items.ts';
import type { RolloutResult } from '../shapes/responses.ts';

/** A span a trace must have: one of `names`, made by `server`, with `children` below it; `group` switches it. */
export interface Hop {
  readonly names: readonly string[];
  readonly server: string;
  readonly group: string;
  readonly children: readonly Hop[];
}

/** Who takes part in a rollout, by server name. */
export interface Participants {
  readonly driver: string;
  readonly agent: string;
  readonly model: string;
  readonly tools: string;
}

function hop(group: string, server: string, name: string, children: readonly Hop[] = []): Hop {
  return { names: [name], server, group, children };
}

/** A call between two servers: the CLIENT span and the SERVER span below it. A route the server lacks has no template. */
function call(from: string, to: string, path: string, children: readonly Hop[] = []): Hop {
  const served: Hop = { names: [`POST ${path}`, 'POST'], server: to, group: 'server', children };
  return hop('http_client', from, 'HTTP POST', [served]);
}

/**
 * The hops of a finished rollout, worked out from its result row alone: each model call and each tool call it shows,
 * the session, the verification. Source: contract section 8, "The trace's shape".
 */
export function expectedHops(result: RolloutResult, { agent, driver, model, tools }: Participants): Hop {
  const { output } = result.response;
  const offered = result.responses_create_params.tools ?? [];
  const modelCalls = Array.from({ length: countModelCalls(output) }, () =>
    call(agent, model, '/v1/responses', [hop('model_call', model, 'gym.model.responses')]),
  );
  const toolCalls = output.filter(isFunctionCall).map((item) => {
    const sent = planToolCall(item, offered).ok ? [call(agent, tools, `/${item.name}`)] : [];
    return hop('tool_call', agent, 'gym.tool_call', sent);
  });
  const work = hop('agent', agent, 'gym.agent.responses', [...modelCalls, ...toolCalls]);
  const rollout = hop('rollout', agent, 'gym.rollout', [
    call(agent, tools, '/seed_session'),
    call(agent, agent, '/v1/responses', [work]),
    call(agent, tools, '/verify', [hop('verify', tools, 'gym.verify')]),
  ]);
  return call(driver, agent, '/run', [rollout]);
}

/** Leaves out the hops whose group is off: what they held hangs on the next hop above. */
export function keepEnabled(expected: Hop, groups: ReadonlySet<string>): readonly Hop[] {
  const children = expected.children.flatMap((child) => keepEnabled(child, groups));
  return groups.has(expected.group) ? [{ ...expected, children }] : children;
}
