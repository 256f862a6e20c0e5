/** Shape of a model API: OpenAI Responses, OpenAI Chat Completions, Anthropic Messages. */
export type Dialect = 'responses' | 'chat_completions' | 'messages';

/** Which names a span or a metric gets: GenAI 0.1.0, semantic conventions up to 1.41, or the names of both. */
export type GenAiSemconv = 'current' | 'legacy' | 'both';

/** Who provides a dialect's models when the caller does not say so. */
export function defaultProvider(dialect: Dialect): string {
  return dialect === 'messages' ? 'anthropic' : 'openai';
}

/** Whether `openai.*` attributes belong beside this provider. Source: GenAI conventions, note on `gen_ai.provider.name`. */
export function isOpenAi(dialect: Dialect, provider: string): boolean {
  return dialect !== 'messages' && (provider === 'openai' || provider === 'azure.ai.openai');
}
