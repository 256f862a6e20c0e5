export { analyzeRollout, analyzeSpans } from './analyze-spans.ts';
export { assembleTraces } from './assemble/assemble-traces.ts';
export { findRollouts } from './assemble/find-rollouts.ts';
export { auditRollout } from './audit/audit-rollout.ts';
export { correctClockSkew } from './audit/correct-clock-skew.ts';
export { estimateClockSkew } from './audit/estimate-clock-skew.ts';
export { observeFleetShape } from './audit/fleet-shape.ts';
export { diffRuns } from './compare/diff-runs.ts';
export { explainStragglers } from './compare/explain-stragglers.ts';
export { groupLens } from './compare/group-lens.ts';
export { toChromeTrace } from './export/to-chrome-trace.ts';
export { toOtlpJson } from './export/to-otlp-json.ts';
export { toSpeedscope } from './export/to-speedscope.ts';
export { fleetReport } from './fleet/fleet-report.ts';
export { serviceMap } from './fleet/service-map.ts';
export { spanLabel } from './fleet/span-label.ts';
export { categories } from './path/category.ts';
export { criticalPath } from './path/critical-path.ts';
export { shareBasisPoints } from './path/share-basis-points.ts';
export { fromReceivedLogs } from './read/from-received-logs.ts';
export { fromReceived } from './read/from-received.ts';
export { readSpans } from './read/read-spans.ts';
export { whatIf } from './replay/what-if.ts';
export {
  isTruncated,
  processOf,
  resendCountOf,
  rolloutIdOf,
  runIdOf,
  serverOf,
  splitRolloutId,
} from './span-identity.ts';

export type { AnalyzedRollout, AnalyzeOptions, SpanAnalysis } from './analyze-spans.ts';
export type { Rollout } from './assemble/rollout.ts';
export type { SpanNode, Trace, TraceKind, TraceProblem } from './assemble/trace.ts';
export type { EvidenceGap, RolloutAudit } from './audit/audit-rollout.ts';
export type { ClockOffset } from './audit/clock-offset.ts';
export type { ClockSkew } from './audit/estimate-clock-skew.ts';
export type { FleetShape, Hop } from './audit/fleet-shape.ts';
export type { ExtraTime } from './compare/describe-extra.ts';
export type { DiffOptions, MetricDiff, RunDiff } from './compare/diff-runs.ts';
export type { Straggler, StragglerOptions } from './compare/explain-stragglers.ts';
export type { GroupAttempt, TaskGroup } from './compare/group-lens.ts';
export type { SpanShape } from './compare/span-shapes.ts';
export type { Call, CallKind } from './fleet/collect-calls.ts';
export type { Tokens } from './fleet/count-tokens.ts';
export type { CallHealth, FleetReport } from './fleet/fleet-report.ts';
export type { MapEdge, MapNode, ServiceMap } from './fleet/service-map.ts';
export type { DurationStats, SpanStats } from './fleet/span-stats.ts';
export type { TimelineBucket } from './fleet/timeline.ts';
export type { LogRecord } from './log-record.ts';
export type { Category } from './path/category.ts';
export type { CriticalPath, PathSegment } from './path/critical-path.ts';
export type { Cause } from './path/find-causes.ts';
export type { ReceivedLogLike } from './read/from-received-logs.ts';
export type { ReceivedSpanLike } from './read/from-received.ts';
export type { ReadProblem, ReadResult } from './read/read-spans.ts';
export type { Outlook, WhatIf, WhatIfChanges } from './replay/what-if.ts';
export type { SpanEvent, SpanKind, SpanLink, SpanRecord, SpanStatus } from './span-record.ts';
