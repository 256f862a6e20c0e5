import type { Fault, OtlpReceiver } from '@gym/otlp-receiver';
import { trace } from '@opentelemetry/api';

import type { SignalCounts } from '../src/index.ts';
import { startTestSdk, type TestSdk } from './start-test-sdk.ts';

/** A value of `otlp_protocol`. */
export type Protocol = 'grpc' | 'http/protobuf' | 'http/json';

/** The receiver's URL for a protocol. */
export function urlOf(receiver: OtlpReceiver, protocol: Protocol): string {
  return protocol === 'grpc' ? receiver.grpcUrl : receiver.httpUrl;
}

/** The SDK with traces only. */
export function startTraces(
  otlpProtocol: Protocol,
  otlpEndpoint: string,
  env: Record<string, string> = {},
): Promise<TestSdk> {
  return startTestSdk({ otlpProtocol, otlpEndpoint, metricsEnabled: false }, { env });
}

/** Starts and ends spans in one go. */
export function makeSpans(count: number): void {
  const tracer = trace.getTracer('test');
  for (let i = 0; i < count; i++) tracer.startSpan(`span ${i}`).end();
}

/** 0 when every item is accounted for. */
export function balanceOf({ dropped, exported, inFlight, produced }: SignalCounts): number {
  return produced - exported - inFlight - Object.values(dropped).reduce((sum, count) => sum + count, 0);
}

/** The fault for the first `times` requests, a normal answer afterwards. */
export function firstly(times: number, fault: Fault): () => Fault | undefined {
  let left = times;
  return () => (left-- > 0 ? fault : undefined);
}
