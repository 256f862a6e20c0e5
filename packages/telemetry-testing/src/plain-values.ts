import type { Attributes, ReceivedOrigin } from '@gym/otlp-receiver';

import type { HrTime, SdkSpan } from './sdk-items.ts';

/** A time as nanoseconds since the epoch. */
export function toNanoseconds([seconds, nanoseconds]: HrTime): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
}

/** A copy of attributes, without prototype as the receiver gives them. */
export function toAttributes(attributes: Readonly<Record<string, unknown>> = {}): Attributes {
  return Object.assign(Object.create(null), attributes) as Attributes;
}

/** Resource and scope of an item. */
export function toOrigin(
  resource: SdkSpan['resource'],
  scope: { readonly name: string; readonly version?: string | undefined },
): ReceivedOrigin {
  return {
    resource: toAttributes(resource.attributes),
    scope: { name: scope.name, version: scope.version ?? '', attributes: toAttributes() },
  };
}
