import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { safeParseTelemetryConfig } from '@gym/telemetry-config';
import type { TelemetryConfig } from '@gym/telemetry-config';
import { parseDocument } from 'yaml';

import { DemoError, messageOf } from '../demo-error.ts';
import { isRecord } from '../shapes/read-items.ts';
import { readFleet, type ServerSpec } from './read-fleet.ts';
import { readSettings, type Findings } from './read-settings.ts';
import { resolveEnvReferences, type Env } from './resolve-env-references.ts';
import { supervisorSettings } from './setting-table.ts';

/** A checked configuration; `folder` is where the file lies, `warnings` is what was ignored in it. */
export interface DemoConfig {
  readonly folder: string;
  readonly telemetry: TelemetryConfig;
  readonly servers: readonly ServerSpec[];
  readonly readyTimeoutMs: number;
  readonly rolloutTimeoutMs: number;
  readonly warnings: readonly string[];
}

async function readYaml(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new DemoError('config', `--config ${file}: cannot be read: ${messageOf(error)}`, { cause: error });
  });
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem) {
    const line = problem.linePos?.[0].line;
    throw new DemoError('config', `--config ${file}: no valid YAML in line ${line ?? '?'}: ${problem.message}`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new DemoError('config', `--config ${file}: no valid YAML: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Reads a configuration file: YAML, environment references, the telemetry block, the supervisor's and the servers' settings.
 *
 * @throws {@link DemoError} `config` with every problem at once.
 */
export async function loadConfig(file: string, env: Env): Promise<DemoConfig> {
  const findings: Findings = { errors: [], warnings: [] };
  const config = resolveEnvReferences(await readYaml(file), env, findings.errors);
  if (!isRecord(config)) throw new DemoError('config', `--config ${file}: expected a mapping at the top`);
  const telemetry = safeParseTelemetryConfig(config['telemetry']);
  findings.warnings.push(...telemetry.warnings.map((issue) => issue.message));
  if (!telemetry.ok) findings.errors.push(...telemetry.issues.map((issue) => issue.message));
  const supervisor = readSettings(config['supervisor'], supervisorSettings, 'supervisor', findings);
  const servers = readFleet(config, findings);
  if (findings.errors.length > 0 || !telemetry.ok) {
    throw new DemoError('config', `--config ${file}:\n${findings.errors.map((line) => `  - ${line}`).join('\n')}`);
  }
  return {
    folder: dirname(resolve(file)),
    telemetry: telemetry.config,
    servers,
    readyTimeoutMs: Number(supervisor['ready_timeout_seconds']) * 1000,
    rolloutTimeoutMs: Number(supervisor['rollout_timeout_seconds']) * 1000,
    warnings: findings.warnings,
  };
}
