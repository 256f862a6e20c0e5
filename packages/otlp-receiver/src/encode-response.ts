/** Field numbers and wire types are those of the messages named below; see protobuf.dev, Encoding. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}

function integerField(number: number, value: number): Buffer {
  return value === 0 ? Buffer.alloc(0) : Buffer.from([...varint(number << 3), ...varint(value)]);
}

function bytesField(number: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(value.length)]), value]);
}

/** Encodes `Export*ServiceResponse`; empty when nothing was rejected and there is no message. */
export function encodeExportResponse(rejected: number, message: string): Buffer {
  if (rejected === 0 && message === '') return Buffer.alloc(0);
  return bytesField(1, Buffer.concat([integerField(1, rejected), bytesField(2, Buffer.from(message))]));
}

/** Encodes `google.rpc.Status`, with a `RetryInfo` detail when the client may come again after a while. */
export function encodeStatus(code: number, message: string, retryAfterSeconds?: number): Buffer {
  const status = [integerField(1, code), bytesField(2, Buffer.from(message))];
  if (retryAfterSeconds !== undefined) {
    const whole = Math.floor(retryAfterSeconds);
    const nanos = Math.round((retryAfterSeconds - whole) * 1e9);
    const retryInfo = bytesField(1, Buffer.concat([integerField(1, whole), integerField(2, nanos)]));
    const type = Buffer.from('type.googleapis.com/google.rpc.RetryInfo');
    status.push(bytesField(3, Buffer.concat([bytesField(1, type), bytesField(2, retryInfo)])));
  }
  return Buffer.concat(status);
}
