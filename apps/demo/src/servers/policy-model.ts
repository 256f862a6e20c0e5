import { setTimeout as sleep } from 'node:timers/promises';

import { getRuntime, setSpanAttributes, withModelSpan } from '@gym/telemetry';
import { createModelCallRecorder, readModelRequest, readModelResponse } from '@gym/telemetry-genai';
import type { Dialect, ModelCall } from '@gym/telemetry-genai';

import { decideNextStep } from '../policy/embedded-policy.ts';
import { fromChatRequest } from '../proxy/translate-request.ts';
import { isChatRequest, toChatResponse } from '../proxy/translate-response.ts';
import { createUpstream } from '../proxy/upstream.ts';
import { makeResponse, makeUsage } from '../shapes/make-response.ts';
import { isResponsesRequest } from '../shapes/read-items.ts';
import type { ResponsesRequest, ResponsesResponse } from '../shapes/responses.ts';
import { drawLogNormal } from '../shapes/seeded-random.ts';
import { serve } from './serve.ts';
import { ServerError } from './server-error.ts';
import type { ServerSetup } from './server-setup.ts';

const embeddedModel = 'embedded-policy';

/** About four characters of JSON make a token. */
function countTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

function createEmbeddedModel({ settings }: ServerSetup): (request: ResponsesRequest) => Promise<ResponsesResponse> {
  const policy = { errorRate: Number(settings['error_rate']) };
  const median = Number(settings['latency_median_ms']);
  const sigma = Number(settings['latency_sigma']);
  return async (request) => {
    const { output, random } = decideNextStep(request, policy);
    if (median > 0) await sleep(drawLogNormal(random, median, sigma));
    const id = `resp_${Math.floor(random() * 2 ** 32).toString(16)}`;
    const usage = makeUsage(countTokens([request.input, request.tools]), countTokens(output));
    const createdAt = Math.floor(Date.now() / 1000);
    return makeResponse(request, { id, createdAt, model: request.model ?? embeddedModel, output, usage });
  };
}

/** Records a model call as `gen_ai.*` metrics while metrics are on; the instruments are made once for a meter. */
function createCallRecorder(): (call: ModelCall) => void {
  let recorder: { readonly meter: unknown; readonly record: (call: ModelCall) => void } | undefined;
  return (call) => {
    const meter = getRuntime()?.meter;
    if (!meter) return;
    if (recorder?.meter !== meter) recorder = { meter, record: createModelCallRecorder(meter) };
    recorder.record(call);
  };
}

await serve((app, setup) => {
  const { settings } = setup;
  const upstream =
    settings['base_url'] === ''
      ? undefined
      : createUpstream({
          baseUrl: String(settings['base_url']),
          apiKey: String(settings['api_key']),
          modelName: String(settings['model_name']),
          api: settings['upstream_api'] === 'responses' ? 'responses' : 'chat_completions',
          timeoutMs: Number(settings['timeout_seconds']) * 1000,
        });
  const embedded = createEmbeddedModel(setup);
  const options = { provider: upstream ? 'openai' : 'nemo_gym' };
  const recordCall = createCallRecorder();
  /** Answers one call in its span, with what request and answer say in GenAI conventions. */
  const answer = <T>(dialect: Dialect, body: unknown, call: () => Promise<T>): Promise<T> => {
    const model = String(settings['model_name'] || embeddedModel);
    const request = { ...readModelRequest(dialect, body, options), 'gen_ai.request.model': model };
    const startedAt = performance.now();
    return withModelSpan({ dialect, attributes: request }, async (span) => {
      const response = await call();
      const described = readModelResponse(dialect, response, options);
      setSpanAttributes(span, described);
      recordCall({ attributes: { ...request, ...described }, durationMs: performance.now() - startedAt });
      return response;
    });
  };

  app.post('/v1/responses', ({ body }) =>
    answer('responses', body, async () => {
      if (!isResponsesRequest(body)) throw new ServerError(422, 'expected an input: text or a list of items');
      return upstream ? upstream.responses(body) : embedded(body);
    }),
  );

  app.post('/v1/chat/completions', ({ body }) =>
    answer('chat_completions', body, async () => {
      if (!isChatRequest(body)) throw new ServerError(422, 'expected messages: a list of messages');
      return upstream ? upstream.chat(body) : embedded(fromChatRequest(body)).then(toChatResponse);
    }),
  );
});
