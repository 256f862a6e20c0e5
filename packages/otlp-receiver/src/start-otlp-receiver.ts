import { createTokenCheck } from './bearer-token.ts';
import { createBodyBudget } from './body-budget.ts';
import { createInbox } from './create-inbox.ts';
import { createWaits } from './create-waits.ts';
import type { Endpoint } from './endpoint.ts';
import { startGrpcEndpoint } from './grpc-endpoint.ts';
import { startHttpEndpoint } from './http-endpoint.ts';
import { isLoopback } from './is-loopback.ts';
import { OtlpReceiverError } from './otlp-receiver-error.ts';
import type { OtlpReceiver, OtlpReceiverOptions } from './otlp-receiver.ts';

const defaultMaxBodyBytes = 64 * 1024 * 1024;
const defaultMaxConcurrentBytes = 256 * 1024 * 1024;
const defaultTimeoutMs = 5000;

/**
 * Starts a receiver for OTLP over HTTP and gRPC and resolves when both ports are open. Rejects with `REMOTE_HOST` or
 * `LISTEN_FAILED`, then with nothing left open. It keeps the process alive until `stop()`.
 */
export async function startOtlpReceiver(options: OtlpReceiverOptions = {}): Promise<OtlpReceiver> {
  const { http = true, grpc = true, host = '127.0.0.1', maxBodyBytes = defaultMaxBodyBytes, authToken } = options;
  if (!isLoopback(host) && options.allowRemote !== true) {
    const message = `${host} can be reached from other machines; set allowRemote if you mean it, and best authToken too`;
    throw new OtlpReceiverError('REMOTE_HOST', message);
  }
  const budget = createBodyBudget(options.maxConcurrentBytes ?? defaultMaxConcurrentBytes);
  const isAuthorized = authToken === undefined ? undefined : createTokenCheck(authToken);
  const waits = createWaits();
  const inbox = createInbox(options, () => waits.check());
  const { store } = inbox;

  const open = (
    setting: boolean | { readonly port?: number },
    start: typeof startHttpEndpoint,
  ): Promise<Endpoint> | undefined => {
    if (setting === false) return undefined;
    const port = setting === true ? 0 : (setting.port ?? 0);
    return start({ inbox, host, port, maxBodyBytes, budget, isAuthorized });
  };
  const httpEndpoint = await open(http, startHttpEndpoint);
  let grpcEndpoint: Endpoint | undefined;
  try {
    grpcEndpoint = await open(grpc, startGrpcEndpoint);
  } catch (error) {
    await httpEndpoint?.stop();
    throw error;
  }

  let stopping: Promise<void> | undefined;
  const receiver: OtlpReceiver = {
    httpUrl: httpEndpoint?.url ?? '',
    grpcUrl: grpcEndpoint?.url ?? '',
    get spans() {
      return store.spans;
    },
    get metrics() {
      return store.metrics;
    },
    get logs() {
      return store.logs;
    },
    get requests() {
      return store.requests;
    },
    setFault: (fault) => {
      inbox.fault = fault;
    },
    waitForSpans: async (count, { timeoutMs = defaultTimeoutMs } = {}) => {
      const describe = (): string =>
        `expected ${count} spans within ${timeoutMs} ms, received ${store.spans.length} in ${store.requests.length} requests`;
      await waits.add(() => store.spans.length >= count, timeoutMs, describe);
      return store.spans;
    },
    waitFor: (predicate, { timeoutMs = defaultTimeoutMs } = {}) => {
      const describe = (): string =>
        `the condition did not hold within ${timeoutMs} ms, after ${store.requests.length} requests`;
      return waits.add(() => predicate(receiver), timeoutMs, describe);
    },
    reset: () => {
      store.reset();
      inbox.fault = undefined;
    },
    stop: () => {
      waits.stop();
      stopping ??= Promise.all([httpEndpoint?.stop(), grpcEndpoint?.stop()]).then(() => {});
      return stopping;
    },
  };
  return receiver;
}
