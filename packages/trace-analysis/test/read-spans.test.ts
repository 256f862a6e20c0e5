import { readFileSync } from 'node:fs';

import { fromReceived, readSpans, toOtlpJson } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

const traceId = 'ab'.repeat(16);
const spanId = 'cd'.repeat(8);
const python = {
  name: 'POST /verify',
  context: { trace_id: `0x${traceId}`, span_id: `0x${spanId}`, trace_state: '[]' },
  kind: 'SpanKind.SERVER',
  parent_id: `0x${'ef'.repeat(8)}`,
  start_time: '2026-01-02T03:04:05.000001Z',
  end_time: '2026-01-02T03:04:06.500000Z',
  status: { status_code: 'ERROR', description: 'boom' },
  attributes: { 'http.route': '/verify' },
  events: [{ name: 'exception', timestamp: '2026-01-02T03:04:05.100000Z', attributes: { a: 1 } }],
  links: [{ context: { trace_id: `0x${traceId}`, span_id: `0x${spanId}` }, attributes: {} }],
  resource: { attributes: { 'service.name': 'nemo-gym/tools' }, schema_url: '' },
};

test('our console lines of a real run are read, and the lines of the servers themselves passed over', () => {
  const { spans, problems } = readSpans(readFileSync(new URL('fixtures/demo-run.jsonl', import.meta.url), 'utf8'));
  expect(problems).toEqual([]);
  expect(spans.length).toBe(54);
  const rollout = spans.find(
    ({ name, attributes }) => name === 'gym.rollout' && attributes['nemo.gym.rollout.id'] === '4-0',
  )!;
  expect(rollout).toMatchObject({ kind: 'INTERNAL', status: 'UNSET', scope: { name: 'nemo.gym', version: '0.1.0' } });
  expect(Number(rollout.endNs - rollout.startNs)).toBeGreaterThan(585_000_000);
});

describe('a Python console line', () => {
  const expected = {
    traceId,
    spanId,
    parentSpanId: 'ef'.repeat(8),
    kind: 'SERVER',
    startNs: 1_767_323_045_000_001_000n,
    endNs: 1_767_323_046_500_000_000n,
    status: 'ERROR',
    statusMessage: 'boom',
    resource: { 'service.name': 'nemo-gym/tools' },
    scope: { name: '', version: undefined },
  };

  test.each([
    ['as written', JSON.stringify(python)],
    ['behind "(my server) "', `(my server) ${JSON.stringify(python)}`],
    ['printed over many lines', JSON.stringify(python, undefined, 4)],
    [
      'over many lines, each behind "(my server) "',
      JSON.stringify(python, undefined, 4).replaceAll(/^/gm, '(my server) '),
    ],
  ])('%s is read', (_, text) => {
    const { spans, problems } = readSpans(`before\n${text}\r\nafter {x}\n`);
    expect(problems).toEqual([]);
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject(expected);
    expect(spans[0]?.events[0]?.timeNs).toBe(1_767_323_045_100_000_000n);
    expect(spans[0]?.links).toHaveLength(1);
  });
});

test('OTLP JSON with names for enums, numbers for integers and an unset end is read', () => {
  const attributes = [
    { key: 'big', value: { intValue: '9223372036854775807' } },
    { key: 'small', value: { intValue: 7 } },
    { key: 'list', value: { arrayValue: { values: [{ doubleValue: 1.5 }, { boolValue: true }, {}] } } },
    { key: '__proto__', value: { kvlistValue: { values: [{ key: 'x', value: { stringValue: 'y' } }] } } },
  ];
  const span = {
    traceId: traceId.toUpperCase(),
    spanId,
    name: 'n',
    kind: 'SPAN_KIND_CLIENT',
    startTimeUnixNano: '5',
    endTimeUnixNano: '0',
    attributes,
    status: { code: 'STATUS_CODE_OK' },
  };
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span, { ...span, traceId: 'no' }] }] }] });
  const { spans, problems } = readSpans(text);
  expect(problems).toEqual([{ line: 1, message: 'a span has no valid traceId or spanId' }]);
  expect(spans[0]).toMatchObject({
    traceId,
    kind: 'CLIENT',
    status: 'OK',
    startNs: 5n,
    endNs: 5n,
    parentSpanId: undefined,
  });
  expect(Object.entries(spans[0]!.attributes)).toEqual([
    ['big', '9223372036854775807'],
    ['small', 7],
    ['list', [1.5, true, null]],
    ['__proto__', expect.objectContaining({ x: 'y' })],
  ]);
});

