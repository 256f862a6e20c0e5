/** Attributes of a list and the problems in it. */
export interface ParsedResourceAttributes {
  readonly attributes: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/**
 * Reads `OTEL_RESOURCE_ATTRIBUTES`: `key=value,key=value`, percent-encoded. A bad pair is dropped alone, where the
 * specification drops the whole variable. Source: contract section 6.
 */
export function parseResourceAttributes(text: string): ParsedResourceAttributes {
  const pairs = new Map<string, string>();
  const problems: string[] = [];
  for (const [index, pair] of text.split(',').entries()) {
    if (pair.trim() === '') continue;
    const [key, value, ...more] = pair.split('=').map((part) => decode(part.trim()));
    if (!key || value === undefined || more.length > 0) problems.push(`pair ${index + 1} is no key=value`);
    else pairs.set(key, value);
  }
  return { attributes: Object.fromEntries(pairs), problems };
}

/** Undefined for bad percent-encoding. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
