import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { TroubleLog } from '../../src/pipeline/trouble-log.ts';

describe('TroubleLog', () => {
  let lines: string[];
  let trouble: TroubleLog;

  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    trouble = new TroubleLog('traces to x', (level, message) => lines.push(`${level} ${message}`));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('1000 failures make one line, and 5 s without one after a success make the other', () => {
    for (let i = 0; i < 1000; i++) trouble.failure('ECONNREFUSED');
    trouble.lost(7, 'the queue is full');
    jest.advanceTimersByTime(60_000);
    trouble.success();
    jest.advanceTimersByTime(1);
    expect(lines).toEqual([
      'warn telemetry: trouble exporting traces to x: ECONNREFUSED',
      'info telemetry: exporting traces to x works again after 60.0 s of trouble: 1000 failed attempts, 7 items lost',
    ]);
  });

  test('failures and successes in turn are one trouble that ends 5 s after the last failure', () => {
    for (let i = 0; i < 10; i++) {
      trouble.failure('HTTP 503');
      trouble.success();
      jest.advanceTimersByTime(4999);
    }
    expect(lines).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
    trouble.failure('HTTP 503');
    expect(lines).toHaveLength(3);
  });

  test('a success without trouble and items lost without a reason say nothing', () => {
    trouble.success();
    trouble.lost(3);
    trouble.close();
    expect(lines).toEqual([]);
  });

  test('close during trouble says that it stopped', () => {
    trouble.failure('ECONNREFUSED');
    trouble.close();
    expect(lines[1]).toBe(
      'info telemetry: exporting traces to x stopped after 0.0 s of trouble: 1 failed attempts, 0 items lost',
    );
  });

  test('a message of the collector is said once, and the 21st different one not at all', () => {
    for (let i = 0; i < 30; i++) {
      trouble.collectorMessage(`message ${i}`);
      trouble.collectorMessage(`message ${i}`);
    }
    expect(lines).toHaveLength(20);
  });
});
