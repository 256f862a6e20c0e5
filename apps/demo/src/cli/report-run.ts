import type { Telemetry } from '@gym/telemetry';

import type { ServerSpec } from '../config/read-fleet.ts';
import { summariseRollouts } from '../report/summarise-rollouts.ts';
import { summariseTime } from '../report/summarise-time.ts';
import { verificationLines } from '../report/verification-lines.ts';
import type { CollectedRollout } from '../rollouts/collect.ts';
import { agentOf } from '../rollouts/plan-rollouts.ts';
import { supervisorName } from '../supervisor/start-telemetry.ts';
import { spanningGroups, whyNotVerified } from '../verify-traces/can-verify.ts';
import type { Participants } from '../verify-traces/expected-hops.ts';
import { readSpanLines } from '../verify-traces/read-span-lines.ts';
import { verifyRun, type Verification } from '../verify-traces/verify-run.ts';
import { drawWaterfall } from '../verify-traces/waterfall.ts';
import type { FleetRun } from './collect-with-fleet.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { Terminal } from './terminal.ts';

function participantsOf(collected: CollectedRollout, servers: readonly ServerSpec[]): Participants {
  const agents = servers.filter((server) => server.type === 'responses_api_agents');
  const wanted = agentOf(collected.rollout.request);
  const agent = agents.find((server) => server.name === wanted) ?? agents[0]!;
  return {
    driver: supervisorName,
    agent: agent.name,
    model: String(agent.settings['model_server']),
    tools: String(agent.settings['resources_server']),
  };
}

function showSlowest(verification: Verification, collected: readonly CollectedRollout[], terminal: Terminal): void {
  const traced = collected.filter(({ rollout }) => verification.byRollout.has(rollout.id));
  const [slowest] = traced.toSorted((a, b) => b.durationMs - a.durationMs);
  const trace = slowest && verification.byRollout.get(slowest.rollout.id);
  if (!trace) return;
  terminal.line();
  terminal.line(terminal.paint.bold(`slowest: rollout ${slowest.rollout.id}, trace ${trace.traceId}`));
  for (const line of drawWaterfall(trace)) terminal.line(line);
}

/**
 * Verifies the traces of a run where that is possible, and prints the summary and the slowest rollout.
 *
 * Gives whether the verification found a problem. Without spans in the logs it says why nothing was verified.
 */
export async function reportRun(
  run: PreparedRun,
  { collected, seconds }: FleetRun,
  telemetry: Telemetry,
  sampler: string | undefined,
  terminal: Terminal,
): Promise<boolean> {
  const { bad, bold, good } = terminal.paint;
  terminal.line();
  for (const line of summariseRollouts(collected, seconds)) terminal.line(line);
  const { config, spanGroups, status } = telemetry;
  const inputs = { config, spanGroups, status, sampler };
  const whyNot = whyNotVerified(inputs);
  if (whyNot !== undefined) {
    terminal.line(`traces     not verified: ${whyNot}`);
    return false;
  }
  const verification = verifyRun(await readSpanLines(run.runFolder), {
    collected,
    participantsOf: (rollout) => participantsOf(rollout, run.config.servers),
    groups: spanningGroups(inputs),
  });
  const failed = verification.problems.length > 0;
  for (const line of verificationLines(verification)) terminal.line(failed ? bad(line) : good(line));
  if (verification.byRollout.size === 0) return failed;
  const [head, ...rows] = summariseTime([...verification.byRollout.values()]);
  terminal.line();
  terminal.line(bold(head!));
  for (const row of rows) terminal.line(row);
  showSlowest(verification, collected, terminal);
  return failed;
}
