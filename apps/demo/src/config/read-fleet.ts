import { isRecord } from '../shapes/read-items.ts';
import { readSettings, type Findings, type Settings } from './read-settings.ts';
import { serverSettings, serverTypes, type DemoServerType } from './setting-table.ts';

/** One server of the fleet: its instance name, kind and checked settings. */
export interface ServerSpec {
  readonly name: string;
  readonly type: DemoServerType;
  readonly settings: Settings;
}

const otherKeys = new Set(['telemetry', 'supervisor']);

function readServer(name: string, block: unknown, findings: Findings): ServerSpec | undefined {
  const [type, ...moreTypes] = isRecord(block) ? Object.keys(block) : [];
  const known = serverTypes.find((candidate) => candidate === type);
  if (!isRecord(block) || !known || moreTypes.length > 0) {
    findings.errors.push(
      `${name}: expected a mapping with one of ${serverTypes.join(', ')}, received ${JSON.stringify(block)?.slice(0, 60)}`,
    );
    return undefined;
  }
  const implementations = block[known];
  const [implementation, ...more] = isRecord(implementations) ? Object.entries(implementations) : [];
  if (!implementation || more.length > 0) {
    findings.errors.push(`${name}.${known}: expected one implementation with its settings`);
    return undefined;
  }
  const path = `${name}.${known}.${implementation[0]}`;
  return { name, type: known, settings: readSettings(implementation[1], serverSettings[known], path, findings) };
}

function checkReferences(server: ServerSpec, servers: readonly ServerSpec[], findings: Findings): void {
  const wanted = { resources_server: 'resources_servers', model_server: 'responses_api_models' } as const;
  for (const [key, type] of Object.entries(wanted)) {
    const name = server.settings[key];
    if (name === undefined || servers.some((other) => other.name === name && other.type === type)) continue;
    findings.errors.push(`${server.name}.${key}: there is no server ${JSON.stringify(name)} of type ${type}`);
  }
}

/** Reads all servers of a configuration; what is wrong goes into `findings`. */
export function readFleet(config: Readonly<Record<string, unknown>>, findings: Findings): readonly ServerSpec[] {
  const servers = Object.entries(config)
    .filter(([name]) => !otherKeys.has(name))
    .map(([name, block]) => readServer(name, block, findings))
    .filter((server) => server !== undefined);
  for (const server of servers)
    if (!/^[A-Za-z0-9][\w.-]*$/.test(server.name)) findings.errors.push(`${server.name}: not a usable server name`);
  const agents = servers.filter((server) => server.type === 'responses_api_agents');
  if (agents.length === 0)
    findings.errors.push('no server of type responses_api_agents: there is nothing to send rollouts to');
  for (const agent of agents) checkReferences(agent, servers, findings);
  return servers;
}
