const initialBytes = 64 * 1024;
const two32 = 2 ** 32;

/** A time as OpenTelemetry JS keeps it: `[seconds, nanoseconds]`. */
export type HrTimePair = readonly [number, number];

/**
 * Writes protobuf from the end to the start, so that the length of a nested message is known when its header is
 * written. Callers therefore write fields, and the elements of repeated fields, in reverse order.
 *
 * Source: protobuf encoding guide (wire types 0, 1, 2 and 5).
 */
export class ProtobufWriter {
  #buffer: Buffer = Buffer.allocUnsafe(initialBytes);
  #position: number = initialBytes;

  /** Bytes written so far; pass it to {@link endMessage} to close what is written after this call. */
  get mark(): number {
    return this.#buffer.length - this.#position;
  }

  /** A copy of what was written; the writer starts again. */
  finish(): Uint8Array {
    const result = Buffer.from(this.#buffer.subarray(this.#position));
    this.#position = this.#buffer.length;
    return result;
  }

  /** Closes the nested message that began at `mark`. */
  endMessage(field: number, mark: number): void {
    this.#varint(this.mark - mark);
    this.#varint(field * 8 + 2);
  }

  string(field: number, value: string): void {
    const length = Buffer.byteLength(value);
    this.#reserve(length);
    this.#position -= length;
    this.#buffer.write(value, this.#position, length, 'utf8');
    this.#varint(length);
    this.#varint(field * 8 + 2);
  }

  /** Lower-case hex text as bytes. */
  hex(field: number, value: string): void {
    const length = value.length >>> 1;
    this.#reserve(length);
    this.#position -= length;
    this.#buffer.write(value, this.#position, length, 'hex');
    this.#varint(length);
    this.#varint(field * 8 + 2);
  }

  bytes(field: number, value: Uint8Array): void {
    this.raw(value);
    this.#varint(value.length);
    this.#varint(field * 8 + 2);
  }

  /** Bytes that are encoded already. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#position -= value.length;
    this.#buffer.set(value, this.#position);
  }

  /** uint32, uint64, bool or enum, up to 2^53. */
  uint(field: number, value: number): void {
    this.#varint(value);
    this.#varint(field * 8);
  }

  /** int64 within the safe integers. */
  int(field: number, value: number): void {
    if (value >= 0) this.#varint(value);
    else this.#negativeVarint(value);
    this.#varint(field * 8);
  }

  /** sint32. */
  sint(field: number, value: number): void {
    this.#varint(value >= 0 ? value * 2 : -value * 2 - 1);
    this.#varint(field * 8);
  }

  fixed32(field: number, value: number): void {
    this.#reserve(4);
    this.#position -= 4;
    this.#buffer.writeUInt32LE(value, this.#position);
    this.#varint(field * 8 + 5);
  }

  double(field: number, value: number): void {
    this.rawDouble(value);
    this.#varint(field * 8 + 1);
  }

  /** An element of a packed field of doubles. */
  rawDouble(value: number): void {
    this.#reserve(8);
    this.#position -= 8;
    this.#buffer.writeDoubleLE(value, this.#position);
  }

  /** fixed64 or sfixed64 within the safe integers. */
  fixed64(field: number, value: number): void {
    this.rawFixed64(value);
    this.#varint(field * 8 + 1);
  }

  /** An element of a packed field of fixed64. */
  rawFixed64(value: number): void {
    const high = Math.floor(value / two32);
    this.#fixed64Words(value - high * two32, high);
  }

  /** An element of a packed field of varints. */
  rawVarint(value: number): void {
    this.#varint(value);
  }

  /** fixed64 of nanoseconds since the epoch, exact beyond 2^53. */
  time(field: number, [seconds, nanos]: HrTimePair): void {
    const upper = Math.floor(seconds / 65_536) * 1e9; // counts units of 2^16 ns
    const lower = (seconds % 65_536) * 1e9 + nanos;
    const low = (upper % 65_536) * 65_536 + (lower % two32);
    const carry = low >= two32 ? 1 : 0;
    this.#fixed64Words(low - carry * two32, Math.floor(upper / 65_536) + Math.floor(lower / two32) + carry);
    this.#varint(field * 8 + 1);
  }

  #fixed64Words(low: number, high: number): void {
    this.#reserve(8);
    this.#position -= 8;
    this.#buffer.writeUInt32LE(low, this.#position);
    this.#buffer.writeInt32LE(high | 0, this.#position + 4);
  }

  #varint(value: number): void {
    if (value < 128) {
      this.#reserve(1);
      this.#buffer[--this.#position] = value;
      return;
    }
    let length = 1;
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) length += 1;
    this.#reserve(length);
    this.#position -= length;
    let rest = value;
    for (let i = 0; i < length - 1; i++) {
      this.#buffer[this.#position + i] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#position + length - 1] = rest;
  }

  /** Ten bytes of two's complement. */
  #negativeVarint(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    this.#reserve(10);
    this.#position -= 10;
    for (let i = 0; i < 9; i++) {
      this.#buffer[this.#position + i] = Number(rest & 127n) + 128;
      rest >>= 7n;
    }
    this.#buffer[this.#position + 9] = Number(rest);
  }

  #reserve(count: number): void {
    if (count <= this.#position) return;
    const used = this.mark;
    const length = Math.max(this.#buffer.length * 2, used + count);
    const grown = Buffer.allocUnsafe(length);
    this.#buffer.copy(grown, length - used, this.#position);
    this.#buffer = grown;
    this.#position = length - used;
  }
}
