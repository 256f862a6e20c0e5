import type { Verification } from '../verify-traces/verify-run.ts';

const maxProblems = 20;

/** Lines about a verification: its result, and the first problems found. */
export function verificationLines({ problems, rollouts, spans, traces }: Verification): readonly string[] {
  const counts = `${rollouts} rollouts, ${traces} traces, ${spans} spans`;
  if (problems.length === 0) return [`traces     verified: ${counts}; each rollout is one whole trace`];
  const more = problems.length - maxProblems;
  return [
    `traces     NOT verified: ${counts}; ${problems.length} problem${problems.length === 1 ? '' : 's'}`,
    ...problems.slice(0, maxProblems).map((problem) => `  - ${problem}`),
    ...(more > 0 ? [`  ... and ${more} more`] : []),
  ];
}
