import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { SendOutcome } from '../pipeline/sender.ts';
import { classifyError } from './classify-error.ts';
import type { OtlpTarget, OtlpTransport } from './otlp-transport.ts';
import { printable, readJsonPartialSuccess, readPartialSuccess, readStatusMessage } from './read-answer.ts';

const gzipAsync = promisify(gzip);
/** Source: OTLP exporter specification, limit for answers. */
const maxAnswerBytes = 4 * 1024 * 1024;
const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** OTLP over HTTP/1.1 with kept-alive sockets that do not hold the process. Reads no environment, follows no redirect. */
export function createHttpTransport(target: OtlpTarget): OtlpTransport {
  const url = new URL(target.url);
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true, ...target.tls }) : new HttpAgent({ keepAlive: true });
  const json = target.protocol === 'http/json';
  const headers = {
    'user-agent': target.userAgent,
    ...target.headers,
    'content-type': json ? 'application/json' : 'application/x-protobuf',
    ...(target.compression === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
  };

  const post = (body: Uint8Array, abort: AbortSignal): Promise<SendOutcome> =>
    new Promise((resolve) => {
      const options = {
        method: 'POST',
        agent,
        signal: abort,
        headers: { ...headers, 'content-length': body.byteLength },
      };
      const request = secure ? httpsRequest(url, options) : httpRequest(url, options);
      const settle = (outcome: SendOutcome | Promise<SendOutcome>): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const timer = startTimeout(request, target.timeoutMs, () => settle({ kind: 'retry', reason: 'timeout' }));
      request.on('socket', (socket) => socket.unref());
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed a kept-alive socket just as this request began: not a failure, a new socket does it.
        if (request.reusedSocket && error.code === 'ECONNRESET') settle(post(body, abort));
        else settle(classifyError(error));
      });
      request.on('response', (response) => {
        void readBody(response).then((answer) => settle(readOutcome(response, answer, json)));
      });
      request.end(body);
    });

  return {
    async send(body, abort) {
      try {
        return await post(target.compression === 'gzip' ? await gzipAsync(body, { level: 1 }) : body, abort);
      } catch (error) {
        return classifyError(error);
      }
    },
    close: () => agent.destroy(),
  };
}

function startTimeout(request: ClientRequest, timeoutMs: number, onTimeout: () => void): NodeJS.Timeout | undefined {
  if (timeoutMs === Number.POSITIVE_INFINITY) return undefined;
  return setTimeout(() => {
    onTimeout();
    request.destroy();
  }, timeoutMs).unref();
}

/** Never rejects: the status alone decides when the body is cut off or too long. */
async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxAnswerBytes) break;
      chunks.push(chunk);
    }
  } catch {
    return Buffer.alloc(0);
  }
  return Buffer.concat(chunks);
}

function readOutcome(response: IncomingMessage, answer: Buffer, json: boolean): SendOutcome {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    const lost = json ? readJsonPartialSuccess(answer.toString()) : readPartialSuccess(answer);
    return lost === undefined ? { kind: 'ok' } : { kind: 'ok', lost };
  }
  const message = json ? printable(answer.toString()) : readStatusMessage(answer);
  const reason = `HTTP ${status}${message === '' ? '' : ` ${message}`}`;
  if (!retryableStatuses.has(status)) return { kind: 'failed', reason };
  const afterMs = parseRetryAfter(response.headers['retry-after'], Date.now());
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** Reads `Retry-After` (seconds or an HTTP date) as ms from `nowMs` (epoch); undefined when absent or unreadable. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
