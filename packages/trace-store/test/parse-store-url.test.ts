import { parseStoreUrl, TraceStoreError } from '@gym/trace-store';
import { expect, test } from '@jest/globals';

test.each([
  ['runs/spans.duckdb', { engine: 'duckdb', path: 'runs/spans.duckdb' }],
  ['duckdb:/data/spans.duckdb', { engine: 'duckdb', path: '/data/spans.duckdb' }],
  ['C:\\spans.duckdb', { engine: 'duckdb', path: 'C:\\spans.duckdb' }],
  ['clickhouse://host', { engine: 'clickhouse', url: 'http://host:8123' }],
  [
    'clickhouse://user:p%40ss@host:9000/traces',
    { engine: 'clickhouse', url: 'http://host:9000', database: 'traces', username: 'user', password: 'p@ss' },
  ],
  ['clickhouses://host/db', { engine: 'clickhouse', url: 'https://host:8443', database: 'db' }],
])('%j is %j', (text, address) => {
  expect(parseStoreUrl(text)).toEqual(address);
});

test.each(['', 'duckdb:', 'postgres://u:s3cret@h/d', 'clickhouse://u:s3cret@', 'clickhouse://u:s3cret%@h'])(
  '%j is INVALID_URL and the message does not show the password',
  (text) => {
    expect(() => parseStoreUrl(text)).toThrow(TraceStoreError);
    expect(() => parseStoreUrl(text)).not.toThrow(/s3cret/);
  },
);