test('OTLP JSON printed over many lines with a 2 MB value, markup and other scripts keeps them as they are', () => {
  const values = { big: 'x'.repeat(2_000_000), markup: '<script>alert(1)</script>', script: 'スパン \u{1f9ea} \u2028' };
  const attributes = Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const span = { traceId, spanId, name: values.markup, startTimeUnixNano: 1, endTimeUnixNano: 2, attributes };
  const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }, undefined, 2);
  const { spans, problems } = readSpans(text);
  expect(problems).toEqual([]);
  expect(spans[0]?.name).toBe(values.markup);
  expect({ ...spans[0]?.attributes }).toEqual(values);
});

test('a line that was cut off is a problem, a cut line of the server is not', () => {
  const text = `{"a": 1\n${JSON.stringify(python).slice(0, 200)}\n{"signal":"span","trace_id":"1"}\n`;
  expect(readSpans(text).problems).toEqual([
    { line: 2, message: 'the line is no complete JSON object' },
    { line: 3, message: 'a span has no valid trace_id or span_id' },
  ]);
});

test('a block that never closes does not swallow the span behind it', () => {
  const { spans } = readSpans(`{\n  "half": 1\n${JSON.stringify(python)}\n`);
  expect(spans).toHaveLength(1);
});

test('values nested 100 000 deep neither throw nor come through', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const text = JSON.stringify({ ...python, attributes: { deep: 0 } }).replace('"deep":0', `"deep":${deep}`);
  const { spans, problems } = readSpans(text);
  expect(spans.length + problems.length).toBe(1);
  expect(JSON.stringify(spans[0]?.attributes ?? {}).length).toBeLessThan(1000);
});

test('any text is read without throwing', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '\n',
    '"trace_id"',
    JSON.stringify(python),
    '{"resourceSpans":[{"scopeSpans":[{"spans":[1,null]}]}]}',
    '(a) ',
    ':',
    '[]',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
      expect(readSpans(parts.join(''))).toEqual({ spans: expect.any(Array), problems: expect.any(Array) });
    }),
  );
});

test('spans come back from OTLP JSON as they went in', () => {
  const { spans } = readSpans(readFileSync(new URL('fixtures/demo-run.jsonl', import.meta.url), 'utf8'));
  const again = readSpans(toOtlpJson(spans));
  expect(again.problems).toEqual([]);
  const byId = (list: typeof spans): unknown[] => [...list].sort((a, b) => (a.spanId < b.spanId ? -1 : 1));
  expect(byId(again.spans)).toEqual(byId(spans));
});

test('a received span becomes a record with plain values, and one without ids is left out', () => {
  const received = {
    traceId,
    spanId,
    parentSpanId: undefined,
    name: 'n',
    kind: 'UNSPECIFIED',
    startTimeUnixNano: 10n,
    endTimeUnixNano: 20n,
    attributes: { big: 2n ** 63n, bytes: new Uint8Array([1, 2, 3, 4]), nan: Number.NaN },
    events: [{ name: 'e', timeUnixNano: 12n, attributes: {} }],
    links: [],
    status: { code: 'ERROR', message: '' },
    resource: { 'service.name': 's' },
    scope: { name: 'x', version: '' },
  } as const;
  const records = fromReceived([received, { ...received, spanId: '' }]);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    kind: 'INTERNAL',
    startNs: 10n,
    endNs: 20n,
    statusMessage: undefined,
    scope: { version: undefined },
  });
  expect({ ...records[0]!.attributes }).toEqual({ big: '9223372036854775808', bytes: 'AQIDBA==', nan: 'NaN' });
});
