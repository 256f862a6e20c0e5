import { readEnvText, type Env } from './read-env-field.ts';

/** A run id and what it came from: a variable's name, `telemetry block` or `generated`. */
export interface RunId {
  readonly runId: string;
  readonly source: string;
}

/**
 * Twelve random lowercase hex digits, as NeMo Gym makes them.
 *
 * From Web Crypto, which no seeded random generator of the host touches.
 */
function generateRunId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The run id all processes of a run share: the one already settled from environment or block, else `SLURM_JOB_ID`,
 * else a new one from `generate`.
 */
export function resolveRunId(
  settled: { readonly runId: string | undefined; readonly source: string },
  env: Env,
  generate: () => string = generateRunId,
): RunId {
  if (settled.runId !== undefined) return { runId: settled.runId, source: settled.source };
  const slurm = readEnvText(env, 'SLURM_JOB_ID');
  return slurm === undefined ? { runId: generate(), source: 'generated' } : { runId: slurm, source: 'SLURM_JOB_ID' };
}
