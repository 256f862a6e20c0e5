import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Telemetry } from '@gym/telemetry';
import { analyzeSpans, fleetReport, toOtlpJson, type SpanAnalysis } from '@gym/trace-analysis';
import { htmlReport, printSlowest, printTimeShares } from '@gym/trace-viewer';

import type { ServerSpec } from '../config/read-fleet.ts';
import { summariseRollouts } from '../report/summarise-rollouts.ts';
import { verificationLines } from '../report/verification-lines.ts';
import type { CollectedRollout } from '../rollouts/collect.ts';
import { agentOf } from '../rollouts/plan-rollouts.ts';
import type { RunSpans } from '../spans/span-source.ts';
import { supervisorName } from '../supervisor/start-telemetry.ts';
import type { Participants } from '../verify-traces/expected-hops.ts';
import { verifyRun } from '../verify-traces/verify-run.ts';
import { spanningGroups, whyNotVerified } from '../verify-traces/why-not-verified.ts';
import type { FleetRun } from './collect-with-fleet.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { Terminal } from './terminal.ts';

const slowest = { slowest: 3, drawn: 1, maxRows: 40 };
const slowestInFile = 10;
const spansFile = 'spans.jsonl';

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

/** What a run left behind: its rollouts, the spans of all its processes, and the supervisor's telemetry. */
export interface EndedRun {
  readonly fleetRun: FleetRun;
  readonly runSpans: RunSpans;
  readonly telemetry: Telemetry;
  readonly sampler: string | undefined;
}

/** Prints the verification's result, or why there is none; gives whether it found a problem. */
function verify(run: PreparedRun, ended: EndedRun, analysis: SpanAnalysis, { line, paint }: Terminal): boolean {
  const { fleetRun, runSpans, sampler, telemetry } = ended;
  const { destination } = run.spans;
  const whyNot = whyNotVerified({ destination, telemetry, sampler, dropped: runSpans.dropped });
  if (whyNot !== undefined) {
    line(`traces     not verified: ${whyNot}`);
    return false;
  }
  const verification = verifyRun(analysis, {
    collected: fleetRun.collected,
    participantsOf: (rollout) => participantsOf(rollout, run.config.servers),
    groups: spanningGroups(telemetry),
    problems: runSpans.problems,
  });
  const failed = verification.problems.length > 0;
  for (const text of verificationLines(verification)) line(failed ? paint.bad(text) : paint.good(text));
  return failed;
}

/**
 * Prints what came of a run: the rollouts, whether each is one whole trace, where the time went, and why the slowest were
 * slow; writes `report.html`, and the spans that no log has, into the run folder. Without spans there is only the first, and why.
 *
 * Gives whether the verification found a problem.
 */
export async function reportRun(run: PreparedRun, ended: EndedRun, terminal: Terminal): Promise<boolean> {
  const { collected, seconds } = ended.fleetRun;
  terminal.line();
  for (const text of summariseRollouts(collected, seconds)) terminal.line(text);
  const analysis = analyzeSpans(ended.runSpans.spans);
  const failed = verify(run, ended, analysis, terminal);
  if (analysis.rollouts.length === 0) return failed;
  const file = join(run.runFolder, 'report.html');
  await writeFile(file, htmlReport(analysis, { title: `Run ${run.telemetry.runId}`, slowest: slowestInFile }));
  terminal.line(`report     ${file}`);
  // What came to the viewer is in no log; `gym-trace report <run folder>` needs it there.
  if (run.spans.destination.kind === 'viewer')
    await writeFile(join(run.runFolder, spansFile), toOtlpJson(ended.runSpans.spans));
  printTimeShares(fleetReport(analysis.rollouts), terminal);
  printSlowest(analysis, slowest, terminal);
  return failed;
}
