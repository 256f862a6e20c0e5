/** Release of open-telemetry/semantic-conventions-genai that the names in this file follow. */
export const genAiSemconvVersion = '0.1.0';

/** Attribute names, by what they hold. All are of development status: they are in this file only. */
export const genAiNames = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversationId: 'gen_ai.conversation.id',
  outputType: 'gen_ai.output.type',
  requestModel: 'gen_ai.request.model',
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  topK: 'gen_ai.request.top_k',
  maxTokens: 'gen_ai.request.max_tokens',
  seed: 'gen_ai.request.seed',
  stopSequences: 'gen_ai.request.stop_sequences',
  frequencyPenalty: 'gen_ai.request.frequency_penalty',
  presencePenalty: 'gen_ai.request.presence_penalty',
  choiceCount: 'gen_ai.request.choice.count',
  stream: 'gen_ai.request.stream',
  previousResponseId: 'gen_ai.request.previous_response.id',
  reasoningLevel: 'gen_ai.request.reasoning.level',
  responseId: 'gen_ai.response.id',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_write.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  openaiApiType: 'openai.api.type',
  openaiRequestTier: 'openai.request.service_tier',
  openaiResponseTier: 'openai.response.service_tier',
  openaiFingerprint: 'openai.response.system_fingerprint',
  agentName: 'gen_ai.agent.name',
  agentId: 'gen_ai.agent.id',
  agentVersion: 'gen_ai.agent.version',
  agentDescription: 'gen_ai.agent.description',
  toolName: 'gen_ai.tool.name',
  toolCallId: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  toolDescription: 'gen_ai.tool.description',
  tokenType: 'gen_ai.token.type',
  tokenModality: 'gen_ai.token.modality',
  errorType: 'error.type',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  // Content, on request only.
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  systemInstructions: 'gen_ai.system_instructions',
  toolDefinitions: 'gen_ai.tool.definitions',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
} as const;

/** Old name of each attribute that was renamed by semantic conventions 1.37 (provider) and GenAI 0.1.0 (cache write). */
export const legacyGenAiNames: ReadonlyMap<string, string> = new Map([
  ['gen_ai.provider.name', 'gen_ai.system'],
  ['gen_ai.usage.cache_write.input_tokens', 'gen_ai.usage.cache_creation.input_tokens'],
]);

/** Metric names; `legacy*` are those of semantic conventions up to 1.41. */
export const genAiMetricNames = {
  duration: 'gen_ai.client.inference.duration',
  timeToFirstChunk: 'gen_ai.client.inference.time_to_first_chunk',
  inputTokens: 'gen_ai.client.inference.usage.input_tokens',
  outputTokens: 'gen_ai.client.inference.usage.output_tokens',
  cacheReadTokens: 'gen_ai.client.inference.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.client.inference.usage.cache_write.input_tokens',
  reasoningTokens: 'gen_ai.client.inference.usage.reasoning.output_tokens',
  legacyDuration: 'gen_ai.client.operation.duration',
  legacyTimeToFirstChunk: 'gen_ai.client.operation.time_to_first_chunk',
  legacyTokenUsage: 'gen_ai.client.token.usage',
} as const;

/** Bucket bounds that the conventions advise: seconds doubling from 0.01, tokens times four from 1. */
export const genAiBuckets = {
  seconds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  tokens: [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
} as const;
