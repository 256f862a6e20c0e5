import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { bridgeConsole, resetTelemetry, shutdownTelemetry, SpanGroup, withSpan } from '@gym/telemetry';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';

import { recordLogs } from './record-logs.ts';

const methods = ['debug', 'info', 'log', 'warn', 'error'] as const;
const written: unknown[][] = [];
const fakes = methods.map((method) => [
  method,
  (...args: unknown[]): void => {
    written.push([method, ...args]);
  },
]);
const undos: (() => void)[] = [];
const bridge = (): (() => void) => {
  const undo = bridgeConsole();
  undos.push(undo);
  return undo;
};

let restore: () => void;
beforeEach(() => {
  const saved = Object.fromEntries(methods.map((method) => [method, console[method]]));
  Object.assign(console, Object.fromEntries(fakes));
  written.length = 0;
  restore = () => Object.assign(console, saved);
});
afterEach(async () => {
  for (const undo of undos.splice(0)) undo();
  restore();
  await resetTelemetry();
});

describe('records', () => {
  test.each([
    ['debug', 5, 'DEBUG'],
    ['info', 9, 'INFO'],
    ['log', 9, 'INFO'],
    ['warn', 13, 'WARN'],
    ['error', 17, 'ERROR'],
  ] as const)('console.%s is severity %d, %s; the original is called too', async (method, number, text) => {
    await using recording = await recordLogs();
    bridge();
    console[method]('hello %s', 'you', { a: [1] });
    expect(written).toEqual([[method, 'hello %s', 'you', { a: [1] }]]);
    expect(await recording.read()).toMatchObject([
      {
        body: 'hello you { a: [ 1 ] }',
        severityNumber: number,
        severityText: text,
        attributes: {},
        instrumentationScope: { name: 'nemo.gym' },
      },
    ]);
  });

  test('in a span the record carries its ids, outside it none', async () => {
    await using recording = await recordLogs();
    bridge();
    const ids = await withSpan(SpanGroup.AGENT, 'work', async () => {
      await Promise.resolve();
      console.log('inside');
      return trace.getActiveSpan()!.spanContext();
    });
    console.log('outside');
    const [inside, outside] = await recording.read();
    expect(inside!.spanContext).toMatchObject({ traceId: ids.traceId, spanId: ids.spanId });
    expect(outside!.spanContext).toBeUndefined();
  });

  test('an error among the arguments becomes exception attributes', async () => {
    await using recording = await recordLogs();
    bridge();
    const error = new RangeError('too far');
    console.error('failed:', error);
    const [record] = await recording.read();
    expect(record!.attributes).toEqual({
      'exception.type': 'RangeError',
      'exception.message': 'too far',
      'exception.stacktrace': error.stack,
    });
    expect(record!.body).toContain('failed: RangeError: too far');
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const trap = (): never => {
    throw new Error('trap');
  };
  test.each([
    ['a cyclic object', cyclic],
    ['a BigInt', 1n],
    ['a symbol', Symbol('s')],
    ['a proxy whose traps throw', new Proxy({}, { get: trap, getPrototypeOf: trap, ownKeys: trap, has: trap })],
    ['an object whose getter throws', Object.defineProperty({}, 'x', { get: trap, enumerable: true })],
    ['an object that throws when inspected', { [Symbol.for('nodejs.util.inspect.custom')]: trap }],
    ['an error without readable fields', Object.defineProperty(new Error('x'), 'message', { get: trap })],
  ])('%s does not throw, and the next record is there', async (_, value) => {
    await using recording = await recordLogs();
    bridge();
    expect(() => console.log(value)).not.toThrow();
    console.log('next');
    expect((await recording.read()).at(-1)).toMatchObject({ body: 'next' });
  });

  test('what the original throws is thrown on', async () => {
    await using _ = await recordLogs();
    console.log = () => {
      throw new Error('broken console');
    };
    bridge();
    expect(() => console.log('x')).toThrow('broken console');
  });

  test('two bridges, and a console whose methods call each other: one record of one call', async () => {
    await using recording = await recordLogs();
    console.warn = (...args: unknown[]) => console.error(...args);
    bridge();
    bridge();
    console.warn('once');
    expect(await recording.read()).toMatchObject([{ body: 'once', severityText: 'WARN' }]);
  });
});

describe('undoing', () => {
  test('puts the original back', async () => {
    await using recording = await recordLogs();
    const original = console.log;
    const undo = bridge();
    expect(console.log).not.toBe(original);
    undo();
    expect(console.log).toBe(original);
    console.log('not recorded');
    expect(await recording.read()).toEqual([]);
  });

  test('leaves a later wrapper of the host in place, and records nothing more', async () => {
    await using recording = await recordLogs();
    const undo = bridge();
    const bridged = console.log;
    const wrapper = (...args: unknown[]): void => bridged('[host]', ...args);
    console.log = wrapper;
    undo();
    expect(console.log).toBe(wrapper);
    console.log('x');
    expect(written).toEqual([['log', '[host]', 'x']]);
    expect(await recording.read()).toEqual([]);
  });

  test('a frozen console stays as it is', () => {
    const frozen = Object.freeze({ ...console });
    const replaced = jest.replaceProperty(globalThis, 'console', frozen);
    try {
      expect(() => bridgeConsole()()).not.toThrow();
    } finally {
      replaced.restore();
    }
  });
});

describe('before, without and after telemetry', () => {
  test('records made before init are emitted after it, with their own time', async () => {
    bridge();
    console.log('early');
    const before = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await using recording = await recordLogs();
    console.log('late');
    const records = await recording.read();
    expect(records.map(({ body }) => body)).toEqual(['early', 'late']);
    const [seconds, nanoseconds] = records[0]!.hrTime;
    expect(seconds * 1000 + nanoseconds / 1e6).toBeLessThanOrEqual(before);
  });

  test('1003 records before init: 1000 are emitted, and one line says that 3 were dropped', async () => {
    bridge();
    for (let i = 0; i < 1003; i++) console.log(i);
    await using recording = await recordLogs();
    expect((await recording.read()).length).toBe(1000);
    expect(recording.lines.filter((line) => line.startsWith('warn'))).toEqual([
      'warn: 3 of 1003 log records made before telemetry had started were dropped',
    ]);
  });

  test('telemetry off: what waited is forgotten and nothing is made of a call', async () => {
    bridge();
    console.log('early');
    const lines: string[] = [];
    await using _ = await recordLogs({ NEMO_GYM_OTEL_ENABLED: '0' }, { log: (level) => lines.push(level) });
    const inspected = jest.fn(() => 'text');
    console.log({ [Symbol.for('nodejs.util.inspect.custom')]: inspected });
    expect(inspected).not.toHaveBeenCalled();
    expect(written).toHaveLength(2);
    expect(lines).toEqual([]);
  });

  test('logs off: nothing is kept, and one line says that no records are exported', async () => {
    bridge();
    console.log('early');
    await using recording = await recordLogs({ NEMO_GYM_OTEL_LOGS_ENABLED: '0' });
    bridge();
    console.log('late');
    expect(await recording.read()).toEqual([]);
    expect(recording.lines.filter((line) => line.includes('bridged'))).toEqual([
      'info: console or pino is bridged, but no log records are exported here: see logs_enabled',
    ]);
  });

  test('after shutdown the console works and nothing is recorded', async () => {
    await using recording = await recordLogs();
    bridge();
    await shutdownTelemetry();
    console.log('after');
    expect(written).toEqual([['log', 'after']]);
    expect(await recording.read()).toEqual([]);
  });
});

describe('no loop', () => {
  test('a log sink that writes to the bridged console makes no record', async () => {
    bridge();
    await using recording = await recordLogs(
      { NEMO_GYM_OTEL_SPAN_GROUPS: 'no_such_group' },
      { log: (level, message) => console.log(level, message) },
    );
    expect(written.length).toBeGreaterThan(0);
    expect(await recording.read()).toEqual([]);
  });

  test('an exporter that writes to the bridged console makes no record', async () => {
    const bodies: unknown[] = [];
    const logRecordExporter = {
      export: async (batch: readonly { body: unknown }[], done: (result: { code: number }) => void) => {
        await Promise.resolve();
        for (const { body } of batch) console.log('exporting', bodies.push(body));
        done({ code: 0 });
      },
      shutdown: () => Promise.resolve(),
    };
    await using recording = await recordLogs({}, { logRecordExporter });
    bridge();
    console.log('one');
    await recording.read();
    await recording.read();
    expect(bodies).toEqual(['one']);
    expect(written).toContainEqual(['log', 'exporting', 1]);
  });

  test.each(['grpc', 'http/protobuf'])(
    'collector down (%s), console bridged, OpenTelemetry diagnostics on the console: as many records as calls',
    async (protocol) => {
      const fixture = fileURLToPath(new URL('../fixtures/console-child.ts', import.meta.url));
      const loader = new URL('../../../../scripts/ts-loader.mjs', import.meta.url).href;
      const child = spawn(process.execPath, ['--import', loader, '--conditions=@gym/source', fixture, protocol], {
        env: { PATH: process.env['PATH'] },
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      await once(child, 'close');
      expect(JSON.parse(stdout.split('\n').at(-2)!)).toMatchObject({ produced: 3, exported: 0 });
      expect(stderr).toContain('logs to otlp');
    },
  );
});
