import type { ContentOptions } from './content-options.ts';
import type { GenAiSemconv } from './dialect.ts';

/** How a request or an answer is read. */
export interface ReadOptions extends ContentOptions {
  /** `gen_ai.provider.name`; default `openai` or `anthropic`, by dialect. */
  readonly provider?: string | undefined;
  /** Names of the attributes; default `current`. */
  readonly genaiSemconv?: GenAiSemconv | undefined;
}
