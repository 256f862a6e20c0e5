export { agentAttributes } from './agent-attributes.ts';
export { createModelCallRecorder } from './create-model-call-recorder.ts';
export { createStreamReader } from './create-stream-reader.ts';
export { genAiBuckets, genAiMetricNames, genAiNames, genAiSemconvVersion, legacyGenAiNames } from './gen-ai-names.ts';
export { readModelRequest } from './read-model-request.ts';
export { readModelResponse } from './read-model-response.ts';
export { toolAttributes } from './tool-attributes.ts';

export type { Agent } from './agent-attributes.ts';
export type { ContentOptions } from './content-options.ts';
export type { ModelCall } from './create-model-call-recorder.ts';
export type { StreamReader, StreamReaderOptions } from './create-stream-reader.ts';
export type { Dialect, GenAiSemconv } from './dialect.ts';
export type { GenAiAttributes } from './gen-ai-attributes.ts';
export type { CounterLike, HistogramLike, InstrumentOptions, MeterLike } from './meter-like.ts';
export type { ReadOptions } from './read-options.ts';
export type { ToolCall } from './tool-attributes.ts';
