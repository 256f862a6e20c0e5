import type { GenAiSemconv } from './dialect.ts';
import type { GenAiAttributes } from './gen-ai-attributes.ts';
import { legacyGenAiNames } from './gen-ai-names.ts';

/**
 * Attributes under the names that were asked for: `current` as they are, `legacy` with the renamed ones under their old
 * names, `both` under old and new ones. Old names are what Langfuse and Phoenix read cache writes from.
 */
export function applyGenAiSemconv(attributes: GenAiAttributes, semconv: GenAiSemconv = 'current'): GenAiAttributes {
  if (semconv === 'current') return attributes;
  const named: Record<string, string | number | boolean | string[]> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const old = legacyGenAiNames.get(name);
    if (old !== undefined) named[old] = value;
    if (old === undefined || semconv === 'both') named[name] = value;
  }
  return named;
}
