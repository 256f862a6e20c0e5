import { describe, expect, test } from '@jest/globals';

import { readLogs } from '../src/read-logs.ts';

const origin = { resource: {}, scope: { name: '', version: '', attributes: {} } };

describe('readLogs', () => {
  test('fills everything that an empty record leaves out', () => {
    expect(readLogs({ resourceLogs: [{ scopeLogs: [{ logRecords: [{}] }] }] })).toEqual([
      {
        timeUnixNano: 0n,
        observedTimeUnixNano: 0n,
        severityNumber: 0,
        severityText: '',
        body: null,
        attributes: {},
        droppedAttributesCount: 0,
        flags: 0,
        traceId: undefined,
        spanId: undefined,
        eventName: '',
        ...origin,
      },
    ]);
  });

  test('reads every field of a full record', () => {
    const record = {
      timeUnixNano: 1n,
      observedTimeUnixNano: 2n,
      severityNumber: 9,
      severityText: 'INFO',
      body: { kvlistValue: { values: [{ key: 'k', value: { intValue: 1 } }] } },
      attributes: [{ key: 'a', value: { stringValue: 'x' } }],
      droppedAttributesCount: 3,
      flags: 1,
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      eventName: 'e',
    };
    expect(readLogs({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] })).toEqual([
      { ...record, body: { k: 1 }, attributes: { a: 'x' }, ...origin },
    ]);
  });
});
