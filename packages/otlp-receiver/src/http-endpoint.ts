import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { refuse, refuseError, refuseStranger, type Answer } from './answer.ts';
import type { Envelope } from './create-inbox.ts';
import type { PayloadFormat } from './decode-payload.ts';
import { encodeExportResponse, encodeStatus } from './encode-response.ts';
import { garbage, listen, signals, type Endpoint, type EndpointOptions } from './endpoint.ts';
import { joinHeaders } from './join-headers.ts';
import { discardBody, inflateBody, readBody } from './read-body.ts';
import type { Signal } from './received-data.ts';

const formats: ReadonlyMap<string, PayloadFormat> = new Map([
  ['application/x-protobuf', 'protobuf'],
  ['application/json', 'json'],
]);

const rejectedName = { traces: 'rejectedSpans', metrics: 'rejectedDataPoints', logs: 'rejectedLogRecords' } as const;

/** Starts OTLP/HTTP: `POST /v1/<signal>` with protobuf or JSON, plain or gzip. Source: OTLP specification, OTLP/HTTP. */
export async function startHttpEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const server = createServer((request, response) => {
    // A socket that breaks while it is answered is the client's business.
    response.on('error', () => {});
    serve(options, request, response).catch(() => response.destroy());
  });
  return listen(server, options.host, options.port);
}

async function serve(options: EndpointOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const contentType = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const signal = signals.find((name) => path === `/v1/${name}`);
  const format = formats.get(contentType);
  const answer = await answerRequest(options, request, {
    signal,
    format,
    envelope: {
      transport: 'http',
      signal: signal ?? 'unknown',
      path,
      contentType,
      encoding: request.headers['content-encoding']?.toLowerCase() || 'identity',
      headers: joinHeaders(request.headers, options.isAuthorized !== undefined),
      bytes: 0,
    },
  });
  await send(answer, response, format ?? 'json', signal ?? 'traces');
}

interface Target {
  readonly signal: Signal | undefined;
  readonly format: PayloadFormat | undefined;
  readonly envelope: Envelope;
}

async function answerRequest(
  { budget, inbox, isAuthorized, maxBodyBytes }: EndpointOptions,
  request: IncomingMessage,
  target: Target,
): Promise<Answer> {
  let envelope = target.envelope;
  const { signal, format } = target;
  if (isAuthorized?.(request.headers.authorization) === false) {
    await discardBody(request);
    return inbox.refuse(envelope, refuseStranger());
  }
  const held = readBody(request, maxBodyBytes, budget);
  try {
    // Read before judging: a client that is still writing would not see an early answer.
    const body = await held.body;
    envelope = { ...envelope, bytes: body.length };
    const { encoding, contentType, path } = envelope;
    if (signal === undefined) return inbox.refuse(envelope, refuse('unsupported', `unknown path ${path}`, 404));
    if (request.method !== 'POST') return inbox.refuse(envelope, refuse('unsupported', 'expected POST', 405));
    if (format === undefined) {
      return inbox.refuse(envelope, refuse('unsupported', `unknown content type ${contentType}`));
    }
    if (encoding !== 'identity' && encoding !== 'gzip') {
      return inbox.refuse(envelope, refuse('unsupported', `unknown content encoding ${encoding}`));
    }
    const payload = encoding === 'gzip' ? await budget.inTurn(() => inflateBody(body, maxBodyBytes)) : body;
    return inbox.receive(envelope, signal, format, payload);
  } catch (error) {
    return inbox.refuse(envelope, refuseError(error));
  } finally {
    held.release();
  }
}

async function send(answer: Answer, response: ServerResponse, format: PayloadFormat, signal: Signal): Promise<void> {
  if (answer.kind === 'silent') return;
  if (answer.kind === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (answer.kind === 'success' && answer.delayMs > 0) await sleep(answer.delayMs, undefined, { ref: false });
  if (response.destroyed) return;
  response.setHeader('content-type', format === 'json' ? 'application/json' : 'application/x-protobuf');
  if (answer.kind === 'garbage') response.end(garbage);
  else if (answer.kind === 'success') {
    const { rejected, message } = answer;
    if (format === 'protobuf') response.end(encodeExportResponse(rejected, message));
    else if (rejected === 0 && message === '') response.end('{}');
    else {
      const partialSuccess = { [rejectedName[signal]]: String(rejected), errorMessage: message };
      response.end(JSON.stringify({ partialSuccess }));
    }
  } else {
    const { httpStatus, grpcCode: code, message, retryAfterSeconds } = answer;
    response.statusCode = httpStatus;
    if (httpStatus === 401) response.setHeader('www-authenticate', 'Bearer');
    if (httpStatus === 405) response.setHeader('allow', 'POST');
    if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
    response.end(format === 'json' ? JSON.stringify({ code, message }) : encodeStatus(code, message));
  }
}
