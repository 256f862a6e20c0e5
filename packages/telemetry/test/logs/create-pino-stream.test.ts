import { createPinoStream, SpanGroup, withSpan } from '@gym/telemetry';
import { describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { multistream, pino, stdTimeFunctions } from 'pino';

import { recordLogs } from './record-logs.ts';

describe('with pino itself', () => {
  test.each([
    ['trace', 1, 'TRACE'],
    ['debug', 5, 'DEBUG'],
    ['info', 9, 'INFO'],
    ['warn', 13, 'WARN'],
    ['error', 17, 'ERROR'],
    ['fatal', 21, 'FATAL'],
  ] as const)('logger.%s is severity %d, %s', async (method, severityNumber, severityText) => {
    await using recording = await recordLogs();
    const logger = pino({ level: 'trace' }, createPinoStream());
    logger[method]({ user: 'ada' }, 'hello %s', 'you');
    expect(await recording.read()).toMatchObject([
      { body: 'hello you', severityNumber, severityText, attributes: { user: 'ada' } },
    ]);
  });

  test('the record carries the active span, the time, and no pid or hostname', async () => {
    await using recording = await recordLogs();
    const logger = pino(createPinoStream());
    const from = Date.now();
    const ids = await withSpan(SpanGroup.AGENT, 'work', async () => {
      await Promise.resolve();
      logger.info('inside');
      return trace.getActiveSpan()!.spanContext();
    });
    const [record] = await recording.read();
    expect(record!.spanContext).toMatchObject({ traceId: ids.traceId, spanId: ids.spanId });
    const [seconds, nanoseconds] = record!.hrTime;
    expect(seconds * 1000 + nanoseconds / 1e6).toBeGreaterThanOrEqual(from);
    expect(record!.attributes).toEqual({});
  });

  test('in a multistream every stream gets the line once', async () => {
    await using recording = await recordLogs();
    const written: string[] = [];
    const logger = pino(
      {},
      multistream([{ stream: { write: (line: string) => written.push(line) } }, { stream: createPinoStream() }]),
    );
    logger.warn('both');
    expect(written).toHaveLength(1);
    expect(await recording.read()).toMatchObject([{ body: 'both' }]);
  });

  test('an error becomes exception attributes, its other fields stay', async () => {
    await using recording = await recordLogs();
    const logger = pino(createPinoStream());
    const error = Object.assign(new TypeError('no route'), { code: 'E_ROUTE' });
    logger.error(error, 'failed');
    const [record] = await recording.read();
    expect(record).toMatchObject({ body: 'failed', severityText: 'ERROR' });
    expect(record!.attributes).toEqual({
      'exception.type': 'TypeError',
      'exception.message': 'no route',
      'exception.stacktrace': error.stack,
      'err.code': 'E_ROUTE',
    });
  });

  test('nested fields get dotted keys, and secrets are redacted at every level', async () => {
    await using recording = await recordLogs();
    const logger = pino(createPinoStream());
    logger.info({
      req: { id: 7, headers: { authorization: 'Bearer s3cret', accept: '*/*' } },
      token: { raw: 's3cret' },
      Password: 's3cret',
      tags: ['a', 'b'],
      items: [{ n: 1 }, { n: 2 }],
      nothing: null,
    });
    const [record] = await recording.read();
    expect(record!.attributes).toEqual({
      'req.id': 7,
      'req.headers.authorization': '[REDACTED]',
      'req.headers.accept': '*/*',
      token: '[REDACTED]',
      Password: '[REDACTED]',
      tags: ['a', 'b'],
      'items.0.n': 1,
      'items.1.n': 2,
    });
  });

  test.each([
    ['isoTime', stdTimeFunctions.isoTime],
    ['unixTime', stdTimeFunctions.unixTime],
    ['nullTime', stdTimeFunctions.nullTime],
  ])('timestamp %s gives a time of today', async (_, timestamp) => {
    await using recording = await recordLogs();
    pino({ timestamp }, createPinoStream()).info('x');
    const [record] = await recording.read();
    expect(Math.abs(record!.hrTime[0] - Date.now() / 1000)).toBeLessThan(60);
  });

  test('keys, level labels and a level of the user', async () => {
    await using recording = await recordLogs();
    const stream = createPinoStream({ messageKey: 'message', errorKey: 'error' });
    const logger = pino(
      {
        messageKey: 'message',
        errorKey: 'error',
        customLevels: { notice: 35 },
        formatters: { level: (label, number) => ({ level: label === 'notice' ? number : label }) },
      },
      stream,
    );
    logger.warn(new Error('boom'));
    logger.notice('between info and warn');
    expect(await recording.read()).toMatchObject([
      { body: 'boom', severityNumber: 13, severityText: 'WARN', attributes: { 'exception.message': 'boom' } },
      { body: 'between info and warn', severityNumber: 11, severityText: 'INFO3' },
    ]);
  });
});

describe('any line', () => {
  test.each([
    ['plain text', 'plain text', 9],
    ['[1,2', '[1,2', 9],
    ['7', '7', 9],
    ['{"level":-3,"msg":"low"}', 'low', 1],
    ['{"level":1e9,"msg":"high"}', 'high', 24],
    ['{"level":"loud","msg":"odd"}', 'odd', 9],
    ['{"level":null,"time":"never","msg":{"a":1}}', '', 9],
    ['{"time":1e300,"msg":"late"}', 'late', 9],
    ['{"__proto__":{"x":1},"msg":"proto","err":"text"}', 'proto', 9],
  ])('%s is one record', async (line, body, severityNumber) => {
    await using recording = await recordLogs();
    createPinoStream().write(`${line}\n`);
    expect(await recording.read()).toMatchObject([{ body, severityNumber }]);
  });

  test('two lines in one write are two records', async () => {
    await using recording = await recordLogs();
    createPinoStream().write('{"msg":"a"}\n{"msg":"b"}\n');
    expect((await recording.read()).map(({ body }) => body)).toEqual(['a', 'b']);
  });

  test('fields 10 000 levels deep, or 10 000 of them, are cut', async () => {
    await using recording = await recordLogs();
    const stream = createPinoStream();
    stream.write(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
    stream.write(
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]))),
    );
    const [deep, wide] = await recording.read();
    expect(deep!.attributes).toEqual({});
    expect(Object.keys(wide!.attributes)).toHaveLength(128);
  });

  test('something that is no text does nothing', async () => {
    await using recording = await recordLogs();
    createPinoStream().write(7 as never);
    expect(await recording.read()).toEqual([]);
  });
});
