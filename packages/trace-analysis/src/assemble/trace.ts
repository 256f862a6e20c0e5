import type { SpanRecord } from '../span-record.ts';

/** A span in its tree. Times are the record's, except that a span never ends before it starts. */
export interface SpanNode {
  readonly span: SpanRecord;
  /** The span's server (see `serverOf`). */
  readonly server: string;
  readonly parent: SpanNode | undefined;
  /** By start, then longest first, then id. */
  readonly children: readonly SpanNode[];
  /** 0 for a root. */
  readonly depth: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** The span names a parent that nobody received. */
  readonly isOrphan: boolean;
}

/** What a trace is about. */
export type TraceKind = 'rollout' | 'job' | 'startup' | 'other';

/** Something about a trace that does not add up, with the span it is about. */
export interface TraceProblem {
  readonly code: 'orphan' | 'repeated_span' | 'duplicate_span_id' | 'cycle' | 'ends_before_start';
  readonly spanId: string;
  readonly message: string;
}

/** All spans of one trace id as a forest. */
export interface Trace {
  readonly traceId: string;
  readonly kind: TraceKind;
  /** By start. More than one where parents are missing. */
  readonly roots: readonly SpanNode[];
  /** Every span once, parents before children, in the order a waterfall shows them. */
  readonly nodes: readonly SpanNode[];
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly problems: readonly TraceProblem[];
}
