import { expect, test } from '@jest/globals';

import { createAttributeSets } from '../src/http/attribute-sets.ts';

test('the same values give the same frozen object, other values another one, and undefined is left out', () => {
  const sets = createAttributeSets(['error.type', 'method', 'status']);
  const set = sets(undefined, 'GET', 200);
  expect(set).toEqual({ method: 'GET', status: 200 });
  expect(Object.isFrozen(set)).toBe(true);
  expect(sets(undefined, 'GET', 200)).toBe(set);
  expect(sets(undefined, 'GET', '200')).not.toBe(set);
  expect(sets('200', 'GET', 200)).toEqual({ 'error.type': '200', method: 'GET', status: 200 });
});

test('after 2000 objects it starts anew', () => {
  const sets = createAttributeSets(['n']);
  const first = sets(0);
  for (let n = 1; n < 2000; n++) sets(n);
  expect(sets(0)).toBe(first);
  sets(2000);
  expect(sets(0)).not.toBe(first);
  expect(sets(0)).toEqual(first);
});
