import { SpanKind, type Tracer } from '@opentelemetry/api';

/** Makes one span as an HTTP client or a tool has it: seven attributes. */
export function makeSpan(tracer: Tracer, index: number): void {
  const span = tracer.startSpan('HTTP POST', {
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': 8080,
      'url.full': `http://127.0.0.1:8080/v1/responses?n=${index & 1023}`,
      'nemo.gym.rollout.id': `${index & 255}-0`,
      'gym.bench': true,
    },
  });
  span.setAttribute('http.response.status_code', 200);
  span.end();
}

/** Makes `rate` spans a second for `seconds`, a few at every turn of a 2 ms timer; gives how many. */
export async function makeSpansAt(tracer: Tracer, rate: number, seconds: number): Promise<number> {
  const startedAt = performance.now();
  let made = 0;
  for (;;) {
    const elapsed = (performance.now() - startedAt) / 1000;
    const due = Math.round(Math.min(elapsed, seconds) * rate);
    for (; made < due; made++) makeSpan(tracer, made);
    if (elapsed >= seconds) return made;
    await new Promise((next) => setTimeout(next, 2));
  }
}
