import { startOtlpReceiver } from '@gym/otlp-receiver';
import type { OtlpReceiver, ReceivedLog, ReceivedMetric, ReceivedSpan } from '@gym/otlp-receiver';
import { fromReceived, fromReceivedLogs } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';

import type { ViewerStore } from '../store/viewer-store.ts';

/** Settings of {@link receiveSpans}. */
export interface ReceiveOptions {
  readonly host: string;
  /** What senders have to show, if anything. */
  readonly authToken?: string | undefined;
  readonly grpcPort: number;
  readonly httpPort: number;
  readonly store: Pick<ViewerStore, 'insertSpans' | 'insertLogs'>;
  /** Called with spans once the store has them. */
  readonly onStored: (spans: readonly SpanRecord[]) => void;
  /** Called with the metrics of each request. */
  readonly onMetrics: (metrics: readonly ReceivedMetric[]) => void;
  /** Called with the number of log records that were dropped because they belong to no trace. */
  readonly onDroppedLogs: (count: number) => void;
  /** Called when a request was refused, or the store did not take its spans. */
  readonly onRefused: (error: Error) => void;
}

/** Receives OTLP into a store. */
export interface SpanReceiver {
  readonly httpUrl: string;
  readonly grpcUrl: string;
  /** Resolves when what was accepted so far is stored. */
  settle(): Promise<void>;
  /** Closes the ports; resolves when what was accepted is stored. */
  stop(): Promise<void>;
}

const maxPending = 100_000;

/**
 * Opens both OTLP ports, stores spans and log records of traces, and hands metrics on. While 100 000 items wait for the
 * store, or when it takes none, spans and logs are refused with 503 / UNAVAILABLE, so that exporters try again. Rejects with
 * `LISTEN_FAILED`.
 */
export async function receiveSpans(options: ReceiveOptions): Promise<SpanReceiver> {
  const { authToken, host, grpcPort, httpPort, store, onStored, onMetrics, onDroppedLogs, onRefused } = options;
  // Who sends to a store that only reads has to hear it, not to lose what was taken.
  const readOnly = await store.insertSpans([]).then(
    () => undefined,
    (error: Error) => error,
  );
  let pending = 0;
  let willForget = false;
  let last: Promise<void> = Promise.resolve();

  const insert = async (received: readonly ReceivedSpan[], logs: readonly ReceivedLog[]): Promise<void> => {
    try {
      const spans = fromReceived(received);
      await store.insertSpans(spans);
      const records = fromReceivedLogs(logs);
      await store.insertLogs(records);
      if (records.length < logs.length) onDroppedLogs(logs.length - records.length);
      onStored(spans);
    } catch (error) {
      onRefused(error as Error);
    } finally {
      pending -= received.length + logs.length;
    }
  };

  const receiver: OtlpReceiver = await startOtlpReceiver({
    host,
    // Who starts the viewer has asked already.
    allowRemote: true,
    ...(authToken !== undefined && { authToken }),
    http: { port: httpPort },
    grpc: { port: grpcPort },
    onBatch: ({ logs, metrics, spans }) => {
      // The receiver keeps a copy of everything, for tests; here it must not grow.
      if (!willForget) setImmediate(forget);
      willForget = true;
      if (metrics.length > 0) onMetrics(metrics);
      const count = spans.length + logs.length;
      if (count === 0) return;
      const isBehind = pending > 0 && pending + count > maxPending;
      const refusal = isBehind ? new Error(`${pending} spans and log records wait for the store`) : readOnly;
      if (refusal !== undefined) {
        onRefused(refusal);
        throw refusal;
      }
      pending += count;
      last = Promise.all([last, insert(spans, logs)]).then(() => {});
    },
  });
  const forget = (): void => {
    willForget = false;
    receiver.reset();
  };
  return {
    httpUrl: receiver.httpUrl,
    grpcUrl: receiver.grpcUrl,
    settle: () => last,
    async stop() {
      await receiver.stop();
      await last;
    },
  };
}
