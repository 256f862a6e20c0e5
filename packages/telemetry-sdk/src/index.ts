export { CollectingMetricReader } from './collecting-metric-reader.ts';
export { startSdk } from './start-sdk.ts';

export type { LogLine } from './pipeline/trouble-log.ts';
export type { ExportCandidate, ExportDecision } from './resource/decide-export.ts';
export type { JobRank } from './resource/read-rank.ts';
export type { DropReason, SignalCounts, SignalName, TelemetryCounts } from './signal-counts.ts';
export type { DeliveryReport, LogEmitter, SignalReport, StartedSdk } from './started-sdk.ts';
export type { StartSdkOptions } from './start-sdk-options.ts';
