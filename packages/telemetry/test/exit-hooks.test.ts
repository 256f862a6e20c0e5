import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { startOtlpReceiver, type OtlpReceiver } from '@gym/otlp-receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

const fixture = fileURLToPath(new URL('fixtures/exit-child.ts', import.meta.url));
const loader = new URL('../../../scripts/ts-loader.mjs', import.meta.url).href;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function runChild(
  how: string,
  env: Record<string, string>,
  signals: readonly NodeJS.Signals[] = [],
): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', loader, '--conditions=@gym/source', fixture, how], {
    env: { PATH: process.env['PATH'], NEMO_GYM_OTEL_ENABLED: '1', NEMO_GYM_OTEL_SPAN_GROUPS: 'all', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    const wasReady = stderr.includes('ready');
    stderr += chunk.toString();
    if (!wasReady && stderr.includes('ready')) for (const signal of signals) child.kill(signal);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, stdout, stderr };
}

let receiver: OtlpReceiver;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
});
beforeEach(() => receiver.reset());
afterAll(() => receiver.stop());

const exporters: readonly (readonly [string, () => Record<string, string>, (ended: Ended) => readonly string[]])[] = [
  ['grpc', () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl }), () => receiver.spans.map(({ name }) => name)],
  [
    'http/protobuf',
    () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.httpUrl, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }),
    () => receiver.spans.map(({ name }) => name),
  ],
  [
    'console',
    () => ({ NEMO_GYM_OTEL_EXPORTER: 'console' }),
    ({ stdout }) =>
      stdout
        .split('\n')
        .filter((line) => line.includes('"signal":"span"'))
        .map((line) => (JSON.parse(line) as { name: string }).name),
  ],
];

describe.each(exporters)('over %s the last span is delivered', (_exporter, env, spanNames) => {
  test.each<readonly [string, readonly NodeJS.Signals[], Partial<Ended>]>([
    ['natural end', [], { code: 0 }],
    ['exitCode', [], { code: 7 }],
    ['signal', ['SIGTERM'], { signal: 'SIGTERM' }],
    ['signal', ['SIGINT'], { signal: 'SIGINT' }],
    ['shutdown and process.exit', [], { code: 3 }],
    ['signal with a listener', ['SIGTERM'], { code: 9 }],
    ['uncaught exception', [], { code: 1 }],
    ['unhandled rejection', [], { code: 1 }],
    ['caught by the host', [], { code: 5 }],
    ['unsettled await', [], { code: 13 }],
  ])('%s %j ends with %j', async (how, signals, expected) => {
    const ended = await runChild(how, env(), signals);
    expect(ended).toMatchObject(expected);
    expect(spanNames(ended)).toContain('last span');
  });
});

test('process.exit() alone leaves no time: the batch is lost, and the exit code is the host’s', async () => {
  const { code } = await runChild('process.exit', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl });
  expect(code).toBe(4);
  expect(receiver.spans).toEqual([]);
});

test.each([['SIGTERM'], ['SIGINT']] as const)('%s twice in a row ends by the signal', async (signal) => {
  const ended = await runChild('signal', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl }, [signal, signal]);
  expect(ended).toMatchObject({ code: null, signal });
});

test('SIGKILL leaves no time either', async () => {
  const ended = await runChild('signal', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl }, ['SIGKILL']);
  expect(ended.signal).toBe('SIGKILL');
  expect(receiver.spans).toEqual([]);
});

test('a crash is still reported by Node, with the stack of the host’s error', async () => {
  const { stderr } = await runChild('uncaught exception', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl });
  expect(stderr).toMatch(/Error: crash of the host\n\s+at .*exit-child\.ts/);
});

test('a span that is open at the end is delivered as truncated', async () => {
  await runChild('open span', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl });
  const span = receiver.spans.find(({ name }) => name === 'still open');
  expect(span?.attributes).toMatchObject({ 'nemo.span.truncated': true });
  expect(span?.events).toMatchObject([
    { name: 'nemo.span.truncated', attributes: { 'nemo.span.truncated.reason': expect.any(String) } },
  ]);
});

test.each(['grpc', 'http/protobuf'])(
  'a natural end with a silent collector over %s ends at the deadline, although an export has 10 minutes',
  async (protocol) => {
    receiver.setFault({ kind: 'silent' });
    const ended = await runChild('natural end', {
      OTEL_EXPORTER_OTLP_ENDPOINT: protocol === 'grpc' ? receiver.grpcUrl : receiver.httpUrl,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    });
    receiver.setFault(undefined);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(/warn: telemetry was lost: traces: 1 deadline of 1; metrics: \d+ deadline of \d+/);
  },
);

test('a second signal ends a flush that hangs at once', async () => {
  receiver.setFault({ kind: 'silent' });
  const ended = await runChild('signal', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl }, ['SIGTERM', 'SIGINT']);
  receiver.setFault(undefined);
  expect(ended.signal).toMatch(/^SIG(TERM|INT)$/);
  expect(ended.stderr).not.toContain('telemetry was lost');
});
