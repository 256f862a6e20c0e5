import { setTimeout as sleep } from 'node:timers/promises';

import { setSpanAttributes, withModelSpan } from '@gym/telemetry';
import type { Span } from '@opentelemetry/api';

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

function describeAnswer(span: Span, id: string, model: string, tokens: readonly (number | undefined)[]): void {
  const [input, output] = tokens;
  setSpanAttributes(span, {
    'gen_ai.response.id': id,
    'gen_ai.response.model': model,
    ...(input !== undefined && { 'gen_ai.usage.input_tokens': input }),
    ...(output !== undefined && { 'gen_ai.usage.output_tokens': output }),
  });
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
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': upstream ? 'openai' : 'nemo_gym',
    'gen_ai.request.model': String(settings['model_name'] || embeddedModel),
  };

  app.post('/v1/responses', ({ body }) =>
    withModelSpan({ dialect: 'responses', attributes }, async (span) => {
      if (!isResponsesRequest(body)) throw new ServerError(422, 'expected an input: text or a list of items');
      const response = await (upstream ? upstream.responses(body) : embedded(body));
      describeAnswer(span, response.id, response.model, [response.usage?.input_tokens, response.usage?.output_tokens]);
      return response;
    }),
  );

  app.post('/v1/chat/completions', ({ body }) =>
    withModelSpan({ dialect: 'chat_completions', attributes }, async (span) => {
      if (!isChatRequest(body)) throw new ServerError(422, 'expected messages: a list of messages');
      const response = await (upstream ? upstream.chat(body) : embedded(fromChatRequest(body)).then(toChatResponse));
      describeAnswer(span, response.id, response.model, [
        response.usage?.prompt_tokens,
        response.usage?.completion_tokens,
      ]);
      return response;
    }),
  );
});
