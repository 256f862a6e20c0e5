import { applyGenAiSemconv } from './apply-gen-ai-semconv.ts';
import { defaultProvider, isOpenAi, type Dialect } from './dialect.ts';
import { fieldsOf, orElse, type Fields } from './fields.ts';
import { AttributeWriter, type GenAiAttributes } from './gen-ai-attributes.ts';
import { genAiNames as names } from './gen-ai-names.ts';
import { readInputMessages, readInstructions, readToolDefinitions } from './read-content.ts';
import type { ReadOptions } from './read-options.ts';
import { toContentJson } from './to-content-json.ts';

/** The word for the kind of output: `json` for any JSON format, `text`, or nothing. */
function readOutputType(dialect: Dialect, body: Fields): string | undefined {
  const format =
    dialect === 'responses'
      ? fieldsOf(body['text'])['format']
      : dialect === 'messages'
        ? fieldsOf(body['output_config'])['format']
        : body['response_format'];
  const { type } = fieldsOf(format);
  if (type === 'json_object' || type === 'json_schema') return 'json';
  return type === 'text' ? 'text' : undefined;
}

function writeRequest(to: AttributeWriter, dialect: Dialect, body: Fields): void {
  to.text(names.requestModel, body['model']);
  to.number(names.temperature, body['temperature']);
  to.number(names.topP, body['top_p']);
  to.integer(names.topK, body['top_k']);
  to.integer(names.seed, body['seed']);
  to.number(names.frequencyPenalty, body['frequency_penalty']);
  to.number(names.presencePenalty, body['presence_penalty']);
  to.text(names.previousResponseId, body['previous_response_id']);
  to.integer(names.maxTokens, body['max_completion_tokens'] ?? body['max_output_tokens'] ?? body['max_tokens']);
  to.texts(names.stopSequences, body['stop'] ?? body['stop_sequences']);
  to.text(names.outputType, readOutputType(dialect, body));
  const { conversation } = body;
  to.text(names.conversationId, typeof conversation === 'string' ? conversation : fieldsOf(conversation)['id']);
  to.text(
    names.reasoningLevel,
    body['reasoning_effort'] ?? fieldsOf(body['reasoning'])['effort'] ?? fieldsOf(body['output_config'])['effort'],
  );
  // Both are left out where they say nothing: one choice, no stream.
  if (body['n'] !== 1) to.integer(names.choiceCount, body['n']);
  if (body['stream'] === true) to.attributes[names.stream] = true;
}

/**
 * Reads the parsed body of a model request into the attributes of its span.
 *
 * Always there: operation (`chat`) and provider. Fields of a wrong type are left out. `openai.*` stands only beside an
 * OpenAI provider. Messages, instructions and tool definitions only with `captureContent: true`. Never throws.
 * Source: GenAI conventions 0.1.0, span `gen_ai.client.inference`.
 */
export function readModelRequest(dialect: Dialect, body: unknown, options: ReadOptions = {}): GenAiAttributes {
  const { provider = defaultProvider(dialect) } = options;
  const to = new AttributeWriter();
  to.text(names.operation, 'chat');
  to.text(names.provider, provider);
  if (isOpenAi(dialect, provider)) to.text(names.openaiApiType, dialect);
  orElse(() => {
    const fields = fieldsOf(body);
    writeRequest(to, dialect, fields);
    if (isOpenAi(dialect, provider)) to.text(names.openaiRequestTier, fields['service_tier']);
    if (options.captureContent !== true) return;
    to.content(names.inputMessages, toContentJson(names.inputMessages, readInputMessages(dialect, fields), options));
    to.content(
      names.systemInstructions,
      toContentJson(names.systemInstructions, readInstructions(dialect, fields), options),
    );
    to.content(names.toolDefinitions, toContentJson(names.toolDefinitions, readToolDefinitions(fields), options));
  }, undefined);
  return applyGenAiSemconv(to.attributes, options.genaiSemconv);
}
