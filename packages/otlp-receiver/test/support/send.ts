import { Client, compressionAlgorithms, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';

import type { OtlpReceiver, Signal } from '../../src/index.ts';

const methods: Readonly<Record<Signal, string>> = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
};

interface PostOptions {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Posts a protobuf body; the path and headers can be replaced. */
export function post(
  receiver: OtlpReceiver,
  body: Uint8Array | string,
  { path = '/v1/traces', headers = {}, method = 'POST' }: PostOptions = {},
): Promise<Response> {
  return fetch(receiver.httpUrl + path, {
    method,
    ...(method === 'POST' && { body }),
    headers: { 'content-type': 'application/x-protobuf', ...headers },
  });
}

/** What a gRPC call ended with. */
export interface CallResult {
  readonly error: ServiceError | undefined;
  readonly response: Buffer | undefined;
}

/** Calls Export with the official gRPC client, once and without retries. */
export function call(
  receiver: OtlpReceiver,
  body: Uint8Array,
  {
    signal = 'traces',
    method = methods[signal],
    gzip = false,
    deadlineMs = 20_000,
    metadata = {},
  }: { signal?: Signal; method?: string; gzip?: boolean; deadlineMs?: number; metadata?: Record<string, string> } = {},
): Promise<CallResult> {
  const client = new Client(new URL(receiver.grpcUrl).host, credentials.createInsecure(), {
    'grpc.enable_retries': 0,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.default_compression_algorithm': gzip ? compressionAlgorithms.gzip : compressionAlgorithms.identity,
  });
  const sent = new Metadata();
  for (const [name, value] of Object.entries(metadata)) sent.set(name, value);
  return new Promise((resolve) => {
    client.makeUnaryRequest<Uint8Array, Buffer>(
      method,
      (value) => Buffer.from(value),
      (value) => value,
      body,
      sent,
      { deadline: new Date(Date.now() + deadlineMs) },
      (error, response) => {
        client.close();
        resolve({ error: error ?? undefined, response });
      },
    );
  });
}
