import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, test } from '@jest/globals';
import {
  createTraceState,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  trace,
  type TextMapGetter,
} from '@opentelemetry/api';
import { suppressTracing } from '@opentelemetry/core';
import { TracerProvider } from '@opentelemetry/sdk-trace';

import { MemberList } from '../../src/propagation/member-list.ts';
import { W3cTraceContextPropagator } from '../../src/propagation/w3c-trace-context-propagator.ts';
import { furtherCases, harnessCases, traceId, type ConformanceCase } from './conformance-cases.ts';

const propagator = new W3cTraceContextPropagator();
const cases = [...harnessCases, ...furtherCases];
const titled = cases.map((one) => [one.name, JSON.stringify(one.headers).slice(0, 160), one] as const);

/** A plain object with the header names as they were sent; repeated headers are an array. */
function toCarrier({ headers }: ConformanceCase): Record<string, string | string[]> {
  const carrier: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const before = carrier[name];
    carrier[name] = before === undefined ? value : [before, value].flat();
  }
  return carrier;
}

/** What a hop that only passes the context on sends for `carrier`. */
function passOn(carrier: unknown, getter: TextMapGetter = defaultTextMapGetter): Record<string, string> {
  const sent: Record<string, string> = {};
  propagator.inject(propagator.extract(ROOT_CONTEXT, carrier, getter), sent, defaultTextMapSetter);
  return sent;
}

const headersGetter: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

