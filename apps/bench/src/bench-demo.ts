import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startOtlpReceiver, type OtlpReceiver } from '@gym/otlp-receiver';

const demoFolder = new URL('../../demo/', import.meta.url);
const rounds = 3;
const concurrency = '16';

/** How the demo is run: as it ships, with a policy that thinks, or with one that answers at once, where only the fleet works. */
const modes = [
  { title: 'as it ships, the policy thinks 180 ms', repeats: '4', changes: [] },
  { title: 'the policy answers at once', repeats: '12', changes: [[/latency_median_ms: \d+/, 'latency_median_ms: 0']] },
] as const;

type Mode = (typeof modes)[number];

/** The demo's configuration with a policy that never errs, and the mode's changes. */
async function writeConfig(folder: string, { changes }: Mode): Promise<string> {
  let yaml = await readFile(new URL('gym.yaml', demoFolder), 'utf8');
  for (const [pattern, text] of [[/error_rate: [\d.]+/, 'error_rate: 0'] as const, ...changes]) {
    if (!pattern.test(yaml)) throw new Error(`gym.yaml has no ${pattern.source} to change`);
    yaml = yaml.replace(pattern, text);
  }
  const config = join(folder, 'gym.yaml');
  await writeFile(config, yaml);
  return config;
}

/** What one run of the demo did, by its own clock. */
interface DemoRun {
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function runDemo(
  folder: string,
  config: string,
  repeats: string,
  env: Readonly<Record<string, string>>,
): Promise<DemoRun> {
  const runFolder = await mkdtemp(join(folder, 'run-'));
  const main = fileURLToPath(new URL('dist/main.js', demoFolder));
  const args = ['--config', config, '--run-folder', runFolder, '--num-repeats', repeats, '--concurrency', concurrency];
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'], ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  const [, perSecond] = /rollouts .* in .* s, ([\d.]+)\/s/.exec(output) ?? [];
  const [, p99Ms] = /duration .* p99 (\d+) ms/.exec(output) ?? [];
  await rm(runFolder, { recursive: true });
  if (code !== 0 || perSecond === undefined || p99Ms === undefined)
    throw new Error(`the demo failed with code ${code}:\n${output}`);
  return { perSecond: Number(perSecond), p99Ms: Number(p99Ms) };
}

function variantsFor(receiver: OtlpReceiver): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    off: { NEMO_GYM_OTEL_ENABLED: '0' },
    "the demo's viewer": {},
    console: { NEMO_GYM_OTEL_EXPORTER: 'console' },
    'otlp grpc': { NEMO_GYM_OTEL_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.grpcUrl },
    'otlp http/protobuf': {
      NEMO_GYM_OTEL_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.httpUrl,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    },
  };
}

async function benchMode(folder: string, receiver: OtlpReceiver, mode: Mode): Promise<void> {
  const config = await writeConfig(folder, mode);
  const variants = variantsFor(receiver);
  const names = Object.keys(variants);
  const runs = new Map<string, DemoRun[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      process.stderr.write(`demo, ${mode.title}: round ${round + 1} of ${rounds}, ${name}\n`);
      runs.get(name)!.push(await runDemo(folder, config, mode.repeats, variants[name]!));
    }
  }
  const best = (name: string): number => Math.max(...runs.get(name)!.map(({ perSecond }) => perSecond));
  const p99 = (name: string): number => Math.min(...runs.get(name)!.map(({ p99Ms }) => p99Ms));
  console.log(
    `\nDemo fleet, ${mode.title}: rollouts per second and p99, best of ${rounds} alternating runs (goals: console at least 0.85 of off; OTLP at least 0.90, p99 at most 1.15)`,
  );
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          'best/s': best(name),
          'all/s': runs
            .get(name)!
            .map(({ perSecond }) => perSecond)
            .join(' '),
          'of off': Number((best(name) / best('off')).toFixed(2)),
          'p99 ms': p99(name),
          'p99 of off': Number((p99(name) / p99('off')).toFixed(2)),
        },
      ]),
    ),
  );
}

/** Rollouts per second of the demo fleet with telemetry off, on the console, and over OTLP to a receiver here. */
export async function benchDemo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gym-bench-'));
  const receiver = await startOtlpReceiver({ onBatch: () => setImmediate(() => receiver.reset()) });
  try {
    for (const mode of modes) await benchMode(folder, receiver, mode);
  } finally {
    await receiver.stop();
    await rm(folder, { recursive: true });
  }
}
