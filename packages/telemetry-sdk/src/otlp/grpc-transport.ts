import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';
import { connect as connectSocket } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { SendOutcome } from '../pipeline/sender.ts';
import type { SignalName } from '../signal-counts.ts';
import { classifyError } from './classify-error.ts';
import { readGrpcFailure } from './grpc-status.ts';
import type { OtlpTarget, OtlpTransport } from './otlp-transport.ts';
import { readPartialSuccess } from './read-answer.ts';

const gzipAsync = promisify(gzip);
const prefixBytes = 5;
const maxAnswerBytes = 4 * 1024 * 1024;
const servicePaths: Readonly<Record<SignalName, string>> = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
};

/**
 * OTLP over gRPC: unary calls on one HTTP/2 connection of Node's own, opened at the first call and again after a loss,
 * and never holding the process. Reads no environment. Source: gRPC over HTTP/2 protocol.
 */
export function createGrpcTransport(target: OtlpTarget): OtlpTransport {
  let session: ClientHttp2Session | undefined;

  const openSession = (): ClientHttp2Session => {
    if (session !== undefined && !session.closed && !session.destroyed) return session;
    const opened = openConnection(target);
    opened.unref();
    const forget = (): void => {
      if (session === opened) session = undefined;
    };
    // Each call hears of a lost connection through its own stream.
    opened.on('error', forget);
    opened.on('close', forget);
    opened.on('goaway', forget);
    session = opened;
    return opened;
  };

  const headers = {
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: servicePaths[target.signal],
    'user-agent': target.userAgent,
    ...target.headers,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(target.compression === 'gzip' ? { 'grpc-encoding': 'gzip' } : {}),
    ...(target.timeoutMs === Number.POSITIVE_INFINITY
      ? {}
      : { 'grpc-timeout': `${Math.ceil(target.timeoutMs / 1000)}S` }),
  };

  return {
    async send(body, abort) {
      try {
        const frame = await createFrame(body, target.compression);
        const current = openSession();
        const outcome = await call(current.request(headers, { signal: abort }), frame, target.timeoutMs);
        // After a timeout the connection itself may be dead without a word.
        if (outcome.kind === 'retry' && outcome.reason === 'timeout') current.destroy();
        return outcome;
      } catch (error) {
        return classifyError(error);
      }
    },
    close: () => session?.destroy(),
  };
}

function openConnection(target: OtlpTarget): ClientHttp2Session {
  const path = /^unix:(?:\/\/)?(\/.*)$/.exec(target.url)?.[1];
  if (path !== undefined) return connect('http://localhost', { createConnection: () => connectSocket(path) });
  return connect(target.url, target.tls);
}

async function createFrame(body: Uint8Array, compression: 'gzip' | 'none'): Promise<Buffer> {
  const message = compression === 'gzip' ? await gzipAsync(body, { level: 1 }) : body;
  const frame = Buffer.allocUnsafe(prefixBytes + message.length);
  frame[0] = compression === 'gzip' ? 1 : 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixBytes);
  return frame;
}

function call(stream: ClientHttp2Stream, frame: Buffer, timeoutMs: number): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let received: IncomingHttpHeaders = {};
    let failure: unknown;
    let timedOut = false;
    const timer =
      timeoutMs === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            stream.close(constants.NGHTTP2_CANCEL);
          }, timeoutMs).unref();

    stream.on('response', (headers) => {
      received = headers;
    });
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxAnswerBytes) chunks.push(chunk);
    });
    stream.on('trailers', (trailers) => {
      received = { ...received, ...trailers };
    });
    stream.on('error', (error) => {
      failure = error;
    });
    stream.on('close', () => {
      clearTimeout(timer);
      if (timedOut) resolve({ kind: 'retry', reason: 'timeout' });
      else if (received['grpc-status'] === undefined && received[':status'] === undefined) {
        resolve(failure === undefined ? { kind: 'retry', reason: 'connection closed' } : classifyError(failure));
      } else resolve(readOutcome(received, Buffer.concat(chunks)));
    });
    stream.end(frame);
  });
}

function readOutcome(headers: IncomingHttpHeaders, answer: Buffer): SendOutcome {
  const failure = readGrpcFailure(headers);
  if (failure !== undefined) return failure;
  const lost = readPartialSuccess(answer.subarray(prefixBytes));
  return lost === undefined ? { kind: 'ok' } : { kind: 'ok', lost };
}
