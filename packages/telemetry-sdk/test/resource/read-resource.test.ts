import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

import { defineTelemetryConfig } from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';

import { decideExport } from '../../src/resource/decide-export.ts';
import { parseResourceAttributes } from '../../src/resource/parse-resource-attributes.ts';
import { readRank } from '../../src/resource/read-rank.ts';
import { readResource, serviceNameOf } from '../../src/resource/read-resource.ts';
import type { StartSdkOptions } from '../../src/start-sdk-options.ts';
import { version } from '../../src/version.ts';

function optionsWith(options: Partial<StartSdkOptions>): StartSdkOptions {
  return { config: defineTelemetryConfig({}), runId: 'r1', env: {}, log: () => {}, ...options };
}

function read(options: Partial<StartSdkOptions>, warnings: string[] = []): Readonly<Record<string, unknown>> {
  const all = optionsWith(options);
  return readResource(all, readRank(all.env), (message) => warnings.push(message));
}

describe('readResource', () => {
  test('a server named weather has the contract’s keys', () => {
    const resource = read({ serverName: 'weather', serverType: 'resources_servers', serviceVersion: '3' });
    expect(resource).toMatchObject({
      'service.name': 'nemo-gym/weather',
      'service.version': '3',
      'nemo.gym.service_group': 'nemo-gym',
      'nemo.gym.server.name': 'weather',
      'nemo.gym.server.type': 'resources_servers',
      'nemo.gym.version': version,
      'nemo.run.id': 'r1',
      'nv.dl.rank': 0,
      'nv.dl.world_size': 1,
      'host.name': hostname(),
      'process.pid': process.pid,
      'telemetry.distro.name': 'gym-telemetry',
      'telemetry.sdk.language': 'nodejs',
    });
    expect(Object.keys(resource)).not.toContain('nemo.user.id');
  });

  test('OTEL_RESOURCE_ATTRIBUTES adds keys, keeps service.name and instance id ours, and one bad pair is dropped alone', () => {
    const warnings: string[] = [];
    const env = { OTEL_RESOURCE_ATTRIBUTES: 'team=rl%20gym,spam,service.name=x,service.instance.id=shared' };
    const resource = read({ env }, warnings);
    expect(resource).toMatchObject({ team: 'rl gym', 'service.name': 'nemo-gym' });
    expect(resource['service.instance.id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    expect(warnings).toEqual(['OTEL_RESOURCE_ATTRIBUTES: pair 2 is no key=value; ignored']);
  });

  test('two calls have different instance ids', () => {
    expect(read({})['service.instance.id']).not.toBe(read({})['service.instance.id']);
  });

  test('a blank DEPLOYMENT_ENV does not hide ENVIRONMENT=staging', () => {
    expect(read({ env: { DEPLOYMENT_ENV: ' ', ENVIRONMENT: 'staging' } })['deployment.environment']).toBe('staging');
  });

  test('a SLURM array job has the keys of NeMo Lens', () => {
    const env = {
      SLURM_JOB_ID: '77',
      SLURM_ARRAY_JOB_ID: '70',
      SLURM_ARRAY_TASK_ID: '3',
      SLURM_JOB_NAME: 'train',
      SLURM_NNODES: '2',
      SLURM_NTASKS: '16',
      SLURM_PROCID: '5',
    };
    expect(read({ env })).toMatchObject({
      'slurm.job.id': '70_3',
      'slurm.job.id.raw': '77',
      'slurm.job.name': 'train',
      'slurm.nnodes': 2,
      'slurm.ntasks': 16,
      'nv.dl.rank': 5,
      'nv.dl.world_size': 16,
    });
  });

  test('SLURM keys are absent without SLURM_JOB_ID', () => {
    expect(Object.keys(read({ env: { SLURM_JOB_NAME: 'train' } })).filter((key) => key.startsWith('slurm'))).toEqual(
      [],
    );
  });

  test('in Kubernetes HOSTNAME stands in for K8S_POD_NAME', () => {
    const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', HOSTNAME: 'pod-1', K8S_NAMESPACE: 'gym' };
    expect(read({ env })).toMatchObject({ 'k8s.pod.name': 'pod-1', 'k8s.namespace.name': 'gym' });
  });

  test.each([
    ['', 0],
    ['0,1,3', 3],
  ])('CUDA_VISIBLE_DEVICES=%j counts %i devices', (devices, count) => {
    expect(read({ env: { CUDA_VISIBLE_DEVICES: devices } })['host.gpu.count']).toBe(count);
  });

  test('the version is that of package.json', () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    expect(version).toBe((JSON.parse(text) as { version: string }).version);
  });
});

describe('serviceNameOf', () => {
  test.each([
    [true, 'agent', 'nemo-gym/agent'],
    [false, 'agent', 'nemo-gym'],
    [true, undefined, 'nemo-gym'],
  ])('service_name_per_server %j and server name %j give %s', (serviceNamePerServer, serverName, name) => {
    expect(serviceNameOf({ config: defineTelemetryConfig({ serviceNamePerServer }), serverName })).toBe(name);
  });
});

describe('parseResourceAttributes', () => {
  test.each([
    ['', {}, 0],
    ['a=b, c = d ', { a: 'b', c: 'd' }, 0],
    ['a=%2C%3D', { a: ',=' }, 0],
    ['a=', { a: '' }, 0],
    ['a=b=c,d=e', { d: 'e' }, 1],
    ['a=%zz,d=e', { d: 'e' }, 1],
    ['=b', {}, 1],
  ])('%j gives %j with %i problems', (text, attributes, problems) => {
    const parsed = parseResourceAttributes(text);
    expect(parsed.attributes).toEqual(attributes);
    expect(parsed.problems).toHaveLength(problems);
  });
});

describe('readRank', () => {
  test.each([
    [{}, { rank: 0, worldSize: 1, localRank: 0 }],
    [
      { RANK: '3', WORLD_SIZE: '8', LOCAL_RANK: '1' },
      { rank: 3, worldSize: 8, localRank: 1 },
    ],
    [
      { SLURM_PROCID: '2', SLURM_NTASKS: '4', SLURM_LOCALID: '2' },
      { rank: 2, worldSize: 4, localRank: 2 },
    ],
    [
      { RANK: 'x', SLURM_PROCID: '2' },
      { rank: 2, worldSize: 3, localRank: 0 },
    ],
    [{ RANK: '-1' }, { rank: 0, worldSize: 1, localRank: 0 }],
  ])('%j reads as %j', (env, rank) => {
    expect(readRank(env)).toEqual(rank);
  });
});

describe('decideExport', () => {
  const candidate = { rank: 3, worldSize: 4, localRank: 1, runId: 'r1' };

  test.each([
    [{ exportStrategy: 'all_ranks' }, true],
    [{ exportStrategy: 'single_rank' }, true],
    [{ exportStrategy: 'single_rank', exportRank: 3 }, true],
    [{ exportStrategy: 'single_rank', exportRank: 0 }, false],
    [{ exportStrategy: 'first_rank_per_node' }, false],
    [{ exportStrategy: 'sampled', exportSampleRate: 1 }, true],
    [{ exportStrategy: 'sampled', exportSampleRate: 0 }, false],
  ] as const)('rank 3 of 4 under %j: %j', (config, exports) => {
    expect(decideExport(defineTelemetryConfig(config), candidate)).toBe(exports);
  });

  test('sampled at 0.3 keeps about 300 of 1000 ranks, the same ones each time', () => {
    const config = defineTelemetryConfig({ exportStrategy: 'sampled', exportSampleRate: 0.3 });
    const kept = (): number[] =>
      Array.from({ length: 1000 }, (_, rank) => rank).filter((rank) => decideExport(config, { ...candidate, rank }));
    expect(kept()).toEqual(kept());
    expect(kept().length).toBeGreaterThan(250);
    expect(kept().length).toBeLessThan(350);
  });
});
