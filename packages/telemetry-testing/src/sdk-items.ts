import type { CollectingMetricReader, StartSdkOptions } from '@gym/telemetry-sdk';

/** OpenTelemetry's `ReadableSpan`. These types come by way of the SDK package, so that one place knows OpenTelemetry's SDK. */
export type SdkSpan = Exported<'spanExporter'>;

/** OpenTelemetry's `ReadableLogRecord`. */
export type SdkLog = Exported<'logRecordExporter'>;

/** OpenTelemetry's `ResourceMetrics`. */
export type SdkMetrics = Parameters<ConstructorParameters<typeof CollectingMetricReader>[0]>[0];

/** A time as seconds and nanoseconds. */
export type HrTime = SdkSpan['startTime'];

type Exported<Name extends 'spanExporter' | 'logRecordExporter'> = Parameters<
  NonNullable<StartSdkOptions[Name]>['export']
>[0][number];
