import { malformed } from './malformed.ts';

/** Wire types of the protobuf encoding; groups (3 and 4) are not used by OTLP. */
export const wireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** Turns a 64-bit integer into a number when that loses nothing. */
export function shortest(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/**
 * Reads protobuf primitives from `buffer` between `position` and `end`. Every method throws `MALFORMED_PAYLOAD` when
 * the bytes do not suffice. Source: protobuf.dev, Encoding.
 */
export class ProtobufReader {
  readonly #buffer: Buffer;
  readonly #end: number;
  #position: number;

  constructor(buffer: Buffer, position = 0, end: number = buffer.length) {
    this.#buffer = buffer;
    this.#position = position;
    this.#end = end;
  }

  get done(): boolean {
    return this.#position >= this.#end;
  }

  /** Unsigned 64-bit varint: a number up to 2^49, a bigint above. */
  varint(): number | bigint {
    let value = 0;
    for (let scale = 1; scale < 2 ** 49; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    let wide = BigInt(value);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      wide |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, wide);
    }
    throw malformed('varint longer than ten bytes');
  }

  uint32(): number {
    const value = this.varint();
    return typeof value === 'number' ? value % 2 ** 32 : Number(BigInt.asUintN(32, value));
  }

  int64(): number | bigint {
    const value = this.varint();
    return typeof value === 'number' ? value : shortest(BigInt.asIntN(64, value));
  }

  uint64(): number | bigint {
    const value = this.varint();
    return typeof value === 'number' ? value : shortest(value);
  }

  fixed32(): number {
    return this.#buffer.readUInt32LE(this.#advance(4));
  }

  fixed64(): bigint {
    return this.#buffer.readBigUInt64LE(this.#advance(8));
  }

  sfixed64(): number | bigint {
    return shortest(this.#buffer.readBigInt64LE(this.#advance(8)));
  }

  double(): number {
    return this.#buffer.readDoubleLE(this.#advance(8));
  }

  string(): string {
    const length = this.uint32();
    const start = this.#advance(length);
    return this.#buffer.toString('utf8', start, start + length);
  }

  /** A copy, so that a kept value does not keep the whole request. */
  bytes(): Uint8Array {
    const length = this.uint32();
    const start = this.#advance(length);
    return Uint8Array.from(this.#buffer.subarray(start, start + length));
  }

  /** Bytes as lower-case hex; throws unless there are `size` of them, or none. */
  hex(size: number): string {
    const length = this.uint32();
    if (length !== size && length !== 0) throw malformed(`expected an id of ${size} bytes, received ${length}`);
    const start = this.#advance(length);
    return this.#buffer.toString('hex', start, start + length);
  }

  /** A reader of the length-delimited part that follows. */
  part(): ProtobufReader {
    const length = this.uint32();
    const start = this.#advance(length);
    return new ProtobufReader(this.#buffer, start, start + length);
  }

  /** Passes over a value of the given wire type. */
  skip(type: number): void {
    if (type === wireType.varint) this.varint();
    else if (type === wireType.fixed64) this.#advance(8);
    else if (type === wireType.bytes) this.#advance(this.uint32());
    else if (type === wireType.fixed32) this.#advance(4);
    else throw malformed(`unknown wire type ${type}`);
  }

  #byte(): number {
    return this.#buffer[this.#advance(1)] as number;
  }

  #advance(length: number): number {
    const start = this.#position;
    if (length > this.#end - start) throw malformed('message ends too early');
    this.#position = start + length;
    return start;
  }
}
