import { expect, test } from '@jest/globals';

import { mountTemplate } from '../src/mount-template.ts';

test.each([
  ['/v1/1', { id: '1' }, '/v1/:id'],
  ['/users/a%20b/posts', { name: 'a b' }, '/users/:name/posts'],
  ['/7/7', { a: '7', b: '7' }, '/:a/:b'],
  ['/%ff', { a: 'x' }, '/%ff'],
  ['/plain', {}, '/plain'],
  ['/plain', undefined, '/plain'],
])('of %s with params %j, from a router that keeps no pattern, is %s', (cut, params, template) => {
  expect(mountTemplate({ params }, cut)).toBe(template);
});

test('is the pattern that the router kept', () => {
  const request = { params: { x: 'a' }, [Symbol('router.tracing.matchedRoute')]: '/a/:x' };
  expect(mountTemplate(request, '/a/a')).toBe('/a/:x');
});
