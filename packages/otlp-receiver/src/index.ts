export { isLoopback } from './is-loopback.ts';
export { isOtlpReceiverError, OtlpReceiverError } from './otlp-receiver-error.ts';
export { startOtlpReceiver } from './start-otlp-receiver.ts';

export type { OtlpReceiverErrorCode } from './otlp-receiver-error.ts';
export type {
  Fault,
  FaultScript,
  IncomingRequest,
  OtlpReceiver,
  OtlpReceiverOptions,
  Outcome,
  ReceivedBatch,
  ReceivedRequest,
  WaitOptions,
} from './otlp-receiver.ts';
export type {
  Attributes,
  AttributeValue,
  ReceivedEvent,
  ReceivedLink,
  ReceivedLog,
  ReceivedOrigin,
  ReceivedScope,
  ReceivedSpan,
  Signal,
  SpanKind,
  StatusCode,
} from './received-data.ts';
export type {
  ReceivedBuckets,
  ReceivedDistributionPoint,
  ReceivedExemplar,
  ReceivedExponentialPoint,
  ReceivedHistogramPoint,
  ReceivedMetric,
  ReceivedNumberPoint,
  ReceivedPoint,
  ReceivedSummaryPoint,
  Temporality,
} from './received-metric.ts';
