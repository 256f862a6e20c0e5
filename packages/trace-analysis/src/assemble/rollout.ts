import type { SpanNode, Trace } from './trace.ts';

/** One attempt of one task, from the driver's request to its answer. */
export interface Rollout {
  /** `nemo.gym.rollout.id`, else the trace id. */
  readonly id: string;
  /** The id without its attempt. */
  readonly task: string;
  readonly attempt: string | undefined;
  readonly runId: string | undefined;
  readonly trace: Trace;
  /** The driver's request, or the outermost span known; the rollout's time is this span's. */
  readonly root: SpanNode;
  /** The `gym.rollout` span; undefined when it was never received. */
  readonly rolloutSpan: SpanNode | undefined;
  /** Every span at and under `root`, parents first. */
  readonly nodes: readonly SpanNode[];
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly durationNs: bigint;
  /** The request or the `gym.rollout` span has status ERROR. */
  readonly failed: boolean;
}
