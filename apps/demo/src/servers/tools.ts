import { randomUUID } from 'node:crypto';

import { withVerifySpan } from '@gym/telemetry';

import { isResponsesResponse } from '../proxy/translate-response.ts';
import { isRecord, isResponsesRequest } from '../shapes/read-items.ts';
import type { ResponsesResponse, RolloutRequest } from '../shapes/responses.ts';
import { loadTools } from '../tools/load-tools.ts';
import { scoreAnswer } from '../tools/score-answer.ts';
import { serve } from './serve.ts';
import { ServerError } from './server-error.ts';

function readVerifyBody(body: unknown): RolloutRequest & { readonly response: ResponsesResponse } {
  const response = isRecord(body) ? body['response'] : undefined;
  if (isRecord(body) && isResponsesRequest(body['responses_create_params']) && isResponsesResponse(response)) {
    return { ...body, responses_create_params: body['responses_create_params'], response };
  }
  throw new ServerError(422, 'expected responses_create_params and a response with its output');
}

await serve((app, setup) => {
  const tools = loadTools();
  const cookieName = `${setup.name}_session`;

  app.post('/seed_session', (_request, reply) => {
    void reply.header('set-cookie', `${cookieName}=${randomUUID()}; Path=/; HttpOnly; SameSite=Lax`);
    return {};
  });

  app.post('/verify', (request) =>
    withVerifySpan(() => {
      const body = readVerifyBody(request.body);
      return { ...body, reward: scoreAnswer(body.response, body['expected_answer']) };
    }),
  );

  for (const [name, tool] of tools) {
    app.post(`/${name}`, (request) => {
      if (!isRecord(request.body)) throw new ServerError(422, 'expected the arguments as a JSON object');
      return tool.run(request.body);
    });
  }
});
