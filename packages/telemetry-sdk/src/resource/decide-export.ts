import { createHash } from 'node:crypto';

import type { TelemetryConfig } from '@gym/telemetry-config';

import type { JobRank } from './read-rank.ts';

/** What an export strategy decides on. */
export interface ExportCandidate extends JobRank {
  readonly runId: string;
}

/** An export strategy of your own: whether this process exports. Propagation goes on either way. */
export type ExportDecision = (candidate: ExportCandidate) => boolean;

/**
 * Applies the configured export strategy to this process.
 *
 * `sampled` hashes run id and rank, so that every restart of a rank decides alike; `single_rank` counts -1 as the last
 * rank. Source: contract section 2.
 */
export function decideExport(
  config: Pick<TelemetryConfig, 'exportStrategy' | 'exportRank' | 'exportSampleRate'>,
  candidate: ExportCandidate,
): boolean {
  const { localRank, rank, runId, worldSize } = candidate;
  switch (config.exportStrategy) {
    case 'all_ranks':
      return true;
    case 'single_rank':
      return rank === (config.exportRank === -1 ? worldSize - 1 : config.exportRank);
    case 'first_rank_per_node':
      return localRank === 0;
    case 'sampled':
      return hashShare(`${runId}/${rank}`) < config.exportSampleRate;
  }
}

/** A share from 0 to below 1 that depends on the text only. */
function hashShare(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}