describe('the W3C conformance cases', () => {
  test('the harness has 37 single-request names with 79 requests; its three names with several callbacks are the server test', () => {
    expect([new Set(harnessCases.map(({ name }) => name)).size, harnessCases.length]).toEqual([37, 79]);
  });

  test.each(titled)('%s passes in an object: %s', (_name, _headers, one) => {
    const { traceparent, tracestate } = passOn(toCarrier(one));
    expect(traceparent?.slice(3, 35)).toBe(one.continued ? traceId : undefined);
    expect(tracestate).toBe(one.tracestate);
  });

  test('all pass through a real server, and every request gets a span id of its own', async () => {
    const provider = new TracerProvider({});
    const tracer = provider.getTracer('conformance');
    const server = createServer((incoming, response) => {
      const context = propagator.extract(ROOT_CONTEXT, incoming.headers, defaultTextMapGetter);
      const sent = [1, 2, 3].map(() => {
        const headers: Record<string, string> = {};
        const span = tracer.startSpan('callback', {}, context);
        propagator.inject(trace.setSpan(context, span), headers, defaultTextMapSetter);
        return headers;
      });
      response.end(JSON.stringify(sent));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const failures: string[] = [];
    const spanIds = new Set<string>();
    try {
      for (const one of cases) {
        const outgoing = request({
          host: '127.0.0.1',
          port,
          headers: ['Host', 'localhost', ...one.headers.flat()],
          agent: false,
        });
        outgoing.end();
        const [response] = await once(outgoing, 'response');
        let body = '';
        for await (const chunk of response) body += chunk;
        const sent = JSON.parse(body) as Record<string, string>[];
        for (const { traceparent, tracestate } of sent) {
          const continued = traceparent?.slice(3, 35) === traceId;
          if (continued !== one.continued || tracestate !== one.tracestate) failures.push(`${one.name}: ${body}`);
          spanIds.add(String(traceparent?.slice(36, 52)));
        }
      }
    } finally {
      server.close();
      await provider.shutdown();
    }
    expect(failures).toEqual([]);
    expect(spanIds.size).toBe(cases.length * 3);
  });
});

describe('extract', () => {
  const valid = `00-${traceId}-1234567890123456-01`;

  test('a Headers object with "TraceParent" and two tracestates is read', () => {
    const headers = new Headers([
      ['TraceParent', valid],
      ['TraceState', 'a=1'],
      ['tracestate', 'b=2'],
    ]);
    expect(passOn(headers, headersGetter)).toEqual({ traceparent: valid, tracestate: 'a=1,b=2' });
  });

  test.each([
    ['an array of one', { traceparent: [valid] }, valid],
    ['an array of two equal values', { traceparent: [valid, valid] }, undefined],
    ['an empty array', { traceparent: [] }, undefined],
    ['two spellings of the name', { Traceparent: valid, TRACEPARENT: valid }, undefined],
    ['a number', { traceparent: 5 }, undefined],
    ['null', { traceparent: null }, undefined],
  ])('%s as traceparent', (_what, carrier, expected) => {
    expect(passOn(carrier).traceparent).toBe(expected);
  });

  test('flags ff are kept in the span context, and remote is true', () => {
    const context = propagator.extract(
      ROOT_CONTEXT,
      { traceparent: `00-${traceId}-1234567890123456-ff` },
      defaultTextMapGetter,
    );
    expect(trace.getSpanContext(context)).toEqual({
      traceId,
      spanId: '1234567890123456',
      traceFlags: 255,
      isRemote: true,
    });
  });

  test('a malformed traceparent leaves the context of the caller untouched', () => {
    const before = ROOT_CONTEXT.setValue(Symbol.for('kept'), 1);
    expect(propagator.extract(before, { traceparent: 'x', tracestate: 'a=1' }, defaultTextMapGetter)).toBe(before);
  });
});

describe('inject', () => {
  function inject(spanContext: object): Record<string, string> {
    const sent: Record<string, string> = {};
    const context = trace.setSpanContext(ROOT_CONTEXT, spanContext as never);
    propagator.inject(context, sent, defaultTextMapSetter);
    return sent;
  }
  const ids = { traceId, spanId: '1234567890123456' };

  test.each([
    [0, '00'],
    [1, '01'],
    [2, '02'],
    [3, '03'],
    [255, '03'],
    [4, '00'],
    [undefined, '00'],
  ])('flags %p are sent as %s', (traceFlags, text) => {
    expect(inject({ ...ids, traceFlags })).toEqual({ traceparent: `00-${traceId}-1234567890123456-${text}` });
  });

  test('upper-case ids of another id generator are sent in lower case', () => {
    const sent = inject({ traceId: 'AB'.repeat(16), spanId: 'CD'.repeat(8), traceFlags: 1 });
    expect(sent.traceparent).toBe(`00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`);
  });

  test.each([
    [{ ...ids, traceId: '0'.repeat(32) }],
    [{ ...ids, spanId: '0'.repeat(16) }],
    [{ ...ids, spanId: '12345' }],
    [{ ...ids, traceId: undefined }],
    [{ ...ids, spanId: 7 }],
  ])('%j sends nothing', (spanContext) => expect(inject({ ...spanContext, traceFlags: 1 })).toEqual({}));

  test('an empty trace state sends no tracestate', () => {
    expect(inject({ ...ids, traceFlags: 1, traceState: createTraceState() })).not.toHaveProperty('tracestate');
  });

  test('suppressed tracing sends nothing', () => {
    const sent = {};
    const context = trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags: 1 });
    propagator.inject(suppressTracing(context), sent, defaultTextMapSetter);
    expect(sent).toEqual({});
  });
});

describe('MemberList', () => {
  const list = new MemberList(
    new Map([
      ['a', '1'],
      ['b', '2'],
    ]),
  );

  test('set("b", "3") moves b to the front and leaves the old list alone', () => {
    expect([list.set('b', '3').serialize(), list.get('b'), list.serialize()]).toEqual(['b=3,a=1', '2', 'a=1,b=2']);
  });

  test('unset("a") drops a, unset("z") changes nothing', () => {
    expect([list.unset('a').serialize(), list.unset('z')]).toEqual(['b=2', list]);
  });

  test.each([
    ['A', '1'],
    ['a', 'x,y'],
    ['a', ''],
    ['', '1'],
    ['__proto__', '1'],
  ])('set(%j, %j) is ignored', (key, value) => expect(list.set(key, value)).toBe(list));

  test('a 33rd member pushes the last one out', () => {
    const full = new MemberList(new Map(Array.from({ length: 32 }, (_, index) => [`k${index}`, 'v'])));
    const more = full.set('new', '1');
    expect([more.get('new'), more.get('k31'), more.get('k30')]).toEqual(['1', undefined, 'v']);
  });
});
