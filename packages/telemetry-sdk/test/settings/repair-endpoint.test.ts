import { describe, expect, test } from '@jest/globals';

import { repairEndpoint } from '../../src/settings/repair-endpoint.ts';

const base = { signal: 'traces', general: true, insecure: undefined } as const;

describe('repairEndpoint of the general endpoint, http/protobuf', () => {
  test.each([
    [undefined, 'http://localhost:4318/v1/traces', 0],
    ['', 'http://localhost:4318/v1/traces', 0],
    ['   ', 'http://localhost:4318/v1/traces', 0],
    ['http://h:4318', 'http://h:4318/v1/traces', 0],
    ['http://h:4318/', 'http://h:4318/v1/traces', 0],
    ['  http://h:4318  ', 'http://h:4318/v1/traces', 0],
    ['HTTP://H:4318', 'http://h:4318/v1/traces', 0],
    ['https://h', 'https://h/v1/traces', 0],
    ['http://h:4318/base/', 'http://h:4318/base/v1/traces', 0],
    ['http://h:4318/v1/traces', 'http://h:4318/v1/traces', 1],
    ['http://h:4318/base/v1/metrics/', 'http://h:4318/base/v1/traces', 1],
    ['http://h:4318/?k=v', 'http://h:4318/v1/traces?k=v', 1],
    ['h:4318', 'http://h:4318/v1/traces', 1],
    ['localhost:4318', 'http://localhost:4318/v1/traces', 1],
    ['127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces', 1],
    ['[::1]:4318', 'http://[::1]:4318/v1/traces', 1],
    ['//h:4318', 'http://h:4318/v1/traces', 1],
    ['h:443', 'https://h/v1/traces', 1],
    ['http://h:99999', 'http://localhost:4318/v1/traces', 1],
    ['http://', 'http://localhost:4318/v1/traces', 1],
    ['ftp://h:4318', 'http://localhost:4318/v1/traces', 1],
    ['grpc://h:4318', 'http://h:4318/v1/traces', 1],
    ['unix:///tmp/s', 'http://localhost:4318/v1/traces', 1],
    ['http://h:4317', 'http://h:4317/v1/traces', 1],
  ])('%j gives %s with %i problems', (raw, url, problems) => {
    const repaired = repairEndpoint({ ...base, raw, protocol: 'http/protobuf' });
    expect(repaired).toMatchObject({ url, protocol: 'http/protobuf' });
    expect(repaired.problems).toHaveLength(problems);
  });
});

describe('repairEndpoint of a signal’s own endpoint, http/json', () => {
  test.each([
    ['http://h:4318', 'http://h:4318/'],
    ['http://h:4318/custom', 'http://h:4318/custom'],
    ['http://h:4318/v1/traces', 'http://h:4318/v1/traces'],
    ['http://h:4318/a?k=v', 'http://h:4318/a?k=v'],
  ])('%j is used as it is: %s', (raw, url) => {
    expect(repairEndpoint({ ...base, general: false, raw, protocol: 'http/json' })).toEqual({
      url,
      protocol: 'http/json',
      problems: [],
    });
  });
});

describe('repairEndpoint, grpc', () => {
  test.each([
    [undefined, 'http://localhost:4317', 0],
    ['http://h:4317', 'http://h:4317', 0],
    ['HTTP://H:4317', 'http://h:4317', 0],
    ['https://h:4317', 'https://h:4317', 0],
    ['http://h:4317/', 'http://h:4317', 0],
    ['http://h:4317/v1/traces', 'http://h:4317', 1],
    ['http://h:4317?k=v', 'http://h:4317', 1],
    ['h:4317', 'http://h:4317', 1],
    ['grpc://h:4317', 'http://h:4317', 1],
    ['grpcs://h:4317', 'https://h:4317', 1],
    ['http://h:4318', 'http://h:4318', 1],
    ['http://h:port', 'http://localhost:4317', 1],
    ['unix:///tmp/s', 'unix:///tmp/s', 0],
  ])('%j gives %s with %i problems', (raw, url, problems) => {
    const repaired = repairEndpoint({ ...base, raw, protocol: 'grpc' });
    expect(repaired).toMatchObject({ url, protocol: 'grpc' });
    expect(repaired.problems).toHaveLength(problems);
  });

  test('h:4317 with OTEL_EXPORTER_OTLP_INSECURE=false gives https', () => {
    expect(repairEndpoint({ ...base, raw: 'h:4317', protocol: 'grpc', insecure: false }).url).toBe('https://h:4317');
  });
});

describe('repairEndpoint without a protocol', () => {
  test('http://h:4318 becomes http/protobuf and says so', () => {
    expect(repairEndpoint({ ...base, raw: 'http://h:4318', protocol: undefined })).toEqual({
      url: 'http://h:4318/v1/traces',
      protocol: 'http/protobuf',
      problems: ['port 4318 is for HTTP; using http/protobuf'],
    });
  });

  test('http://h:9999 stays grpc', () => {
    expect(repairEndpoint({ ...base, raw: 'http://h:9999', protocol: undefined })).toEqual({
      url: 'http://h:9999',
      protocol: 'grpc',
      problems: [],
    });
  });

  test('no text gives no problem with credentials or query values in it', () => {
    const problems = repairEndpoint({ ...base, raw: 'user:pass@h:4318/v1/x?key=secret', protocol: 'grpc' }).problems;
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join(' ')).not.toMatch(/pass|secret/);
  });
});
