import { existsSync } from 'node:fs';

import { readEnvText, type Env } from '@gym/telemetry-env';
import type { Attributes } from '@opentelemetry/api';

const serviceAccountDirectory = '/var/run/secrets/kubernetes.io';
const rows: readonly (readonly [key: string, ...variables: string[]])[] = [
  ['k8s.namespace.name', 'K8S_NAMESPACE'],
  ['k8s.pod.name', 'K8S_POD_NAME', 'HOSTNAME'],
  ['k8s.pod.uid', 'K8S_POD_UID'],
  ['k8s.node.name', 'K8S_NODE_NAME'],
  ['k8s.container.name', 'K8S_CONTAINER_NAME'],
  ['k8s.job.name', 'K8S_JOB_NAME'],
];

/** Resource attributes of a Kubernetes pod; none outside one. Looks for the service account's directory. Source: NeMo Lens, fact sheet section 4. */
export function readKubernetesAttributes(env: Env): Attributes {
  if (readEnvText(env, 'KUBERNETES_SERVICE_HOST') === undefined && !existsSync(serviceAccountDirectory)) return {};
  const attributes: Attributes = {};
  for (const [key, ...variables] of rows) {
    const value = variables.map((variable) => readEnvText(env, variable)).find((text) => text !== undefined);
    if (value !== undefined) attributes[key] = value;
  }
  return attributes;
}
