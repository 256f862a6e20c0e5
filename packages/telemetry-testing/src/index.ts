export { startOtlpReceiver } from '@gym/otlp-receiver';

export { startTelemetryHarness } from './start-telemetry-harness.ts';
export { isTelemetryHarnessError, TelemetryHarnessError } from './telemetry-harness-error.ts';

export type { OtlpReceiver, OtlpReceiverOptions, ReceivedLog, ReceivedMetric, ReceivedSpan } from '@gym/otlp-receiver';
export type { TelemetryHarness, TelemetryHarnessOptions } from './start-telemetry-harness.ts';
export type { TelemetryHarnessErrorCode } from './telemetry-harness-error.ts';
