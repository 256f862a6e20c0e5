import type { IncomingHttpHeaders } from 'node:http2';

import { describe, expect, test } from '@jest/globals';

import { readGrpcFailure } from '../../src/otlp/grpc-status.ts';
import { parseRetryAfter } from '../../src/otlp/http-transport.ts';
import { ProtobufWriter } from '../../src/otlp/protobuf-writer.ts';
import { printable, readJsonPartialSuccess, readPartialSuccess, readRetryInfo } from '../../src/otlp/read-answer.ts';

function partialSuccess(rejected: number, message: string): Uint8Array {
  const writer = new ProtobufWriter();
  const mark = writer.mark;
  if (message !== '') writer.string(2, message);
  if (rejected !== 0) writer.uint(1, rejected);
  writer.endMessage(1, mark);
  return writer.finish();
}

/** A `google.rpc.Status` with a `RetryInfo` of the given delay. */
function retryStatus(seconds: number, nanos: number): Buffer {
  const writer = new ProtobufWriter();
  const detail = writer.mark;
  const info = writer.mark;
  const delay = writer.mark;
  if (nanos > 0) writer.uint(2, nanos);
  if (seconds > 0) writer.uint(1, seconds);
  writer.endMessage(1, delay);
  writer.endMessage(2, info);
  writer.string(1, 'type.googleapis.com/google.rpc.RetryInfo');
  writer.endMessage(3, detail);
  writer.string(2, 'slow down');
  writer.uint(1, 8);
  return Buffer.from(writer.finish());
}

describe('readPartialSuccess', () => {
  test.each([
    [partialSuccess(3, 'quota'), { count: 3, reason: 'rejected', message: 'quota' }],
    [partialSuccess(300, ''), { count: 300, reason: 'rejected', message: '' }],
    [partialSuccess(0, 'a warning'), { count: 0, reason: 'rejected', message: 'a warning' }],
    [partialSuccess(0, ''), undefined],
    [new Uint8Array(), undefined],
    [Uint8Array.of(255, 255, 255), undefined],
    [partialSuccess(3, 'quota').subarray(0, 4), undefined],
  ])('case %#: %j', (answer, lost) => {
    expect(readPartialSuccess(answer)).toEqual(lost);
  });
});

describe('readJsonPartialSuccess', () => {
  test.each([
    ['{"partialSuccess":{"rejectedSpans":"2","errorMessage":"no"}}', { count: 2, reason: 'rejected', message: 'no' }],
    ['{"partialSuccess":{"rejectedDataPoints":4}}', { count: 4, reason: 'rejected', message: '' }],
    ['{"partialSuccess":{"rejectedLogRecords":"x"}}', undefined],
    ['{"partialSuccess":{}}', undefined],
    ['{}', undefined],
    ['null', undefined],
    ['', undefined],
    ['{"partial', undefined],
  ])('%s gives %j', (answer, lost) => {
    expect(readJsonPartialSuccess(answer)).toEqual(lost);
  });
});

describe('readRetryInfo', () => {
  test('a delay of 2 s and 500 000 000 ns is 2500 ms', () => {
    expect(readRetryInfo(retryStatus(2, 500_000_000))).toBe(2500);
  });

  test('a status without details has none', () => {
    expect(readRetryInfo(Uint8Array.of(8, 8))).toBeUndefined();
  });
});

describe('readGrpcFailure', () => {
  const details = retryStatus(1, 0).toString('base64');

  test.each([
    [{ 'grpc-status': '0' }, undefined],
    [{ 'grpc-status': '14' }, { kind: 'retry', reason: 'gRPC UNAVAILABLE' }],
    [{ 'grpc-status': '4' }, { kind: 'retry', reason: 'gRPC DEADLINE_EXCEEDED' }],
    [
      { 'grpc-status': '3', 'grpc-message': 'bad%20span' },
      { kind: 'failed', reason: 'gRPC INVALID_ARGUMENT bad span' },
    ],
    [{ 'grpc-status': '8' }, { kind: 'failed', reason: 'gRPC RESOURCE_EXHAUSTED' }],
    [
      { 'grpc-status': '8', 'grpc-status-details-bin': details },
      { kind: 'retry', reason: 'gRPC RESOURCE_EXHAUSTED', afterMs: 1000 },
    ],
    [
      { 'grpc-status': '14', 'retry-after': '3' },
      { kind: 'retry', reason: 'gRPC UNAVAILABLE', afterMs: 3000 },
    ],
    [{ 'grpc-status': '16' }, { kind: 'failed', reason: 'gRPC UNAUTHENTICATED' }],
    [{ ':status': 503 }, { kind: 'retry', reason: 'HTTP 503' }],
    [{ ':status': 404 }, { kind: 'failed', reason: 'HTTP 404' }],
    [{ ':status': 200 }, { kind: 'failed', reason: 'gRPC UNKNOWN' }],
    [
      { 'grpc-status': '2', 'grpc-message': '%zz' },
      { kind: 'failed', reason: 'gRPC UNKNOWN %zz' },
    ],
  ])('%j gives %j', (headers, outcome) => {
    expect(readGrpcFailure(headers as IncomingHttpHeaders)).toEqual(outcome);
  });
});

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['7', 7000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('%j is %j ms', (value, ms) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });
});

describe('printable', () => {
  test('control characters become blanks and 1000 characters are cut to 300', () => {
    expect(printable('a\r\n\u001b[31mb')).toBe('a [31mb');
    expect(printable('x'.repeat(1000))).toHaveLength(300);
  });
});
