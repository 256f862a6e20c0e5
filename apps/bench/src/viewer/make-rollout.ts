import { ROOT_CONTEXT, SpanKind, trace, type Context, type Tracer } from '@opentelemetry/api';

/** Spans of one made rollout. */
export const spansOfRollout = 25;

/** Makes the spans of one rollout, shaped as the demo's: agent, two model calls, two tool calls, verification; their times are made up. */
export function makeRollout(tracer: Tracer, index: number): void {
  const startMs = Date.now();
  const rollout = { 'nemo.gym.rollout.id': `${index >> 2}-${index & 3}` };
  const make = (name: string, parent: Context, fromMs: number, toMs: number, attributes: object = {}): Context => {
    const kind = name.startsWith('HTTP') ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const options = { kind, startTime: startMs + fromMs, attributes: { ...attributes } };
    const span = tracer.startSpan(name, options, parent);
    span.end(startMs + toMs);
    return trace.setSpan(parent, span);
  };
  const url = (path: string): object => ({
    'url.full': `http://127.0.0.1:8080${path}`,
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
  });
  const slow = index % 97 === 0 ? 900 : 0;
  const root = make('HTTP POST', ROOT_CONTEXT, 0, 700 + slow, { ...rollout, ...url('/run') });
  const agent = make('gym.rollout', make('POST /run', root, 1, 699 + slow), 1, 699 + slow, rollout);
  const work = make('gym.agent.responses', agent, 2, 690 + slow, rollout);
  for (let step = 0; step < 2; step++) {
    const at = 5 + step * 300;
    const call = make('HTTP POST', work, at, at + 200, url('/v1/responses'));
    make('gym.model.responses', make('POST /v1/responses', call, at + 1, at + 199), at + 1, at + 199, {
      'gen_ai.usage.input_tokens': 800,
      'gen_ai.usage.output_tokens': 40,
    });
    for (let tool = 0; tool < 2; tool++) {
      const toolAt = at + 205 + tool * 30;
      const toolCall = make('gym.tool_call', work, toolAt, toolAt + 25 + slow, { 'nemo.gym.tool.name': 'search' });
      make('POST /search', make('HTTP POST', toolCall, toolAt, toolAt + 24, url('/search')), toolAt + 1, toolAt + 23);
    }
  }
  const verify = make('HTTP POST', agent, 691 + slow, 698 + slow, url('/verify'));
  make('gym.verify', make('POST /verify', verify, 692 + slow, 697 + slow), 692 + slow, 697 + slow, rollout);
}
