import { expect, test } from '@jest/globals';

import { requestAttributes, type IncomingRequest } from '../src/request-attributes.ts';

const plain: IncomingRequest = { method: 'GET', target: '/a', scheme: 'http', headers: {} };

function attributesOf(request: Partial<IncomingRequest>, method = 'GET', trusted = true): Record<string, unknown> {
  return requestAttributes({ ...plain, ...request }, method, trusted);
}

test('a bare request has method, path and scheme only', () => {
  expect(attributesOf({})).toEqual({ 'http.request.method': 'GET', 'url.path': '/a', 'url.scheme': 'http' });
});

test.each([
  ['h:81', 'http', 'h', 81],
  ['h', 'http', 'h', 80],
  ['h', 'https', 'h', 443],
  ['[::1]:9', 'http', '::1', 9],
  ['[::1]', 'http', '::1', 80],
] as const)('Host %s over %s is server.address %s and server.port %i', (host, scheme, address, port) => {
  expect(attributesOf({ headers: { host }, scheme })).toMatchObject({ 'server.address': address, 'server.port': port });
  expect(attributesOf({ headers: { ':authority': host }, scheme })).toMatchObject({ 'server.address': address });
});

test('a Host that is no host and port gives no server.address', () => {
  expect(attributesOf({ headers: { host: 'a:b:c' } })).not.toHaveProperty(['server.address']);
});

test.each([
  ['/a?b=c', 'b=c'],
  ['/a?sig=s3cret&b=c', 'sig=REDACTED&b=c'],
  ['/a?', undefined],
])('the target %s has url.query %s', (target, query) => {
  const attributes = attributesOf({ target });
  expect(attributes['url.query']).toBe(query);
  expect(attributes['url.path']).toBe('/a');
});

test.each([
  ['1.1', '1.1'],
  ['1.0', '1.0'],
  ['2.0', '2'],
])('the HTTP version %s is network.protocol.version %s', (httpVersion, expected) => {
  expect(attributesOf({ httpVersion })).toMatchObject({ 'network.protocol.version': expected });
});

test('the unknown method PURGE is kept as http.request.method_original', () => {
  expect(attributesOf({ method: 'PURGE' }, '_OTHER')).toMatchObject({
    'http.request.method': '_OTHER',
    'http.request.method_original': 'PURGE',
  });
});

test.each([
  [{ 'x-forwarded-for': '10.0.0.1, 10.0.0.2' }, true, '10.0.0.1'],
  [{ 'x-forwarded-for': ['10.0.0.1', '10.0.0.2'] }, true, '10.0.0.1'],
  [{ 'x-forwarded-for': '' }, true, '127.0.0.1'],
  [{ 'x-forwarded-for': '10.0.0.1' }, false, '127.0.0.1'],
  [{}, true, '127.0.0.1'],
])('with headers %j and trust %s client.address is %s', (headers, trusted, expected) => {
  const attributes = attributesOf({ headers, remoteAddress: '127.0.0.1' }, 'GET', trusted);
  expect(attributes['client.address']).toBe(expected);
});
