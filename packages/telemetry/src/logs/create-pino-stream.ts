import { exceptionAttributes } from './exception-attributes.ts';
import { flattenAttributes } from './flatten-attributes.ts';
import { emitLog, noteBridge, takesLogs } from './log-outlet.ts';
import type { GymLogRecord } from './log-record.ts';
import { pinoSeverity } from './pino-severity.ts';

/** The keys your pino logger uses, where they are not pino's own (`msg`, `err`). */
export interface PinoStreamOptions {
  readonly messageKey?: string;
  readonly errorKey?: string;
}

/** A destination of pino's, or one of `pino.multistream`. */
export interface PinoStream {
  /** By this pino tells a stream from options where only one argument is given. */
  readonly writable: true;
  write(line: string): void;
}

/**
 * A destination for pino that makes a log record of each line.
 *
 * ```ts
 * const logger = pino({}, pino.multistream([{ stream: process.stdout }, { stream: createPinoStream() }]));
 * ```
 *
 * `level` becomes the severity, `msg` the body, `time` the time, `err` the `exception.*` attributes, and the rest
 * attributes with dotted keys, secrets redacted; `pid` and `hostname` are the resource's. A record carries the span that
 * was active in the logging call, so give it to the logger itself, not to a transport in a worker thread. A line that is
 * no JSON is a record with that body. Never throws; buffering and cost as in `bridgeConsole`. Contract section 11.
 */
export function createPinoStream({ errorKey = 'err', messageKey = 'msg' }: PinoStreamOptions = {}): PinoStream {
  noteBridge();
  return {
    writable: true,
    write(text) {
      if (!takesLogs() || typeof text !== 'string') return;
      for (const line of text.split('\n')) {
        if (line !== '') emitLog(() => readLine(line, messageKey, errorKey));
      }
    },
  };
}

function readLine(line: string, messageKey: string, errorKey: string): GymLogRecord {
  const fields = parseObject(line);
  if (!fields) return { timestamp: new Date(), ...pinoSeverity(undefined), body: line, attributes: {} };
  const { level, time, pid: _, hostname: __, [messageKey]: message, [errorKey]: error, ...rest } = fields;
  return {
    timestamp: readTime(time),
    ...pinoSeverity(level),
    body: typeof message === 'string' ? message : '',
    attributes: { ...flattenAttributes(rest), ...readError(error, errorKey) },
  };
}

function readError(error: unknown, key: string): GymLogRecord['attributes'] {
  if (typeof error !== 'object' || error === null) return flattenAttributes({ [key]: error });
  const { type, message, stack, ...rest } = error as Record<string, unknown>;
  return { ...flattenAttributes({ [key]: rest }), ...exceptionAttributes({ type, message, stack }) };
}

/** Pino writes milliseconds, `unixTime` seconds and `isoTime` a text; now when there is no readable time. */
function readTime(time: unknown): Date {
  const seconds = typeof time === 'number' && time < 1e11;
  const date = new Date(seconds ? time * 1000 : (time as string | number));
  return time === undefined || time === null || Number.isNaN(date.getTime()) ? new Date() : date;
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
