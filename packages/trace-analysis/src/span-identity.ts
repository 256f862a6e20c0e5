import type { SpanRecord } from './span-record.ts';

/** The text of an attribute, or undefined when it is missing or blank; a number or boolean reads as its text. */
export function readText(attributes: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The number of an attribute, or undefined; a number in a string (a 64-bit integer in OTLP JSON) counts. */
export function readNumber(attributes: Readonly<Record<string, unknown>>, key: string): number | undefined {
  const text = readText(attributes, key);
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The server a span ran in: `nemo.gym.server.name`, else `service.name`, else `unknown`. */
export function serverOf(span: Pick<SpanRecord, 'resource'>): string {
  return readText(span.resource, 'nemo.gym.server.name') ?? readText(span.resource, 'service.name') ?? 'unknown';
}

/** The process a span ran in: `service.instance.id`, else host, process id and server together. One clock each. */
export function processOf(span: SpanRecord): string {
  const instance = readText(span.resource, 'service.instance.id');
  if (instance !== undefined) return instance;
  const parts = [readText(span.resource, 'host.name'), readText(span.resource, 'process.pid'), serverOf(span)];
  return parts.filter((part) => part !== undefined).join('/');
}

/** The run a span belongs to: the resource's `nemo.run.id`. */
export function runIdOf(span: Pick<SpanRecord, 'resource'>): string | undefined {
  return readText(span.resource, 'nemo.run.id');
}

/** The rollout a span names: attribute `nemo.gym.rollout.id`. */
export function rolloutIdOf(span: SpanRecord): string | undefined {
  return readText(span.attributes, 'nemo.gym.rollout.id');
}

/** A rollout id's task (before the last `-`) and attempt (behind it): `12-3` is attempt `3` of task `12`. */
export function splitRolloutId(rolloutId: string): { readonly task: string; readonly attempt: string | undefined } {
  const dash = rolloutId.lastIndexOf('-');
  if (dash <= 0) return { task: rolloutId, attempt: undefined };
  return { task: rolloutId.slice(0, dash), attempt: rolloutId.slice(dash + 1) };
}

/** Which try of one HTTP request a client span is: 0 for the first (`http.request.resend_count`). */
export function resendCountOf(span: SpanRecord): number {
  return readNumber(span.attributes, 'http.request.resend_count') ?? 0;
}

/** Was the span still open when its process stopped (`nemo.span.truncated`)? */
export function isTruncated(span: SpanRecord): boolean {
  return readText(span.attributes, 'nemo.span.truncated') === 'true';
}
