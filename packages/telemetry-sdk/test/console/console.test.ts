import { Writable } from 'node:stream';

import { describe, expect, test } from '@jest/globals';
import { metrics, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { logs, SeverityNumber } from '@opentelemetry/api-logs';

import { isoTime, toJsonLine } from '../../src/console/to-json.ts';
import { startTestSdk } from '../start-test-sdk.ts';

function memoryStream(): { readonly stream: Writable; readonly lines: () => Record<string, unknown>[] } {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return {
    stream,
    lines: () =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('exporter console', () => {
  test('writes spans, metric points and log records as one JSON object a line', async () => {
    const { lines, stream } = memoryStream();
    await using sdk = await startTestSdk({ exporter: 'console', logsEnabled: true }, { consoleStream: stream });
    const tracer = trace.getTracer('scope', '1');
    const parent = tracer.startSpan('parent');
    const child = tracer.startSpan(
      'child',
      { kind: SpanKind.CLIENT, startTime: [1_700_000_000, 1000], attributes: { n: 1 } },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    child.addEvent('happened', { n: 2 }, [1_700_000_000, 2000]);
    child.setStatus({ code: SpanStatusCode.ERROR, message: 'no' });
    child.end([1_700_000_001, 1000]);
    parent.end();
    metrics.getMeter('scope').createCounter('calls', { unit: '1' }).add(2, { kind: 'a' });
    logs.getLogger('scope').emit({
      severityNumber: SeverityNumber.INFO,
      body: { deep: [1n, 'x'] } as never,
      context: trace.setSpan(ROOT_CONTEXT, parent),
    });
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    const all = lines();
    const { spanId, traceId } = parent.spanContext();

    expect(sdk.exporterDescription).toBe('console');
    expect(report.signals.traces).toMatchObject({ status: 'delivered', exported: 2 });
    expect(report.signals.metrics.status).toBe('delivered');
    expect(report.signals.logs).toMatchObject({ status: 'delivered', exported: 1 });
    expect(all.find(({ name }) => name === 'child')).toMatchObject({
      signal: 'span',
      trace_id: traceId,
      span_id: child.spanContext().spanId,
      parent_span_id: spanId,
      kind: 'CLIENT',
      start_time: '2023-11-14T22:13:20.000001Z',
      end_time: '2023-11-14T22:13:21.000001Z',
      duration_ms: 1000,
      status: { code: 'ERROR', message: 'no' },
      attributes: { n: 1 },
      events: [{ name: 'happened', time: '2023-11-14T22:13:20.000002Z', attributes: { n: 2 } }],
      links: [],
      resource: { 'service.name': 'nemo-gym' },
      scope: { name: 'scope', version: '1' },
    });
    expect(all.find(({ name }) => name === 'parent')).toMatchObject({ parent_span_id: null });
    expect(all.find(({ name }) => name === 'calls')).toMatchObject({
      signal: 'metric',
      type: 'sum',
      unit: '1',
      temporality: 'cumulative',
      monotonic: true,
      value: 2,
      attributes: { kind: 'a' },
    });
    expect(all.find(({ signal }) => signal === 'log')).toMatchObject({
      severity_number: 9,
      body: { deep: ['1', 'x'] },
      trace_id: traceId,
      span_id: spanId,
    });
  });

  test('a stream that is broken counts every span as export_failed', async () => {
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        done(new Error('EPIPE'));
      },
    });
    await using sdk = await startTestSdk({ exporter: 'console', metricsEnabled: false }, { consoleStream: stream });
    trace.getTracer('t').startSpan('a').end();
    const report = await sdk.shutdown({ timeoutMs: 5000 });
    expect(report).toMatchObject({ timedOut: false, signals: { traces: { dropped: { export_failed: 1 } } } });
  });

  test('a stream that never takes a line costs the deadline only', async () => {
    const stream = new Writable({ write: () => {} });
    await using sdk = await startTestSdk({ exporter: 'console', metricsEnabled: false }, { consoleStream: stream });
    trace.getTracer('t').startSpan('a').end();
    const report = await sdk.shutdown({ timeoutMs: 50 });
    expect(report).toMatchObject({ timedOut: true, signals: { traces: { dropped: { deadline: 1 }, inFlight: 0 } } });
  });
});

describe('toJsonLine', () => {
  const circle: Record<string, unknown> = { a: 1 };
  circle['self'] = circle;

  test.each([
    [{ n: 2n ** 70n }, '{"n":"1180591620717411303424"}'],
    [{ n: Number.NaN, m: Number.NEGATIVE_INFINITY }, '{"n":"NaN","m":"-Infinity"}'],
    [{ text: 'a\nb' }, String.raw`{"text":"a\nb"}`],
    [circle, '{"a":1,"self":"[circular]"}'],
    [
      {
        bad: {
          toJSON: () => {
            throw new Error('x');
          },
        },
        good: 1,
      },
      '{"bad":{},"good":1}',
    ],
  ])('case %# gives one line: %s', (value, line) => {
    expect(toJsonLine(value)).toBe(line);
  });
});

describe('isoTime', () => {
  test.each([
    [[0, 0], '1970-01-01T00:00:00.000000Z'],
    [[1_700_000_000, 1999], '2023-11-14T22:13:20.000001Z'],
    [[1_700_000_000, 999_999_999], '2023-11-14T22:13:20.999999Z'],
    [[Number.NaN, Number.NaN], null],
  ] as const)('%j is %s', (time, text) => {
    expect(isoTime([time[0], time[1]])).toBe(text);
  });
});
