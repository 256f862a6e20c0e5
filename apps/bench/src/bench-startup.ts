import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('startup-child.js', import.meta.url));
const rounds = 9;

const on = { NEMO_GYM_OTEL_ENABLED: '1', OTEL_LOG_LEVEL: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
const variants: Readonly<Record<string, { readonly mode: string; readonly env: Readonly<Record<string, string>> }>> = {
  'empty process': { mode: 'empty', env: {} },
  'telemetry off': { mode: 'init', env: {} },
  'on, http/protobuf': { mode: 'init', env: { ...on, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' } },
  'on, grpc': { mode: 'init', env: on },
  'stock NodeSDK, http/protobuf': { mode: 'node-sdk', env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } },
  'on, console': { mode: 'init', env: { ...on, NEMO_GYM_OTEL_EXPORTER: 'console' } },
};

interface Start {
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly sdkModules: number;
  readonly modules: number;
}

function startOnce(name: string): Start {
  const { mode, env } = variants[name]!;
  const { stderr } = spawnSync(process.execPath, [child, mode], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  return JSON.parse(stderr.trim().split('\n').at(-1)!) as Start;
}

function least(values: readonly number[]): number {
  return Math.min(...values);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** CPU time, memory and modules of a process that starts telemetry, over an empty process. */
export function benchStartup(): void {
  const runs = new Map<string, Start[]>(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const name of runs.keys()) runs.get(name)!.push(startOnce(name));
  const cpuOf = (name: string): number => least(runs.get(name)!.map(({ cpuMs }) => cpuMs));
  const stock = cpuOf('stock NodeSDK, http/protobuf') - cpuOf('empty process');
  console.log(
    `\nStart-up, least CPU of ${rounds} processes each (goals: off loads no SDK module, one protocol adds at most 250 ms CPU)`,
  );
  console.table(
    Object.fromEntries(
      [...runs].map(([name, starts]) => [
        name,
        {
          'CPU ms': Math.round(cpuOf(name)),
          'over empty (ms)': Math.round(cpuOf(name) - cpuOf('empty process')),
          'of stock': Number(((cpuOf(name) - cpuOf('empty process')) / stock).toFixed(2)),
          'RSS MB': Math.round(median(starts.map(({ rssMb }) => rssMb))),
          'SDK modules': starts[0]!.sdkModules,
          'CommonJS modules': starts[0]!.modules,
        },
      ]),
    ),
  );
}
