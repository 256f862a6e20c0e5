import type { ReceivedLog, ReceivedSpan, Signal } from './received-data.ts';
import type { ReceivedMetric } from './received-metric.ts';

/** A request as it came in, before it was judged. */
export interface IncomingRequest {
  readonly transport: 'http' | 'grpc';
  /** `unknown` for a path or method that is none of the three exports. */
  readonly signal: Signal | 'unknown';
  readonly path: string;
  readonly contentType: string;
  /** Compression of the body: `identity`, `gzip`, or what the client claimed. */
  readonly encoding: string;
  /** By lower-case name; values of a header sent twice are joined with a comma. Without `authorization` when there is a token. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body as received, so before inflation; without the five of the gRPC prefix. */
  readonly bytes: number;
  /** Spans, metrics or log records in it; 0 when it could not be read. */
  readonly items: number;
}

/**
 * What became of a request: `accepted` (all kept), `partial` (some kept), `fault` (a scripted fault, nothing kept),
 * `malformed`, `tooLarge`, `unsupported` (path, method, content type, encoding), `full` (`maxItems` reached), `busy`
 * (`maxConcurrentBytes` reached), `unauthorized` (no token, or another one), `failed` (`onBatch` or the fault function threw, `error` has its words).
 */
export type Outcome =
  | 'accepted'
  | 'partial'
  | 'fault'
  | 'malformed'
  | 'tooLarge'
  | 'unsupported'
  | 'full'
  | 'busy'
  | 'unauthorized'
  | 'failed';

/** A request with its outcome; `error` says why it is not `accepted`. */
export interface ReceivedRequest extends IncomingRequest {
  readonly outcome: Outcome;
  readonly error: string | undefined;
}

/**
 * A scripted answer. `status` refuses (503 and UNAVAILABLE by default), `delay` keeps the data at once and answers
 * after `ms`, `silent` never answers, `reset` breaks the connection, `partialSuccess` keeps all but the last
 * `rejected` items, `garbage` keeps the data and answers success with a body that is no OTLP response.
 */
export type Fault =
  | {
      readonly kind: 'status';
      readonly httpStatus?: number;
      readonly grpcCode?: number;
      readonly retryAfterSeconds?: number;
      readonly message?: string;
    }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'partialSuccess'; readonly rejected: number; readonly message: string }
  | { readonly kind: 'garbage' };

/** One fault for every request, or a function that picks one for each (undefined: none). */
export type FaultScript = Fault | ((request: IncomingRequest) => Fault | undefined);

/** What one request brought; two of the three lists are empty. */
export interface ReceivedBatch {
  readonly request: IncomingRequest;
  readonly spans: readonly ReceivedSpan[];
  readonly metrics: readonly ReceivedMetric[];
  readonly logs: readonly ReceivedLog[];
}

/** Settings of {@link startOtlpReceiver}, all optional. */
export interface OtlpReceiverOptions {
  /** The HTTP endpoint; default true, on a free port. */
  readonly http?: boolean | { readonly port?: number };
  /** The gRPC endpoint (cleartext HTTP/2); default true, on a free port. */
  readonly grpc?: boolean | { readonly port?: number };
  /** Address to listen on; default `127.0.0.1`. Another one than a loopback address needs `allowRemote`. */
  readonly host?: string;
  /** Whether other machines may reach it; default false. */
  readonly allowRemote?: boolean;
  /** What senders have to send as `authorization: Bearer <token>`; default nothing. Else: 401 or UNAUTHENTICATED. */
  readonly authToken?: string;
  /** Largest body before and after inflation, in bytes; default 64 MiB. Larger: 413 or RESOURCE_EXHAUSTED. */
  readonly maxBodyBytes?: number;
  /** Most bytes of bodies held at once, all requests together; default 256 MiB. Beyond: 429 or RESOURCE_EXHAUSTED. */
  readonly maxConcurrentBytes?: number;
  /** Most spans, metrics, logs and requests (each) kept; default 1 000 000. Beyond: 503 or UNAVAILABLE. */
  readonly maxItems?: number;
  /** Called with each batch before it is kept; when it throws, the batch is refused with 503 or UNAVAILABLE. */
  readonly onBatch?: (batch: ReceivedBatch) => void;
}

/** Settings of the waits: `timeoutMs` defaults to 5000. */
export interface WaitOptions {
  readonly timeoutMs?: number;
}

/** A running receiver. The lists grow in order of arrival; {@link OtlpReceiver.reset} starts new ones. */
export interface OtlpReceiver {
  /** `http://host:port` without a path; `''` when the endpoint is off. */
  readonly httpUrl: string;
  /** `http://host:port` without a path; `''` when the endpoint is off. */
  readonly grpcUrl: string;
  readonly spans: readonly ReceivedSpan[];
  readonly metrics: readonly ReceivedMetric[];
  readonly logs: readonly ReceivedLog[];
  readonly requests: readonly ReceivedRequest[];
  /** Sets what the following requests get; undefined answers normally again. */
  setFault(fault: FaultScript | undefined): void;
  /** Resolves with all spans once there are `count`; rejects with `WAIT_TIMEOUT` or `STOPPED`. */
  waitForSpans(count: number, options?: WaitOptions): Promise<readonly ReceivedSpan[]>;
  /** Resolves once the predicate holds, tried now and after each request; rejects with what it throws, too. */
  waitFor(predicate: (receiver: OtlpReceiver) => boolean, options?: WaitOptions): Promise<void>;
  /** Forgets all data and the fault. */
  reset(): void;
  /** Closes both endpoints and every open socket at once; a second call waits for the first. Data stays readable. */
  stop(): Promise<void>;
}
