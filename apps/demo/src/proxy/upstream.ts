import { requestJson } from '@gym/telemetry-undici';

import { ServerError } from '../servers/server-error.ts';
import type { ChatRequest, ChatResponse } from '../shapes/chat.ts';
import type { ResponsesRequest, ResponsesResponse } from '../shapes/responses.ts';
import { toChatRequest } from './translate-request.ts';
import { fromChatResponse, isChatResponse, isResponsesResponse } from './translate-response.ts';

/** An OpenAI-compatible endpoint; `baseUrl` as in `https://host/v1`. */
export interface UpstreamSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly modelName: string;
  readonly api: 'chat_completions' | 'responses';
  readonly timeoutMs: number;
}

/** Sends model calls on to an endpoint. A call fails when the endpoint is down, slow, answers no 2xx or another shape. */
export interface Upstream {
  chat(request: ChatRequest): Promise<ChatResponse>;
  responses(request: ResponsesRequest): Promise<ResponsesResponse>;
}

/** Makes the client of an endpoint. With the `chat_completions` API, Responses calls are translated both ways. */
export function createUpstream(settings: UpstreamSettings): Upstream {
  const model = settings.modelName === '' ? undefined : settings.modelName;
  const post = async <T>(path: string, body: unknown, fits: (answer: unknown) => answer is T): Promise<T> => {
    const { data } = await requestJson(`${settings.baseUrl.replace(/\/+$/, '')}${path}`, {
      body,
      timeoutMs: settings.timeoutMs,
      headers: settings.apiKey === '' ? {} : { authorization: `Bearer ${settings.apiKey}` },
    });
    if (fits(data)) return data;
    throw new ServerError(502, `the policy endpoint's answer to ${path} has another shape than expected`);
  };
  const chat = (request: ChatRequest): Promise<ChatResponse> =>
    post('/chat/completions', { ...request, ...(model !== undefined && { model }) }, isChatResponse);
  return {
    chat,
    responses: async (request) =>
      settings.api === 'responses'
        ? post('/responses', { ...request, ...(model !== undefined && { model }) }, isResponsesResponse)
        : fromChatResponse(request, await chat(toChatRequest(request, model))),
  };
}
