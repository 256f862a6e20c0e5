import type { SendOutcome } from '../pipeline/sender.ts';
import type { SignalName } from '../signal-counts.ts';

/** The protocols of OTLP that are supported. */
export type OtlpProtocol = 'grpc' | 'http/protobuf' | 'http/json';

/** Where and how one signal goes out by OTLP; everything is decided, nothing is read from the environment any more. */
export interface OtlpTarget {
  readonly signal: SignalName;
  readonly protocol: OtlpProtocol;
  /** Full URL of the HTTP endpoint, or scheme, host and port (or `unix:` path) of the gRPC server. */
  readonly url: string;
  /** Lower-case names; values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time for one attempt in ms; `Infinity` for no limit. */
  readonly timeoutMs: number;
  readonly compression: 'gzip' | 'none';
  readonly tls: OtlpTls;
  readonly userAgent: string;
}

/** PEM contents for `https`. */
export interface OtlpTls {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** Sends encoded requests of one signal. */
export interface OtlpTransport {
  /** One attempt; never rejects. */
  send(body: Uint8Array, abort: AbortSignal): Promise<SendOutcome>;
  close(): void;
}
