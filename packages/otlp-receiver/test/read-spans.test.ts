import { describe, expect, test } from '@jest/globals';

import { readSpans } from '../src/read-spans.ts';

const traceId = 'a'.repeat(32);

describe('readSpans', () => {
  test('fills everything that an empty span leaves out', () => {
    expect(readSpans({ resourceSpans: [{ scopeSpans: [{ spans: [{}] }] }] })).toEqual([
      {
        traceId: '',
        spanId: '',
        parentSpanId: undefined,
        traceState: '',
        flags: 0,
        name: '',
        kind: 'UNSPECIFIED',
        startTimeUnixNano: 0n,
        endTimeUnixNano: 0n,
        attributes: {},
        events: [],
        links: [],
        status: { code: 'UNSET', message: '' },
        droppedCounts: { attributes: 0, events: 0, links: 0 },
        resource: {},
        scope: { name: '', version: '', attributes: {} },
      },
    ]);
  });

  test('reads every field of a full span', () => {
    const span = {
      traceId,
      spanId: 'b'.repeat(16),
      parentSpanId: 'c'.repeat(16),
      traceState: 'k=v',
      flags: 257,
      name: 'run',
      kind: 3,
      startTimeUnixNano: 1n,
      endTimeUnixNano: 2n,
      attributes: [{ key: 'a', value: { intValue: 1 } }],
      droppedAttributesCount: 1,
      events: [{ name: 'e', timeUnixNano: 3n, attributes: [{ key: 'x', value: {} }], droppedAttributesCount: 4 }],
      droppedEventsCount: 2,
      links: [{ traceId, spanId: 'd'.repeat(16), traceState: 't', flags: 1, droppedAttributesCount: 5 }],
      droppedLinksCount: 3,
      status: { code: 2, message: 'bad' },
    };
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 's' } }] };
    const scope = { name: 'n', version: '1', attributes: [{ key: 'y', value: { boolValue: true } }] };
    expect(readSpans({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] })).toEqual([
      {
        traceId,
        spanId: 'b'.repeat(16),
        parentSpanId: 'c'.repeat(16),
        traceState: 'k=v',
        flags: 257,
        name: 'run',
        kind: 'CLIENT',
        startTimeUnixNano: 1n,
        endTimeUnixNano: 2n,
        attributes: { a: 1 },
        events: [{ name: 'e', timeUnixNano: 3n, attributes: { x: null }, droppedAttributesCount: 4 }],
        links: [
          { traceId, spanId: 'd'.repeat(16), traceState: 't', flags: 1, attributes: {}, droppedAttributesCount: 5 },
        ],
        status: { code: 'ERROR', message: 'bad' },
        droppedCounts: { attributes: 1, events: 2, links: 3 },
        resource: { 'service.name': 's' },
        scope: { name: 'n', version: '1', attributes: { y: true } },
      },
    ]);
  });

  test.each([
    [0, 'UNSPECIFIED'],
    [1, 'INTERNAL'],
    [2, 'SERVER'],
    [3, 'CLIENT'],
    [4, 'PRODUCER'],
    [5, 'CONSUMER'],
    [6, 'UNSPECIFIED'],
    [-1, 'UNSPECIFIED'],
  ])('reads kind %d as %s', (kind, expected) => {
    expect(readSpans({ resourceSpans: [{ scopeSpans: [{ spans: [{ kind }] }] }] })[0]?.kind).toBe(expected);
  });

  test('keeps the order over resources and scopes', () => {
    const group = (...names: string[]): object => ({ spans: names.map((name) => ({ name })) });
    const spans = readSpans({
      resourceSpans: [{ scopeSpans: [group('a', 'b'), group('c')] }, {}, { scopeSpans: [{}, group('d')] }],
    });
    expect(spans.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });
});
