import type { DurationStats, SpanStats } from '@gym/trace-analysis';

/** One run of the store. Spans without a run id make up the run with the id `''`. */
export interface RunSummary {
  readonly runId: string;
  /** First start and last end of its spans, nanoseconds since the epoch. */
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly spans: number;
  readonly traces: number;
  /** Pairs of a trace and a rollout id. */
  readonly rollouts: number;
  /** Spans whose status is `ERROR`. */
  readonly errors: number;
  /** In alphabetical order. */
  readonly servers: readonly string[];
}

/**
 * One rollout: a trace and a rollout id that its spans name. Its time is that of the longest span that names it, so that
 * clocks of several processes do not mix.
 */
export interface RolloutSummary {
  readonly rolloutId: string;
  readonly traceId: string;
  readonly startNs: bigint;
  readonly durationNs: bigint;
  /** The longest span that names it has status `ERROR`, or a `gym.rollout` span that names it. */
  readonly failed: boolean;
  /** Of its whole trace, as are `errors` and `servers`. */
  readonly spans: number;
  readonly errors: number;
  readonly servers: readonly string[];
}

/** A page of rollouts; `total` counts those that match, on all pages. */
export interface RolloutPage {
  readonly total: number;
  readonly rollouts: readonly RolloutSummary[];
}

/** The spans of one server that started in one slice of a run. */
export interface OverviewBucket extends DurationStats {
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly server: string;
  readonly errors: number;
}

/** A run in numbers. */
export interface RunOverview extends Omit<RunSummary, 'servers'> {
  /** By server and span name, most total time first. */
  readonly bySpan: readonly SpanStats[];
  /** By time, then server; slices without a span are left out. */
  readonly buckets: readonly OverviewBucket[];
}

/** A kind of span at its place in a run's traces. */
export interface StoredSpanShape {
  readonly server: string;
  readonly name: string;
  /** Undefined where the parent is not in the run: a root, or a span whose parent did not arrive. */
  readonly parent: { readonly server: string; readonly name: string } | undefined;
  /** How many of the run's traces have it, and their share, 0 to 1. */
  readonly traces: number;
  readonly share: number;
}

/** What retention took away. */
export interface RetentionResult {
  /** Runs that are gone as a whole, oldest first. */
  readonly runIds: readonly string[];
  readonly spans: number;
  /** What the store holds now. */
  readonly bytes: number;
}

/** How much a store holds. */
export interface StoreStats {
  readonly engine: 'duckdb' | 'clickhouse';
  /** The file, or the server's address without its password. */
  readonly location: string;
  readonly spans: number;
  readonly runs: number;
  /** On disk, without space that is free for reuse. */
  readonly bytes: number;
}
