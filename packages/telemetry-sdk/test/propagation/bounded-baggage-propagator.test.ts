import { describe, expect, test } from '@jest/globals';
import { defaultTextMapGetter, defaultTextMapSetter, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

import { BoundedBaggagePropagator } from '../../src/propagation/bounded-baggage-propagator.ts';

const propagator = new BoundedBaggagePropagator();

function read(baggage: unknown): Record<string, string> {
  const context = propagator.extract(ROOT_CONTEXT, { baggage }, defaultTextMapGetter);
  return Object.fromEntries((propagation.getBaggage(context)?.getAllEntries() ?? []).map(([k, v]) => [k, v.value]));
}

const members = (count: number, value: string): string =>
  Array.from({ length: count }, (_, index) => `key${index}=${value}`).join(',');

describe('extract', () => {
  test.each([
    ['a=1,b=2', { a: '1', b: '2' }],
    [' a = 1 ,\tb=2\t', { a: '1', b: '2' }],
    ['a=1,,b,=3,b=2', { a: '1', b: '2' }],
    ['a=%zz,b=2', { b: '2' }],
    ['a=x%20y%2C', { a: 'x y,' }],
    ['a=1=2', { a: '1=2' }],
    ['a=', { a: '' }],
    ['a=1,a=2', { a: '2' }],
    ['', {}],
    [',;=,', {}],
    [['a=1', 'b=2'], { a: '1', b: '2' }],
    [['a=1', 5, null], { a: '1' }],
    [7, {}],
  ])('%j gives %j', (header, entries) => expect(read(header)).toEqual(entries));

  test('"__proto__=x,a=1" is two plain entries', () => {
    const context = propagator.extract(ROOT_CONTEXT, { baggage: '__proto__=x,a=1' }, defaultTextMapGetter);
    expect(
      propagation
        .getBaggage(context)
        ?.getAllEntries()
        .map(([key]) => key),
    ).toEqual(['__proto__', 'a']);
  });

  test('the properties of "a=1;ttl=5" travel on', () => {
    const sent = {};
    const context = propagator.extract(ROOT_CONTEXT, { baggage: 'a=1;ttl=5' }, defaultTextMapGetter);
    propagator.inject(context, sent, defaultTextMapSetter);
    expect(sent).toEqual({ baggage: 'a=1;ttl=5' });
  });

  test('of 300 members 180 are read', () => expect(Object.keys(read(members(300, 'x')))).toHaveLength(180));

  test('members past 8192 bytes are dropped whole, those that end there are kept', () => {
    const exact = `a=${'x'.repeat(8190)}`;
    expect(Object.keys(read(exact))).toEqual(['a']);
    expect(read(`${exact}y`)).toEqual({});
    expect(Object.keys(read(`${exact},b=2`))).toEqual(['a']);
    expect(Object.keys(read(`b=2,${exact}`))).toEqual(['b']);
  });

  test('a header in another case is found', () => {
    const context = propagator.extract(ROOT_CONTEXT, { Baggage: 'a=1' }, defaultTextMapGetter);
    expect(propagation.getBaggage(context)?.getEntry('a')?.value).toBe('1');
  });
});

test('inject sends what extract can read, 8192 bytes at most', () => {
  const entries = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`k${i}`, { value: `ü,${'x'.repeat(50)}` }]),
  );
  const sent: { baggage?: string } = {};
  propagator.inject(
    propagation.setBaggage(ROOT_CONTEXT, propagation.createBaggage(entries)),
    sent,
    defaultTextMapSetter,
  );
  expect(sent.baggage?.length).toBeLessThanOrEqual(8192);
  expect(read(sent.baggage).k0).toBe(`ü,${'x'.repeat(50)}`);
});
