export { fetch } from './fetch.ts';
export { HttpClientError, isHttpClientError } from './http-client-error.ts';
export { request } from './request.ts';
export { requestJson } from './request-json.ts';
export { closeSharedAgent } from './shared-agent.ts';
export { createTracingDispatcher } from './tracing-dispatcher.ts';
export { tracingInterceptor } from './tracing-interceptor.ts';

export type { HttpClientErrorCode, HttpClientErrorDetails } from './http-client-error.ts';
export type { RequestOptions } from './request.ts';
export type { RequestJsonOptions } from './json-call.ts';
export type { JsonResponse } from './request-json.ts';
export type { RolloutIdCarrier, TracingOptions } from './tracing-options.ts';
