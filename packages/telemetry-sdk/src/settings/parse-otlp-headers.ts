/** Headers of a list and the problems in it; a problem names its pair, never shows a value. */
export interface ParsedHeaders {
  /** Names in lower case; the last of two equal names wins. */
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

const tokenPattern = /^[!#$%&'*+.^_`|~\w-]+$/;
const valuePattern = /^[\t\x20-\x7e]*$/;
/** Set by the transport itself, or not allowed in HTTP/2. */
const reservedNames: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Reads `name=value,name=value` with percent-encoded values; a bad pair is dropped alone. Source: OTLP exporter specification, "Specifying headers via environment variables". */
export function parseOtlpHeaders(text: string): ParsedHeaders {
  const headers: Record<string, string> = {};
  const problems: string[] = [];
  for (const [index, pair] of text.split(',').entries()) {
    if (pair.trim() === '') continue;
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (equals < 1 || !tokenPattern.test(name)) {
      problems.push(`pair ${index + 1} is no name=value`);
      continue;
    }
    const value = decode(pair.slice(equals + 1).trim());
    if (value === undefined || value === '') problems.push(`the value of ${name} is empty or badly percent-encoded`);
    else if (!valuePattern.test(value)) problems.push(`the value of ${name} has characters that a header cannot carry`);
    else if (reservedNames.has(name)) problems.push(`${name} is set by the exporter itself`);
    else headers[name] = value;
  }
  return { headers, problems };
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
