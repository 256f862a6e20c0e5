import { describe, expect, test } from '@jest/globals';

import { ProtobufWriter } from '../../src/otlp/protobuf-writer.ts';

function hexOf(write: (writer: ProtobufWriter) => void): string {
  const writer = new ProtobufWriter();
  write(writer);
  return Buffer.from(writer.finish()).toString('hex');
}

describe('ProtobufWriter', () => {
  test.each([
    ['uint 1', (w: ProtobufWriter) => w.uint(1, 1), '0801'],
    ['uint 300', (w: ProtobufWriter) => w.uint(1, 300), '08ac02'],
    ['uint 2^53 - 1', (w: ProtobufWriter) => w.uint(1, 2 ** 53 - 1), '08ffffffffffffff0f'],
    ['field number 16', (w: ProtobufWriter) => w.uint(16, 0), '800100'],
    ['int -1', (w: ProtobufWriter) => w.int(3, -1), '18ffffffffffffffffff01'],
    ['sint -2', (w: ProtobufWriter) => w.sint(1, -2), '0803'],
    ['string é', (w: ProtobufWriter) => w.string(2, 'é'), '1202c3a9'],
    ['hex 0aff', (w: ProtobufWriter) => w.hex(1, '0aff'), '0a020aff'],
    ['double 1', (w: ProtobufWriter) => w.double(1, 1), '09000000000000f03f'],
    ['fixed32 257', (w: ProtobufWriter) => w.fixed32(1, 257), '0d01010000'],
    ['fixed64 2^32 + 1', (w: ProtobufWriter) => w.fixed64(1, 2 ** 32 + 1), '090100000001000000'],
    ['fixed64 -1', (w: ProtobufWriter) => w.fixed64(1, -1), '09ffffffffffffffff'],
  ])('%s', (_name, write, hex) => {
    expect(hexOf(write)).toBe(hex);
  });

  test.each([
    [0, 0],
    [1_700_000_000, 123_456_789],
    [1_700_000_000, 999_999_999],
    [4_294_967_295, 999_999_999],
    [65_535, 1],
    [65_536, 0],
  ])('time [%i, %i] is exact in 64 bits', (seconds, nanos) => {
    const bytes = Buffer.from(
      hexOf((writer) => writer.time(1, [seconds, nanos])),
      'hex',
    );
    expect(bytes.readBigUInt64LE(1)).toBe(BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
  });

  test('a string of 1 MB grows the buffer and a nested message keeps its length', () => {
    const text = 'x'.repeat(1_000_000);
    const writer = new ProtobufWriter();
    const mark = writer.mark;
    writer.string(1, text);
    writer.endMessage(2, mark);
    const bytes = Buffer.from(writer.finish());
    expect(bytes.subarray(0, 8).toString('hex')).toBe('12c4843d0ac0843d');
    expect(bytes.length).toBe(1_000_008);
    expect(writer.mark).toBe(0);
  });
});
