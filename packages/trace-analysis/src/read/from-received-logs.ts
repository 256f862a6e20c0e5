import type { LogRecord } from '../log-record.ts';
import { runIdOf, serverOf } from '../span-identity.ts';
import { plainRecord, plainValue } from './plain-value.ts';

/** A log record as `@gym/otlp-receiver` hands it over (its `ReceivedLog`), by shape, so that neither package needs the other. */
export interface ReceivedLogLike {
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly timeUnixNano: bigint;
  readonly observedTimeUnixNano: bigint;
  readonly severityText: string;
  readonly body: unknown;
  readonly attributes: object;
  readonly resource: object;
}

/** Turns received log records into records; one that belongs to no trace is left out. */
export function fromReceivedLogs(received: readonly ReceivedLogLike[]): LogRecord[] {
  return received.flatMap((log) => {
    const { body, observedTimeUnixNano, severityText, spanId = '', timeUnixNano, traceId = '' } = log;
    if (traceId === '') return [];
    const resource = plainRecord(log.resource);
    return {
      traceId,
      spanId,
      runId: runIdOf({ resource }) ?? '',
      server: serverOf({ resource }),
      timeNs: timeUnixNano === 0n ? observedTimeUnixNano : timeUnixNano,
      severity: severityText,
      body: typeof body === 'string' ? body : JSON.stringify(plainValue(body ?? '')),
      attributes: plainRecord(log.attributes),
    };
  });
}
