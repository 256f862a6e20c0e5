import type { IncomingRequest, Outcome, ReceivedBatch, ReceivedRequest } from './otlp-receiver.ts';
import type { ReceivedLog, ReceivedSpan } from './received-data.ts';
import type { ReceivedMetric } from './received-metric.ts';

/** What was received, at most `maxItems` of each kind. */
export interface Store {
  readonly spans: readonly ReceivedSpan[];
  readonly metrics: readonly ReceivedMetric[];
  readonly logs: readonly ReceivedLog[];
  readonly requests: readonly ReceivedRequest[];
  /** False when one of the lists would grow beyond its limit. */
  hasRoom(batch: ReceivedBatch): boolean;
  add(batch: ReceivedBatch): void;
  /** Notes a request; beyond the limit it is not kept. */
  note(request: IncomingRequest, outcome: Outcome, error: string | undefined): void;
  reset(): void;
}

/** Creates an empty store. */
export function createStore(maxItems: number): Store {
  let spans: ReceivedSpan[] = [];
  let metrics: ReceivedMetric[] = [];
  let logs: ReceivedLog[] = [];
  let requests: ReceivedRequest[] = [];
  return {
    get spans() {
      return spans;
    },
    get metrics() {
      return metrics;
    },
    get logs() {
      return logs;
    },
    get requests() {
      return requests;
    },
    hasRoom: (batch) =>
      requests.length < maxItems &&
      spans.length + batch.spans.length <= maxItems &&
      metrics.length + batch.metrics.length <= maxItems &&
      logs.length + batch.logs.length <= maxItems,
    add: (batch) => {
      for (const span of batch.spans) spans.push(span);
      for (const metric of batch.metrics) metrics.push(metric);
      for (const log of batch.logs) logs.push(log);
    },
    note: (request, outcome, error) => {
      if (requests.length < maxItems) requests.push({ ...request, outcome, error });
    },
    reset: () => {
      spans = [];
      metrics = [];
      logs = [];
      requests = [];
    },
  };
}
