import type { Dialect } from './dialect.ts';
import { fieldsOf } from './fields.ts';
import type { AttributeWriter } from './gen-ai-attributes.ts';
import { genAiNames as names } from './gen-ai-names.ts';

function sum(values: readonly unknown[]): unknown {
  const given = values.filter((value): value is number => typeof value === 'number');
  return given.length === 0 ? undefined : given.reduce((total, value) => total + value, 0);
}

/**
 * Writes the token counts of an answer's `usage`.
 *
 * The input total holds cached tokens and the output total holds reasoning tokens, as the conventions ask: Anthropic's
 * `input_tokens` leaves the cache out, so its cache reads and writes are added.
 */
export function writeUsage(to: AttributeWriter, dialect: Dialect, value: unknown): void {
  const usage = fieldsOf(value);
  if (dialect === 'messages') {
    const { input_tokens: fresh, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage;
    to.tokens(names.inputTokens, sum([fresh, read, written]));
    to.tokens(names.outputTokens, usage['output_tokens']);
    to.tokens(names.cacheReadTokens, read);
    to.tokens(names.cacheWriteTokens, written);
    return;
  }
  const [input, output] =
    dialect === 'responses' ? ['input_tokens', 'output_tokens'] : ['prompt_tokens', 'completion_tokens'];
  to.tokens(names.inputTokens, usage[input]);
  to.tokens(names.outputTokens, usage[output]);
  to.tokens(names.cacheReadTokens, fieldsOf(usage[`${input}_details`])['cached_tokens']);
  to.tokens(names.reasoningTokens, fieldsOf(usage[`${output}_details`])['reasoning_tokens']);
}
