import { defaultMaxContentChars } from './content-options.ts';
import type { Dialect } from './dialect.ts';
import { entriesOf, fieldsOf, orElse } from './fields.ts';
import { foldChatChunk } from './fold-chat-chunk.ts';
import { foldMessagesEvent } from './fold-messages-event.ts';
import { foldResponsesEvent } from './fold-responses-event.ts';
import type { GenAiAttributes } from './gen-ai-attributes.ts';
import { genAiNames as names } from './gen-ai-names.ts';
import { readModelResponse } from './read-model-response.ts';
import type { ReadOptions } from './read-options.ts';
import { SseParser } from './sse-parser.ts';
import { TextBudget } from './text-budget.ts';

/** Reads a streamed answer while it passes by. */
export interface StreamReader {
  /** Takes the next bytes of the body, cut anywhere, or text. Never throws, keeps no reference to the bytes. */
  push(chunk: Uint8Array | string): void;
  /** The attributes of the whole answer, at the end of the body or when it is cut; the same object on every call. */
  end(): GenAiAttributes;
}

/** How a stream is read. */
export interface StreamReaderOptions extends ReadOptions {
  /** Milliseconds on a clock that only goes forward; default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** The conventions want a reason for every choice: `error` when the stream broke off before it named one. */
function endOpenChoices(answer: { readonly choices?: unknown }): void {
  for (const choice of entriesOf(answer.choices)) (choice as Record<string, unknown>)['finish_reason'] ??= 'error';
}

/**
 * Starts to read a server-sent event stream of a model; call it when the request goes out, the time to the first chunk
 * counts from here.
 *
 * Gives what `readModelResponse` gives for the same answer in one piece, and `gen_ai.response.time_to_first_chunk` in
 * seconds. Finish reason `error` when the stream broke off before it named one. Events that are no JSON are passed
 * over. Memory: one event, and `maxContentChars` of texts with `captureContent`.
 */
export function createStreamReader(dialect: Dialect, options: StreamReaderOptions = {}): StreamReader {
  const now = options.now ?? (() => performance.now());
  const startedAt = now();
  const budget = new TextBudget(
    options.captureContent === true ? (options.maxContentChars ?? defaultMaxContentChars) : 0,
  );
  const answer: Record<string, unknown> = {};
  let firstChunkAt: number | undefined;
  let result: GenAiAttributes | undefined;

  const parser = new SseParser((data) => {
    const event = fieldsOf(orElse((): unknown => JSON.parse(data), undefined));
    if (event['type'] === 'ping' || data.trim() === '[DONE]') return;
    firstChunkAt ??= now();
    if (dialect === 'chat_completions') foldChatChunk(answer, event, budget);
    else if (dialect === 'messages') foldMessagesEvent(answer, event, budget);
    else foldResponsesEvent(answer, event);
  });

  return {
    push: (chunk) => {
      if (result === undefined) orElse(() => parser.push(chunk), undefined);
    },
    end: () => {
      if (result !== undefined) return result;
      orElse(() => parser.end(), undefined);
      if (dialect === 'chat_completions') endOpenChoices(answer);
      result = readModelResponse(dialect, answer, options);
      if (firstChunkAt === undefined) return result;
      const reasons = result[names.finishReasons] ?? ['error'];
      result = {
        ...result,
        [names.finishReasons]: reasons,
        [names.timeToFirstChunk]: (firstChunkAt - startedAt) / 1000,
      };
      return result;
    },
  };
}
