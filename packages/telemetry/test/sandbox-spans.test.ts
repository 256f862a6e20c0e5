import { startOtlpReceiver, type OtlpReceiver } from '@gym/otlp-receiver';
import {
  GymAttribute,
  initTelemetry,
  recordSandboxCreateRetry,
  shutdownTelemetry,
  withSandboxExec,
  withSandboxStart,
  withSandboxStop,
} from '@gym/telemetry';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const sandbox = { provider: 'docker', id: 'box-1' };

test('without telemetry every call just runs its function', () => {
  recordSandboxCreateRetry('docker');
  expect([withSandboxStart, withSandboxExec, withSandboxStop].map((run) => run(sandbox, () => 'ran'))).toEqual([
    'ran',
    'ran',
    'ran',
  ]);
});

describe('with telemetry on', () => {
  let receiver: OtlpReceiver;
  beforeAll(async () => {
    receiver = await startOtlpReceiver({ grpc: false });
    await initTelemetry({
      exitHooks: false,
      log: () => {},
      env: {
        NEMO_GYM_OTEL_ENABLED: '1',
        NEMO_GYM_OTEL_SPAN_GROUPS: 'sandbox',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.httpUrl,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      },
    });
    recordSandboxCreateRetry('docker');
    await withSandboxStart({ provider: 'docker' }, async (span) => span.setAttribute(GymAttribute.SANDBOX_ID, 'box-1'));
    await withSandboxStart(sandbox, () => Promise.reject(new Error('no image'))).catch(() => {});
    withSandboxExec(sandbox, (span) => span.setAttribute(GymAttribute.SANDBOX_RETURN_CODE, 2));
    await withSandboxStart(sandbox, async () => {});
    withSandboxStop(sandbox, () => {});
    await shutdownTelemetry();
  });
  afterAll(() => receiver.stop());

  test('spans carry provider, id and return code', () => {
    expect(receiver.spans.map(({ name, status, attributes }) => [name, status.code, attributes])).toEqual([
      ['gym.sandbox.start', 'UNSET', { 'nemo.gym.sandbox.provider': 'docker', 'nemo.gym.sandbox.id': 'box-1' }],
      ['gym.sandbox.start', 'ERROR', { 'nemo.gym.sandbox.provider': 'docker', 'nemo.gym.sandbox.id': 'box-1' }],
      [
        'gym.sandbox.exec',
        'UNSET',
        { 'nemo.gym.sandbox.provider': 'docker', 'nemo.gym.sandbox.id': 'box-1', 'nemo.gym.sandbox.return_code': 2 },
      ],
      ['gym.sandbox.start', 'UNSET', { 'nemo.gym.sandbox.provider': 'docker', 'nemo.gym.sandbox.id': 'box-1' }],
      ['gym.sandbox.stop', 'UNSET', { 'nemo.gym.sandbox.provider': 'docker', 'nemo.gym.sandbox.id': 'box-1' }],
    ]);
  });

  test.each([
    ['gym.sandbox.active', '{sandbox}', { value: 1 }],
    ['gym.sandbox.startup_duration_ms', 'ms', { count: 2 }],
    ['gym.sandbox.exec_duration_ms', 'ms', { count: 1 }],
    ['gym.sandbox.create_retry_total', '1', { value: 1 }],
  ])('%s in %s counts by provider', (name, unit, values) => {
    const attributes = { 'nemo.gym.sandbox.provider': 'docker' };
    expect(receiver.metrics.findLast((metric) => metric.name === name)).toMatchObject({
      unit,
      points: [{ attributes, ...values }],
    });
  });
});
