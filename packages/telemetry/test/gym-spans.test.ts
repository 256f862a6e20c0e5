import { startOtlpReceiver, type OtlpReceiver } from '@gym/otlp-receiver';
import {
  initTelemetry,
  recordHttpRetry,
  recordHttpTimeout,
  recordServersActive,
  runWithRolloutId,
  shutdownTelemetry,
  withAgentSpan,
  withModelSpan,
  withRolloutSpan,
  withToolSpan,
  withVerifySpan,
} from '@gym/telemetry';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

test('without telemetry every call just runs its function', () => {
  recordServersActive(1);
  recordHttpRetry('timeout');
  const all = withRolloutSpan(() =>
    withAgentSpan(() =>
      withModelSpan({ dialect: 'messages' }, () => withToolSpan({ toolName: 't' }, () => withVerifySpan(() => 'ran'))),
    ),
  );
  expect(all).toBe('ran');
});

describe('with telemetry on, over OTLP http/protobuf', () => {
  let receiver: OtlpReceiver;

  beforeAll(async () => {
    receiver = await startOtlpReceiver({ grpc: false });
    await initTelemetry({
      serverName: 'my_server',
      serverType: 'responses_api_agents',
      exitHooks: false,
      log: () => {},
      env: {
        NEMO_GYM_OTEL_ENABLED: '1',
        NEMO_GYM_OTEL_SPAN_GROUPS: 'per_rollout',
        NEMO_GYM_OTEL_RUN_ID: 'run-1',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.httpUrl,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      },
    });
    await runWithRolloutId('3-1', () =>
      withRolloutSpan(async () => {
        withAgentSpan(() => {});
        await withModelSpan(
          { dialect: 'chat_completions', attributes: { 'gen_ai.request.model': 'm' } },
          async () => {},
        );
        withToolSpan({ toolName: 'get_weather', callId: 'call_1' }, () => {});
        withVerifySpan(() => {});
      }),
    );
    const failed = withVerifySpan(() => Promise.reject(new Error('verify failed')));
    await failed.catch(() => {});
    recordServersActive(4);
    recordHttpRetry('timeout');
    recordHttpTimeout('headers');
    await shutdownTelemetry();
  });
  afterAll(() => receiver.stop());

  test.each([
    ['gym.rollout', {}],
    ['gym.agent.responses', {}],
    ['gym.model.chat_completions', { 'gen_ai.request.model': 'm' }],
    [
      'gym.tool_call',
      {
        'nemo.gym.tool.name': 'get_weather',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': 'call_1',
      },
    ],
    ['gym.verify', {}],
  ])('%s is an INTERNAL span of scope nemo.gym with the server and the rollout', (name, more) => {
    const span = receiver.spans.find((candidate) => candidate.name === name && candidate.status.code === 'UNSET');
    expect(span).toMatchObject({ kind: 'INTERNAL', scope: { name: 'nemo.gym' } });
    expect(span?.attributes).toEqual({ 'nemo.gym.server.name': 'my_server', 'nemo.gym.rollout.id': '3-1', ...more });
  });

  const pointOf = (name: string) => receiver.metrics.findLast((metric) => metric.name === name);

  test.each([
    ['gym.rollout.duration_ms', 'ms', {}, { count: 1 }],
    ['gym.verify.duration_ms', 'ms', {}, { count: 2 }],
    ['gym.verify.success_rate', '1', {}, { value: 0.5 }],
    ['gym.servers.active', '{server}', {}, { value: 4 }],
    ['gym.http.retry_total', '1', { 'nemo.gym.http.retry_reason': 'timeout' }, { value: 1 }],
    ['gym.http.timeout_total', '1', { 'nemo.gym.http.timeout_reason': 'headers' }, { value: 1 }],
    [
      'gym.model_call.duration_ms',
      'ms',
      {
        'nemo.gym.server.name': 'my_server',
        'nemo.gym.model_call.dialect': 'chat',
        'nemo.gym.model_call.outcome': 'ok',
      },
      { count: 1 },
    ],
  ])('%s in %s has the right point', (name, unit, attributes, values) => {
    expect(pointOf(name)).toMatchObject({ unit, scope: { name: 'nemo.gym' }, points: [{ attributes, ...values }] });
  });

  test('durations have the long buckets', () => {
    expect(pointOf('gym.rollout.duration_ms')?.points[0]).toMatchObject({
      bounds: [100, 250, 500, 1000, 2500, 5000, 10000, 30000, 60000, 120000, 300000, 600000, 1200000, 1800000, 3600000],
    });
  });

  test('the resource names service, server, run and type', () => {
    expect(receiver.spans[0]?.resource).toMatchObject({
      'service.name': 'nemo-gym/my_server',
      'nemo.gym.service_group': 'nemo-gym',
      'nemo.gym.server.name': 'my_server',
      'nemo.gym.server.type': 'responses_api_agents',
      'nemo.run.id': 'run-1',
      'process.pid': process.pid,
    });
  });
});
