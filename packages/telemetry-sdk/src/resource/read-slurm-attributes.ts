import { readEnvText, type Env } from '@gym/telemetry-env';
import type { Attributes } from '@opentelemetry/api';

type Row = readonly [key: string, ...variables: string[]];

const textRows: readonly Row[] = [
  ['slurm.job.id.raw', 'SLURM_JOB_ID'],
  ['slurm.array.job_id', 'SLURM_ARRAY_JOB_ID'],
  ['slurm.array.task_id', 'SLURM_ARRAY_TASK_ID'],
  ['slurm.job.name', 'SLURM_JOB_NAME'],
  ['slurm.nodelist', 'SLURM_NODELIST', 'SLURM_JOB_NODELIST'],
  ['slurm.partition', 'SLURM_JOB_PARTITION', 'SLURM_PARTITION'],
  ['slurm.cluster.name', 'SLURM_CLUSTER_NAME'],
  ['slurm.job.user', 'SLURM_JOB_USER'],
  ['slurm.job.account', 'SLURM_JOB_ACCOUNT'],
  ['slurm.job.qos', 'SLURM_JOB_QOS'],
  ['slurm.job.reservation', 'SLURM_JOB_RESERVATION'],
];
const numberRows: readonly Row[] = [
  ['slurm.nnodes', 'SLURM_JOB_NUM_NODES', 'SLURM_NNODES'],
  ['slurm.ntasks', 'SLURM_NTASKS'],
  ['slurm.restart_count', 'SLURM_RESTART_COUNT'],
];

/** Resource attributes of a SLURM job; none without `SLURM_JOB_ID`. An array job's id is `<array job>_<task>`. Source: NeMo Lens, fact sheet section 4. */
export function readSlurmAttributes(env: Env): Attributes {
  const jobId = readEnvText(env, 'SLURM_JOB_ID');
  if (jobId === undefined) return {};
  const read = (variables: readonly string[]): string | undefined => {
    for (const variable of variables) {
      const value = readEnvText(env, variable);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const arrayJob = readEnvText(env, 'SLURM_ARRAY_JOB_ID');
  const attributes: Attributes = {
    'slurm.job.id': arrayJob === undefined ? jobId : `${arrayJob}_${readEnvText(env, 'SLURM_ARRAY_TASK_ID') ?? '0'}`,
  };
  for (const [key, ...variables] of textRows) {
    const value = read(variables);
    if (value !== undefined) attributes[key] = value;
  }
  for (const [key, ...variables] of numberRows) {
    const value = read(variables);
    if (value !== undefined && /^\d+$/.test(value)) attributes[key] = Number(value);
  }
  return attributes;
}
