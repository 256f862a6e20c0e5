/** Most members a tracestate may have; one more makes the whole list invalid. */
export const maxMembers = 32;

// The vendor part after `@` and the tenant part before it are rules of level 1, which the conformance harness checks;
// a plain key that starts with a digit is new in level 2. Both patterns match in one pass.
const plainKey = /^[a-z0-9][a-z0-9_\-*/]{0,255}$/;
const tenantKey = /^[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13}$/;
const memberValue = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** Whether `key` may stand before the `=` of a member. Source: W3C Trace Context, section 3.3.2.2.1. */
export function isMemberKey(key: string): boolean {
  return plainKey.test(key) || tenantKey.test(key);
}

/** Whether `value` may stand behind the `=`: 1 to 256 printable characters without `,` and `=`, no blank at the end. */
export function isMemberValue(value: string): boolean {
  return memberValue.test(value);
}
