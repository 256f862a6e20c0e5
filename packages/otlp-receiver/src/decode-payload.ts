import { decodeJson } from './decode-json.ts';
import { decodeProtobuf } from './decode-protobuf.ts';
import { logs } from './log-messages.ts';
import type { MessageSchema } from './message-schema.ts';
import { metrics } from './metric-messages.ts';
import type { ReceivedBatch } from './otlp-receiver.ts';
import { readLogs } from './read-logs.ts';
import { readMetrics } from './read-metrics.ts';
import { readSpans } from './read-spans.ts';
import type { Signal } from './received-data.ts';
import { traces } from './trace-messages.ts';

/** The two encodings of an OTLP request. */
export type PayloadFormat = 'protobuf' | 'json';

/** Data of a request without the request. */
export type Payload = Omit<ReceivedBatch, 'request'>;

/** Decodes one export request of a signal. Throws `MALFORMED_PAYLOAD` or `PAYLOAD_TOO_LARGE`. */
export function decodePayload(signal: Signal, format: PayloadFormat, bytes: Uint8Array): Payload {
  const decode = <T>(schema: MessageSchema<T>): T =>
    format === 'json' ? decodeJson(schema, bytes) : decodeProtobuf(schema, bytes);
  const empty: Payload = { spans: [], metrics: [], logs: [] };
  if (signal === 'traces') return { ...empty, spans: readSpans(decode(traces)) };
  if (signal === 'metrics') return { ...empty, metrics: readMetrics(decode(metrics)) };
  return { ...empty, logs: readLogs(decode(logs)) };
}
