import { readEnvText, type Env } from '@gym/telemetry-env';

/** The place of this process in a ranked job. */
export interface JobRank {
  /** From 0; 0 without a ranked job. */
  readonly rank: number;
  /** 1 without a ranked job. */
  readonly worldSize: number;
  /** Rank on this node, from 0. */
  readonly localRank: number;
}

/** Reads `RANK`, `WORLD_SIZE`, `LOCAL_RANK`, else `SLURM_PROCID`, `SLURM_NTASKS`, `SLURM_LOCALID`; what is missing or no whole number gives 0, 1, 0. */
export function readRank(env: Env): JobRank {
  const rank = readWhole(env, 'RANK') ?? readWhole(env, 'SLURM_PROCID') ?? 0;
  return {
    rank,
    worldSize: Math.max(readWhole(env, 'WORLD_SIZE') ?? readWhole(env, 'SLURM_NTASKS') ?? 1, rank + 1),
    localRank: readWhole(env, 'LOCAL_RANK') ?? readWhole(env, 'SLURM_LOCALID') ?? 0,
  };
}

function readWhole(env: Env, name: string): number | undefined {
  const text = readEnvText(env, name);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
