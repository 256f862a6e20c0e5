import type { LostItems } from '../pipeline/sender.ts';

const maxMessageLength = 300;

/** One field of a protobuf message: varints as numbers, length-delimited content as bytes; other wire types are skipped. */
interface ProtobufField {
  readonly number: number;
  readonly value: number | Uint8Array;
}

/** Reads `partial_success` of an `Export*ServiceResponse` in protobuf; undefined when all was accepted or the answer cannot be read. */
export function readPartialSuccess(answer: Uint8Array): LostItems | undefined {
  const partial = bytesField(answer, 1);
  if (partial === undefined) return undefined;
  const rejected = readFields(partial).find((field) => field.number === 1 && typeof field.value === 'number')?.value;
  return lostItems(typeof rejected === 'number' ? rejected : 0, textField(partial, 2));
}

/** {@link readPartialSuccess} for an answer in JSON. */
export function readJsonPartialSuccess(answer: string): LostItems | undefined {
  let partial: unknown;
  try {
    partial = (JSON.parse(answer) as { partialSuccess?: unknown } | null)?.partialSuccess;
  } catch {
    return undefined;
  }
  if (typeof partial !== 'object' || partial === null) return undefined;
  const { errorMessage, rejectedDataPoints, rejectedLogRecords, rejectedSpans } = partial as Record<string, unknown>;
  const rejected = Number(rejectedSpans ?? rejectedDataPoints ?? rejectedLogRecords ?? 0);
  return lostItems(Number.isFinite(rejected) ? rejected : 0, typeof errorMessage === 'string' ? errorMessage : '');
}

/** Reads the message of a `google.rpc.Status`; empty when there is none. */
export function readStatusMessage(status: Uint8Array): string {
  return printable(textField(status, 2));
}

/** Reads the wait, in ms, of a `google.rpc.RetryInfo` among the details of a `google.rpc.Status`; undefined when there is none. */
export function readRetryInfo(status: Uint8Array): number | undefined {
  for (const detail of readFields(status)) {
    if (detail.number !== 3 || typeof detail.value === 'number') continue;
    if (!textField(detail.value, 1).endsWith('google.rpc.RetryInfo')) continue;
    const retryInfo = bytesField(detail.value, 2);
    const delay = retryInfo === undefined ? undefined : bytesField(retryInfo, 1);
    if (delay === undefined) return 0;
    const part = (number: number): number => {
      const value = readFields(delay).find((field) => field.number === number)?.value;
      return typeof value === 'number' ? value : 0;
    };
    return part(1) * 1000 + part(2) / 1e6;
  }
  return undefined;
}

/** One line of at most 300 printable characters. */
export function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').slice(0, maxMessageLength);
}

function lostItems(count: number, message: string): LostItems | undefined {
  if (count <= 0 && message === '') return undefined;
  return { count: Math.max(0, count), reason: 'rejected', message: printable(message) };
}

function bytesField(message: Uint8Array, number: number): Uint8Array | undefined {
  for (const field of readFields(message)) {
    if (field.number === number && typeof field.value !== 'number') return field.value;
  }
  return undefined;
}

function textField(message: Uint8Array, number: number): string {
  const value = bytesField(message, number);
  return value === undefined ? '' : Buffer.from(value).toString('utf8');
}

/** Stops at the first byte that makes no sense. */
function readFields(message: Uint8Array): ProtobufField[] {
  const fields: ProtobufField[] = [];
  let position = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; position < message.length; factor *= 128) {
      const byte = message[position++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };
  while (position < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    if (tag % 8 === 0) {
      fields.push({ number, value: varint() });
    } else if (tag % 8 === 2) {
      const length = varint();
      if (!(position + length <= message.length)) return fields;
      fields.push({ number, value: message.subarray(position, position + length) });
      position += length;
    } else if (tag % 8 === 1) position += 8;
    else if (tag % 8 === 5) position += 4;
    else return fields;
  }
  return fields;
}
