import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import { createClient } from '@clickhouse/client';
import type { LogRecord, SpanRecord } from '@gym/trace-analysis';
import { openClickHouseStore, openTraceStore, parseStoreUrl } from '@gym/trace-store';
import { describe, expect, test } from '@jest/globals';

import { describeStore } from './fixtures/store-behaviour.ts';

const address = process.env['GYM_TEST_CLICKHOUSE'];
const words = { UNSET: 'Unset', OK: 'Ok', ERROR: 'Error' } as const;

/** A span as the collector's exporter writes it. */
function toExported(span: SpanRecord): Record<string, unknown> {
  return {
    Timestamp: nanos(span.startNs),
    TraceId: span.traceId,
    SpanId: span.spanId,
    ParentSpanId: span.parentSpanId ?? '',
    SpanName: span.name,
    SpanKind: span.kind[0] + span.kind.slice(1).toLowerCase(),
    ServiceName: span.resource['service.name'],
    ResourceAttributes: span.resource,
    ScopeName: span.scope.name,
    ScopeVersion: span.scope.version ?? '',
    SpanAttributes: span.attributes,
    Duration: String(span.endNs - span.startNs),
    StatusCode: words[span.status],
    StatusMessage: span.statusMessage ?? '',
    'Events.Timestamp': span.events.map(({ timeNs }) => nanos(timeNs)),
    'Events.Name': span.events.map(({ name }) => name),
    'Events.Attributes': span.events.map(({ attributes }) => attributes),
    'Links.TraceId': span.links.map(({ traceId }) => traceId),
    'Links.SpanId': span.links.map(({ spanId }) => spanId),
    'Links.TraceState': span.links.map(() => ''),
    'Links.Attributes': span.links.map(({ attributes }) => attributes),
  };
}

/** A log record as the collector's exporter writes it. */
function toExportedLog(log: LogRecord): Record<string, unknown> {
  return {
    Timestamp: nanos(log.timeNs),
    TraceId: log.traceId,
    SpanId: log.spanId,
    SeverityText: log.severity,
    ServiceName: 'service',
    Body: log.body,
    ResourceAttributes: { 'nemo.run.id': log.runId, 'nemo.gym.server.name': log.server },
    LogAttributes: log.attributes,
  };
}

function nanos(ns: bigint): string {
  return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`;
}

// `scripts/test-clickhouse.mjs` gives the address; without one this suite is skipped and says so.
(address === undefined ? describe.skip : describe)('ClickHouse at GYM_TEST_CLICKHOUSE', () => {
  describeStore(20_000, async (spans, logs) => {
    const { engine: _, ...server } = parseStoreUrl(address!) as { engine: string; url: string; database?: string };
    const client = createClient(server);
    await client.command({ query: 'DROP TABLE IF EXISTS otel_traces' });
    await client.command({ query: readFileSync(new URL('fixtures/otel-traces-table.sql', import.meta.url), 'utf8') });
    for (let at = 0; at < spans.length; at += 5000)
      await client.insert({
        table: 'otel_traces',
        values: spans.slice(at, at + 5000).map(toExported),
        format: 'JSONEachRow',
      });
    await client.command({ query: 'DROP TABLE IF EXISTS otel_logs' });
    await client.command({ query: readFileSync(new URL('fixtures/otel-logs-table.sql', import.meta.url), 'utf8') });
    await client.insert({ table: 'otel_logs', values: logs.map(toExportedLog), format: 'JSONEachRow' });
    await client.close();
    const store = await openTraceStore(address!);
    return { store, remove: () => store.close() };
  });

  test('inserting, retention and Parquet are UNSUPPORTED, and after close all is CLOSED', async () => {
    const store = await openTraceStore(address!);
    const calls = [store.insertSpans([]), store.retention({}), store.exportParquet('x'), store.importParquet('x')];
    const codes = (await Promise.allSettled(calls)).map((call) => call.status === 'rejected' && call.reason.code);
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'UNSUPPORTED'));
    await store.close();
    await expect(store.listRuns()).rejects.toMatchObject({ code: 'CLOSED' });
  });
});

test('a server that answers 500 is OPEN_FAILED, and the error does not show the password', async () => {
  const server = createServer((request, response) => response.writeHead(500).end('Code: 60. no such table'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const failure = await openTraceStore(`clickhouse://user:s3cret@127.0.0.1:${port}/db`).catch(
    (cause: unknown) => cause as Error,
  );
  expect(failure).toMatchObject({ code: 'OPEN_FAILED' });
  expect(inspect(failure)).not.toContain('s3cret');
  await new Promise((resolve) => server.close(resolve));
});

test('no server at the port is OPEN_FAILED', async () => {
  await expect(openClickHouseStore({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({ code: 'OPEN_FAILED' });
});
