import { assembleTraces } from './assemble/assemble-traces.ts';
import { findRollouts } from './assemble/find-rollouts.ts';
import type { Rollout } from './assemble/rollout.ts';
import type { Trace } from './assemble/trace.ts';
import { auditRollout } from './audit/audit-rollout.ts';
import type { RolloutAudit } from './audit/audit-rollout.ts';
import { correctClockSkew } from './audit/correct-clock-skew.ts';
import { estimateClockSkew } from './audit/estimate-clock-skew.ts';
import type { ClockSkew } from './audit/estimate-clock-skew.ts';
import { observeFleetShape } from './audit/fleet-shape.ts';
import type { FleetShape, Hop } from './audit/fleet-shape.ts';
import { collectCalls } from './fleet/collect-calls.ts';
import type { Call } from './fleet/collect-calls.ts';
import { countTokens } from './fleet/count-tokens.ts';
import type { Tokens } from './fleet/count-tokens.ts';
import { classifyNodes } from './path/classify-nodes.ts';
import { criticalPath } from './path/critical-path.ts';
import type { CriticalPath } from './path/critical-path.ts';
import { findCauses } from './path/find-causes.ts';
import type { Cause } from './path/find-causes.ts';
import type { SpanRecord } from './span-record.ts';

/** A rollout with what is found in it. */
export interface AnalyzedRollout extends Rollout {
  readonly path: CriticalPath;
  /** The path's time by cause, longest first. */
  readonly causes: readonly Cause[];
  readonly calls: readonly Call[];
  readonly tokens: Tokens;
  readonly audit: RolloutAudit;
}

/** The spans of a run, understood. */
export interface SpanAnalysis {
  /** By start, all kinds; times are corrected for clock skew. */
  readonly traces: readonly Trace[];
  /** By start. */
  readonly rollouts: readonly AnalyzedRollout[];
  readonly skews: readonly ClockSkew[];
  readonly shape: FleetShape;
}

/** How to analyze. */
export interface AnalyzeOptions {
  /** Hops that every rollout must have; default: what most of the given rollouts have. */
  readonly expectedHops?: readonly Hop[] | undefined;
}

/** From spans in any order to rollouts: assembles, corrects clocks, audits, and attributes every nanosecond. */
export function analyzeSpans(spans: readonly SpanRecord[], options: AnalyzeOptions = {}): SpanAnalysis {
  const asRecorded = assembleTraces(spans);
  const skews = estimateClockSkew(asRecorded);
  const corrected = correctClockSkew(spans, skews);
  const traces = corrected === spans ? asRecorded : assembleTraces(corrected);
  const found = findRollouts(traces);
  const observed = observeFleetShape(found);
  const shape = { ...observed, hops: options.expectedHops ?? observed.hops };
  return { traces, rollouts: found.map((rollout) => analyzeRollout(rollout, shape)), skews, shape };
}

/** Analyzes one rollout against the shape of its fleet. */
export function analyzeRollout(rollout: Rollout, shape: FleetShape): AnalyzedRollout {
  const classes = classifyNodes(rollout.root);
  const path = criticalPath(rollout.root, classes);
  return {
    ...rollout,
    path,
    causes: findCauses(path, classes),
    calls: collectCalls(rollout.nodes, classes),
    tokens: countTokens(rollout.nodes),
    audit: auditRollout(rollout, shape),
  };
}
