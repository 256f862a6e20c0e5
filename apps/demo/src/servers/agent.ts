import { runWithRolloutId, setSpanAttributes, withAgentSpan, withRolloutSpan } from '@gym/telemetry';
import { agentAttributes } from '@gym/telemetry-genai';

import { callTool, postJson, rolloutIdFor, type CallSettings } from '../agent/call-servers.ts';
import { runToolLoop } from '../agent/run-tool-loop.ts';
import { isRecord, isResponsesRequest } from '../shapes/read-items.ts';
import type { ResponsesResponse, RolloutRequest, RolloutResult } from '../shapes/responses.ts';
import { serve } from './serve.ts';
import { ServerError } from './server-error.ts';

function readRunBody(body: unknown): RolloutRequest {
  if (!isRecord(body) || !isResponsesRequest(body['responses_create_params'])) {
    throw new ServerError(422, 'expected responses_create_params with an input');
  }
  return body as RolloutRequest;
}

await serve((app, { name, settings, addresses }, selfUrl) => {
  const modelUrl = addresses['model_server']!;
  const toolsUrl = addresses['resources_server']!;
  const maxSteps = Number(settings['max_steps']);
  const calls: CallSettings = {
    retries: Number(settings['retries']),
    timeoutMs: Number(settings['call_timeout_seconds']) * 1000,
  };
  // The agent's own loop has its deadlines inside, and is no call to make twice.
  const ownCall: CallSettings = { retries: 0, timeoutMs: undefined };

  const run = async (body: RolloutRequest): Promise<RolloutResult> => {
    const { cookie } = await postJson(`${toolsUrl}/seed_session`, {}, undefined, calls);
    const { data: response } = await postJson(
      `${selfUrl()}/v1/responses`,
      body.responses_create_params,
      cookie,
      ownCall,
    );
    return (await postJson<RolloutResult>(`${toolsUrl}/verify`, { ...body, response }, cookie, calls)).data;
  };

  app.post('/run', (request) => {
    const id = isRecord(request.body) ? rolloutIdFor(request.body) : undefined;
    const rollout = (): Promise<RolloutResult> => withRolloutSpan(async () => run(readRunBody(request.body)));
    return id === undefined ? rollout() : runWithRolloutId(id, rollout);
  });

  app.post('/v1/responses', ({ body, headers }) =>
    withAgentSpan(async (span) => {
      setSpanAttributes(span, agentAttributes({ name, provider: 'nemo_gym' }));
      if (!isResponsesRequest(body)) throw new ServerError(422, 'expected an input: text or a list of items');
      const { cookie } = headers;
      return runToolLoop(body, {
        maxSteps,
        callModel: async (step) =>
          (await postJson<ResponsesResponse>(`${modelUrl}/v1/responses`, step, undefined, calls)).data,
        callTool: (call) => callTool(call, { url: toolsUrl, offered: body.tools ?? [], cookie, settings: calls }),
      });
    }),
  );
});
