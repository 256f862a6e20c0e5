import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';

import { refuse, refuseError, refuseStranger, type Answer, type Refusal } from './answer.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Envelope } from './create-inbox.ts';
import { encodeExportResponse, encodeStatus } from './encode-response.ts';
import { garbage, listen, type Endpoint, type EndpointOptions } from './endpoint.ts';
import { joinHeaders } from './join-headers.ts';
import { malformed, tooLarge } from './malformed.ts';
import { discardBody, inflateBody, readBody } from './read-body.ts';
import type { Signal } from './received-data.ts';

const services: ReadonlyMap<string, Signal> = new Map([
  ['/opentelemetry.proto.collector.trace.v1.TraceService/Export', 'traces'],
  ['/opentelemetry.proto.collector.metrics.v1.MetricsService/Export', 'metrics'],
  ['/opentelemetry.proto.collector.logs.v1.LogsService/Export', 'logs'],
]);

/** One byte (compressed or not) and four (length) before each gRPC message. */
const prefixBytes = 5;

/**
 * Starts OTLP/gRPC: the three `Export` calls over cleartext HTTP/2, plain or gzip. It speaks gRPC itself, on node:http2,
 * because a scripted fault must reach the connection. Source: gRPC over HTTP2; OTLP specification, OTLP/gRPC.
 */
export async function startGrpcEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const server = createServer();
  server.on('sessionError', () => {});
  server.on('stream', (stream, headers) => {
    // A stream that breaks while it is answered is the client's business.
    stream.on('error', () => {});
    serve(options, stream, headers).catch(() => stream.destroy());
  });
  return listen(server, options.host, options.port);
}

async function serve(options: EndpointOptions, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
  const path = headers[':path'] ?? '';
  const contentType = headers['content-type'] ?? '';
  const signal = services.get(path);
  const envelope: Envelope = {
    transport: 'grpc',
    signal: signal ?? 'unknown',
    path,
    contentType,
    encoding: String(headers['grpc-encoding'] ?? 'identity'),
    headers: joinHeaders(headers, options.isAuthorized !== undefined),
    bytes: 0,
  };
  if (headers[':method'] === 'POST' && /^application\/grpc(\+proto)?(;|$)/.test(contentType)) {
    await send(await answerCall(options, stream, headers.authorization, { envelope, signal }), stream);
    return;
  }
  const refusal = refuse('unsupported', `expected POST of application/grpc, received ${contentType}`);
  options.inbox.refuse(envelope, refusal);
  stream.respond({ ':status': refusal.httpStatus }, { endStream: true });
}

interface Target {
  readonly envelope: Envelope;
  readonly signal: Signal | undefined;
}

async function answerCall(
  { budget, inbox, isAuthorized, maxBodyBytes }: EndpointOptions,
  stream: ServerHttp2Stream,
  authorization: string | undefined,
  target: Target,
): Promise<Answer> {
  let { envelope } = target;
  const { signal } = target;
  const { encoding, path } = envelope;
  if (isAuthorized?.(authorization) === false) {
    await discardBody(stream);
    return inbox.refuse(envelope, refuseStranger());
  }
  const held = readBody(stream, maxBodyBytes + prefixBytes, budget);
  try {
    const body = await held.body;
    envelope = { ...envelope, bytes: Math.max(0, body.length - prefixBytes) };
    if (signal === undefined) return inbox.refuse(envelope, refuse('unsupported', `unknown method ${path}`));
    if (encoding !== 'identity' && encoding !== 'gzip') {
      return inbox.refuse(envelope, refuse('unsupported', `unknown compression ${encoding}`));
    }
    const payload = await readMessage(body, encoding, maxBodyBytes, budget);
    return inbox.receive(envelope, signal, 'protobuf', payload);
  } catch (error) {
    return inbox.refuse(envelope, refuseError(error));
  } finally {
    held.release();
  }
}

async function readMessage(body: Buffer, encoding: string, maxBytes: number, budget: BodyBudget): Promise<Buffer> {
  if (body.length < prefixBytes) throw malformed('expected one gRPC message, received none');
  const length = body.readUInt32BE(1);
  if (length > maxBytes) throw tooLarge(`expected a message of at most ${maxBytes} bytes`);
  const message = body.subarray(prefixBytes);
  if (length !== message.length) throw malformed(`expected a message of ${length} bytes, received ${message.length}`);
  if (body[0] === 0) return message;
  if (encoding === 'identity') throw malformed('compressed message without grpc-encoding');
  return budget.inTurn(() => inflateBody(message, maxBytes));
}

async function send(answer: Answer, stream: ServerHttp2Stream): Promise<void> {
  if (answer.kind === 'silent') return;
  if (answer.kind === 'reset') {
    stream.session?.destroy();
    return;
  }
  if (answer.kind === 'success' && answer.delayMs > 0) await sleep(answer.delayMs, undefined, { ref: false });
  if (stream.destroyed || stream.closed) return;
  const { kind } = answer;
  const trailers = kind === 'refusal' ? refusalTrailers(answer) : { 'grpc-status': '0' };
  stream.on('wantTrailers', () => {
    if (!stream.closed) stream.sendTrailers(trailers);
  });
  const headers = { 'content-type': 'application/grpc', 'grpc-accept-encoding': 'identity,gzip' };
  stream.respond(headers, { waitForTrailers: true });
  if (kind === 'refusal') stream.end();
  else stream.end(frame(kind === 'garbage' ? garbage : encodeExportResponse(answer.rejected, answer.message)));
}

function refusalTrailers(refusal: Refusal): Record<string, string> {
  const { grpcCode, message, retryAfterSeconds } = refusal;
  const trailers = { 'grpc-status': String(grpcCode), 'grpc-message': percentEncode(message) };
  if (retryAfterSeconds === undefined) return trailers;
  const details = encodeStatus(grpcCode, message, retryAfterSeconds).toString('base64');
  return { ...trailers, 'grpc-status-details-bin': details };
}

/** Escapes all bytes but printable ASCII, and the escape itself. Source: gRPC over HTTP2, Status-Message. */
function percentEncode(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replaceAll(/[^ -$&-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function frame(message: Buffer): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
