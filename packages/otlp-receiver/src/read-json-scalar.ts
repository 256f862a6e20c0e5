import { malformed } from './malformed.ts';
import type { ScalarKind } from './message-schema.ts';
import { shortest } from './protobuf-reader.ts';

/** Reads a scalar of OTLP/JSON as the kind that the schema asks for; `path` names it in the error. */
export function readJsonScalar(kind: ScalarKind, json: unknown, path: string): unknown {
  switch (kind) {
    case 'string':
      if (typeof json === 'string') return json;
      break;
    case 'bool':
      if (typeof json === 'boolean') return json;
      break;
    case 'bytes':
      if (typeof json === 'string' && /^[\w+/-]*={0,2}$/.test(json))
        return Uint8Array.from(Buffer.from(json, 'base64'));
      break;
    case 'traceId':
      if (typeof json === 'string' && /^([0-9a-f]{32})?$/i.test(json)) return json.toLowerCase();
      break;
    case 'spanId':
      if (typeof json === 'string' && /^([0-9a-f]{16})?$/i.test(json)) return json.toLowerCase();
      break;
    case 'double': {
      const value = readDouble(json);
      if (value !== undefined) return value;
      break;
    }
    default: {
      const value = readInteger(json);
      const [least, most] = ranges[kind];
      if (value === undefined || value < least || value > most) break;
      return kind === 'fixed64' ? value : shortest(value);
    }
  }
  throw malformed(`${path}: expected ${kind}`);
}

const uint32 = [0n, 2n ** 32n - 1n] as const;
const int32 = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const uint64 = [0n, 2n ** 64n - 1n] as const;
const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const ranges = { int32, sint32: int32, uint32, fixed32: uint32, int64, sfixed64: int64, uint64, fixed64: uint64 };

function readInteger(json: unknown): bigint | undefined {
  if (typeof json === 'number' && Number.isInteger(json)) return BigInt(json);
  return typeof json === 'string' && /^-?\d{1,20}$/.test(json) ? BigInt(json) : undefined;
}

function readDouble(json: unknown): number | undefined {
  if (typeof json === 'number') return json;
  if (typeof json !== 'string') return undefined;
  if (json === 'NaN') return Number.NaN;
  const value = json.trim() === '' ? Number.NaN : Number(json);
  return Number.isNaN(value) ? undefined : value;
}
