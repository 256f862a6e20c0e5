import { describe, expect, test } from '@jest/globals';
import { defaultTextMapGetter, defaultTextMapSetter, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import fc from 'fast-check';

import { BoundedBaggagePropagator } from '../../src/propagation/bounded-baggage-propagator.ts';
import { W3cTraceContextPropagator } from '../../src/propagation/w3c-trace-context-propagator.ts';

const traceContext = new W3cTraceContextPropagator();
const baggage = new BoundedBaggagePropagator();

const pieces = [
  '00',
  'cc',
  'ff',
  '-',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '00f067aa0ba902b7',
  '01',
  '0',
  'A',
  ' ',
  '\t',
];
const listPieces = [
  'a',
  'b',
  'k1',
  '@',
  '=',
  ',',
  ';',
  ' ',
  '\t',
  '%41',
  '%zz',
  '%',
  'é',
  '\0',
  '__proto__',
  'x'.repeat(250),
];
const joined = (words: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...words), { maxLength }).map((parts) => parts.join(''));
const parentHeader = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01') },
  { weight: 3, arbitrary: joined(pieces, 9) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const listHeader = fc.oneof(
  { weight: 4, arbitrary: joined(listPieces, 40) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const oneOrMany = (header: fc.Arbitrary<string>): fc.Arbitrary<string | string[]> =>
  fc.oneof({ weight: 5, arbitrary: header }, { weight: 1, arbitrary: fc.array(header, { maxLength: 3 }) });
const carriers = fc.record({
  traceparent: oneOrMany(parentHeader),
  tracestate: oneOrMany(listHeader),
  baggage: oneOrMany(listHeader),
});

describe('random headers', () => {
  test('100000 of them throw nothing, and what is sent on is valid and is read back the same', () => {
    let continued = 0;
    let states = 0;
    fc.assert(
      fc.property(carriers, (carrier) => {
        const context = baggage.extract(
          traceContext.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter),
          carrier,
          defaultTextMapGetter,
        );
        const sent: Record<string, string> = {};
        traceContext.inject(context, sent, defaultTextMapSetter);
        const again: Record<string, string> = {};
        traceContext.inject(
          traceContext.extract(ROOT_CONTEXT, sent, defaultTextMapGetter),
          again,
          defaultTextMapSetter,
        );
        const valid = /^00-[\da-f]{32}-[\da-f]{16}-0[0-3]$/.test(sent['traceparent'] ?? '');
        const size = propagation.getBaggage(context)?.getAllEntries().length ?? 0;
        continued += valid ? 1 : 0;
        states += sent['tracestate'] === undefined ? 0 : 1;
        return (
          valid === (trace.getSpanContext(context) !== undefined) &&
          sent['traceparent'] === again['traceparent'] &&
          sent['tracestate'] === again['tracestate'] &&
          (sent['tracestate']?.length ?? 0) <= 512 &&
          size <= 180
        );
      }),
      { numRuns: 100_000 },
    );
    expect([continued > 10_000, states > 100]).toEqual([true, true]);
  });

  test.each([
    ['traceparent', `cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-${'-'.repeat(1e6)}`],
    ['traceparent', `${' '.repeat(1e6)}x${' '.repeat(1e6)}`],
    ['tracestate', ','.repeat(1e6)],
    ['tracestate', `a=${' '.repeat(1e6)}x`],
    ['tracestate', `${'a'.repeat(1e6)}=1`],
    ['tracestate', 'a@'.repeat(5e5)],
    ['baggage', ','.repeat(1e6)],
    ['baggage', `a=1;${';'.repeat(1e6)}`],
    ['baggage', '%'.repeat(1e6)],
  ])('a %s of a million characters is read in one pass (number %#)', (name, value) => {
    const carrier = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', [name]: value };
    const context = traceContext.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
    expect(trace.getSpanContext(context)?.traceState).toBeUndefined();
    expect(propagation.getBaggage(baggage.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter))).toBeUndefined();
  });
});
