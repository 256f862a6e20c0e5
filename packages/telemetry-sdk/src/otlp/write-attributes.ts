import type { ProtobufWriter } from './protobuf-writer.ts';

/** Deeper values, and cycles with them, are cut to this text. */
const tooDeep = '[too deep]';
const maxDepth = 16;

/** Writes a map as repeated `KeyValue` in `field`; null and undefined values are left out. Source: opentelemetry-proto, common.proto. */
export function writeAttributes(writer: ProtobufWriter, field: number, attributes: object, depth = 0): void {
  const entries = Object.entries(attributes);
  for (let i = entries.length - 1; i >= 0; i--) {
    const [key, value] = entries[i] as [string, unknown];
    if (value === undefined) continue;
    const mark = writer.mark;
    writeAnyValue(writer, 2, value, depth);
    writer.string(1, key);
    writer.endMessage(field, mark);
  }
}

/** Writes one value as `AnyValue` in `field`. Integers outside the safe range go as doubles, other objects as maps. */
export function writeAnyValue(writer: ProtobufWriter, field: number, value: unknown, depth = 0): void {
  const mark = writer.mark;
  if (typeof value === 'string') writer.string(1, value);
  else if (typeof value === 'boolean') writer.uint(2, value ? 1 : 0);
  else if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) writer.int(3, value);
    else writer.double(4, value);
  } else if (typeof value === 'bigint') writer.string(1, String(value));
  else if (value instanceof Uint8Array) writer.bytes(7, value);
  else if (typeof value === 'object' && value !== null) writeNested(writer, value, depth);
  writer.endMessage(field, mark);
}

function writeNested(writer: ProtobufWriter, value: object, depth: number): void {
  if (depth >= maxDepth) {
    writer.string(1, tooDeep);
    return;
  }
  const mark = writer.mark;
  if (Array.isArray(value)) {
    for (let i = value.length - 1; i >= 0; i--) writeAnyValue(writer, 1, value[i], depth + 1);
    writer.endMessage(5, mark);
  } else {
    writeAttributes(writer, 1, value, depth + 1);
    writer.endMessage(6, mark);
  }
}
