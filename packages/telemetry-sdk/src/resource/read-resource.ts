import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { readEnvText } from '@gym/telemetry-env';
import type { Attributes, AttributeValue } from '@opentelemetry/api';
import { SDK_INFO } from '@opentelemetry/core';

import type { Warn } from '../settings/otel-env.ts';
import type { StartSdkOptions } from '../start-sdk-options.ts';
import { version } from '../version.ts';
import { parseResourceAttributes } from './parse-resource-attributes.ts';
import { readKubernetesAttributes } from './read-kubernetes-attributes.ts';
import type { JobRank } from './read-rank.ts';
import { readSlurmAttributes } from './read-slurm-attributes.ts';

/** Keys that belong to one process; a value inherited through `OTEL_RESOURCE_ATTRIBUTES` would be shared by all children. */
const perProcessKeys: ReadonlySet<string> = new Set(['service.instance.id', 'process.pid']);

/** `service.name` of this server: `<service_name>/<server name>`, or the plain name when there is no server name or it is switched off. */
export function serviceNameOf({ config, serverName }: Pick<StartSdkOptions, 'config' | 'serverName'>): string {
  return config.serviceNamePerServer && serverName !== undefined
    ? `${config.serviceName}/${serverName}`
    : config.serviceName;
}

/**
 * The resource attributes of this process; a new `service.instance.id` at each call.
 *
 * In line: what is known of this process, `resourceAttributes` of the caller, SLURM and Kubernetes, then
 * `OTEL_RESOURCE_ATTRIBUTES`. Source: contract section 6.
 */
export function readResource(options: StartSdkOptions, rank: JobRank, warn: Warn): Attributes {
  const { config, env, serverName, serverType, serviceVersion } = options;
  const text = (variable: string): string | undefined => readEnvText(env, variable);
  const { attributes: fromEnv, problems } = parseResourceAttributes(text('OTEL_RESOURCE_ATTRIBUTES') ?? '');
  if (problems.length > 0) warn(`OTEL_RESOURCE_ATTRIBUTES: ${problems.join('; ')}; ignored`);

  const known: Record<string, AttributeValue | undefined> = {
    'service.name': serviceNameOf(options),
    'service.version': serviceVersion,
    'service.instance.id': randomUUID(),
    'nemo.gym.service_group': config.serviceName,
    'nemo.gym.server.name': serverName,
    'nemo.gym.server.type': serverType,
    'nemo.gym.version': version,
    'nemo.run.id': options.runId,
    'nemo.user.id': text('NEMO_GYM_OTEL_USER_ID') ?? text('NEMO_LENS_USER_ID'),
    'nv.dl.rank': rank.rank,
    'nv.dl.world_size': rank.worldSize,
    'deployment.environment': text('DEPLOYMENT_ENV') ?? text('ENVIRONMENT'),
    'host.name': hostname(),
    'process.pid': process.pid,
    'wandb.entity': text('WANDB_ENTITY'),
    'wandb.project': text('WANDB_PROJECT'),
    'host.gpu.count': readGpuCount(env['CUDA_VISIBLE_DEVICES']),
    'telemetry.distro.name': 'gym-telemetry',
    'telemetry.distro.version': version,
    ...SDK_INFO,
  };
  return {
    ...Object.fromEntries(Object.entries(fromEnv).filter(([key]) => !perProcessKeys.has(key))),
    ...readSlurmAttributes(env),
    ...readKubernetesAttributes(env),
    ...options.resourceAttributes,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
  };
}

/** Entries of `CUDA_VISIBLE_DEVICES`; an empty one says 0, an absent one nothing. */
function readGpuCount(devices: string | undefined): number | undefined {
  return devices?.split(',').filter((device) => device.trim() !== '').length;
}
