import { defaultMaxContentChars, type ContentOptions } from './content-options.ts';
import { orElse } from './fields.ts';

/** Text lengths that are tried, one after the other, until the JSON is short enough. */
const textLimits = [Number.POSITIVE_INFINITY, 8192, 1024, 128, 16] as const;

function cutTexts(limit: number): (key: string, value: unknown) => unknown {
  return (_key, value) =>
    typeof value === 'string' && value.length > limit
      ? `${value.slice(0, limit)}... (${value.length - limit} more characters)`
      : value;
}

/**
 * Content as the JSON text of a span attribute; undefined when capture is off, when there is nothing, when the redact
 * hook says so or throws, and when the value cannot be made short enough.
 */
export function toContentJson(name: string, value: unknown, options: ContentOptions): string | undefined {
  if (options.captureContent !== true || value === undefined) return undefined;
  const maxChars = options.maxContentChars ?? defaultMaxContentChars;
  return orElse(() => {
    const shown = options.redact === undefined ? value : options.redact(name, value);
    if (shown === undefined) return undefined;
    for (const limit of textLimits) {
      const text = JSON.stringify(shown, cutTexts(limit)) as string | undefined;
      if (text === undefined || text.length <= maxChars) return text;
    }
    return undefined;
  }, undefined);
}
