import { answerFault, refuse, refuseError, type Answer, type Refusal } from './answer.ts';
import { createStore, type Store } from './create-store.ts';
import { decodePayload, type Payload, type PayloadFormat } from './decode-payload.ts';
import type { Fault, FaultScript, IncomingRequest, OtlpReceiverOptions, ReceivedBatch } from './otlp-receiver.ts';
import type { Signal } from './received-data.ts';

/** A request before its payload is read. */
export type Envelope = Omit<IncomingRequest, 'items'>;

/** Where both endpoints deliver: it judges requests and stores what they bring. */
export interface Inbox {
  readonly store: Store;
  fault: FaultScript | undefined;
  /** Decodes and keeps a payload, unless a fault or a limit says otherwise. Never throws. */
  receive(envelope: Envelope, signal: Signal, format: PayloadFormat, bytes: Uint8Array): Answer;
  /** Notes a request that an endpoint refused before its payload could be read, and returns the refusal. */
  refuse(envelope: Envelope, refusal: Refusal): Refusal;
}

/** Creates an empty inbox; `onChange` is called after each request. Settings as in {@link OtlpReceiverOptions}. */
export function createInbox(options: OtlpReceiverOptions, onChange: () => void): Inbox {
  const { maxItems = 1_000_000, onBatch } = options;
  const store = createStore(maxItems);

  const inbox: Inbox = {
    store,
    fault: undefined,
    receive: (envelope, signal, format, bytes) => {
      let payload: Payload;
      try {
        payload = decodePayload(signal, format, bytes);
      } catch (error) {
        return inbox.refuse(envelope, refuseError(error));
      }
      const items = payload.spans.length + payload.metrics.length + payload.logs.length;
      const request: IncomingRequest = { ...envelope, items };
      try {
        const answer = judge(request, payload);
        note(request, answer);
        return answer;
      } catch (error) {
        const refusal = refuseError(error);
        store.note(request, refusal.outcome, String(error));
        return refusal;
      } finally {
        onChange();
      }
    },
    refuse: (envelope, refusal) => {
      store.note({ ...envelope, items: 0 }, refusal.outcome, refusal.message);
      onChange();
      return refusal;
    },
  };

  /** Runs the script and the caller's `onBatch`, so it throws what they throw. */
  function judge(request: IncomingRequest, payload: Payload): Answer {
    const fault: Fault | undefined = typeof inbox.fault === 'function' ? inbox.fault(request) : inbox.fault;
    const answer = answerFault(fault);
    if (answer.kind !== 'success' && answer.kind !== 'garbage') return answer;
    const kept = Math.max(0, request.items - (answer.kind === 'success' ? answer.rejected : 0));
    const batch: ReceivedBatch = {
      request,
      spans: payload.spans.slice(0, kept),
      metrics: payload.metrics.slice(0, kept),
      logs: payload.logs.slice(0, kept),
    };
    if (!store.hasRoom(batch)) return refuse('full', `the receiver keeps at most ${maxItems} items`);
    onBatch?.(batch);
    store.add(batch);
    return answer;
  }

  function note(request: IncomingRequest, answer: Answer): void {
    if (answer.kind === 'refusal') store.note(request, answer.outcome, answer.message);
    else if (answer.kind === 'silent' || answer.kind === 'reset') store.note(request, 'fault', answer.kind);
    else if (answer.kind === 'success' && answer.rejected > 0) store.note(request, 'partial', answer.message);
    else store.note(request, 'accepted', undefined);
  }

  return inbox;
}
