import type { Attributes } from '@opentelemetry/api';

import type { ProtobufWriter } from './protobuf-writer.ts';
import { writeAttributes } from './write-attributes.ts';

/** What the encoders read of a resource. */
export interface ResourceLike {
  readonly attributes: Attributes;
}

/** What the encoders read of an instrumentation scope. */
export interface ScopeLike {
  readonly name: string;
  readonly version?: string;
  readonly schemaUrl?: string;
}

/** One scope and what it produced. */
export interface ScopeGroup<T> {
  readonly scope: ScopeLike;
  readonly items: readonly T[];
}

/**
 * Writes the frame that traces, metrics and logs share: one resource, its scopes, and each item in field 2.
 *
 * Source: opentelemetry-proto, `ExportTraceServiceRequest` and its two siblings, which agree in these field numbers.
 */
export function writeExportRequest<T>(
  writer: ProtobufWriter,
  resource: ResourceLike,
  groups: readonly ScopeGroup<T>[],
  writeItem: (writer: ProtobufWriter, item: T) => void,
): Uint8Array {
  const resourceMark = writer.mark;
  for (let g = groups.length - 1; g >= 0; g--) {
    const { scope, items } = groups[g] as ScopeGroup<T>;
    const scopeMark = writer.mark;
    if (scope.schemaUrl) writer.string(3, scope.schemaUrl);
    for (let i = items.length - 1; i >= 0; i--) {
      const itemMark = writer.mark;
      writeItem(writer, items[i] as T);
      writer.endMessage(2, itemMark);
    }
    const mark = writer.mark;
    if (scope.version) writer.string(2, scope.version);
    writer.string(1, scope.name);
    writer.endMessage(1, mark);
    writer.endMessage(2, scopeMark);
  }
  const mark = writer.mark;
  writeAttributes(writer, 1, resource.attributes);
  writer.endMessage(1, mark);
  writer.endMessage(1, resourceMark);
  return writer.finish();
}
