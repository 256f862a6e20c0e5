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

/** Rollouts per second of one run of the demo, by its own clock. */
async function runDemo(
  folder: string,
  config: string,
  repeats: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const runFolder = await mkdtemp(join(folder, 'run-'));
  const main = fileURLToPath(new URL('dist/main.js', demoFolder));
  const args = ['--config', config, '--run-folder', runFolder, '--num-repeats', repeats, '--concurrency', concurrency];
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'], ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  const rate = /rollouts .* in .* s, ([\d.]+)\/s/.exec(output)?.[1];
  await rm(runFolder, { recursive: true });
  if (code !== 0 || rate === undefined) throw new Error(`the demo failed with code ${code}:\n${output}`);
  return Number(rate);
}

function variantsFor(receiver: OtlpReceiver): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return {
    off: { NEMO_GYM_OTEL_ENABLED: '0' },
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
  const rates = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      process.stderr.write(`demo, ${mode.title}: round ${round + 1} of ${rounds}, ${name}\n`);
      rates.get(name)!.push(await runDemo(folder, config, mode.repeats, variants[name]!));
    }
  }
  const best = (name: string): number => Math.max(...rates.get(name)!);
  console.log(
    `\nDemo fleet, ${mode.title}: rollouts per second, best of ${rounds} alternating runs (goal: console at least 0.85 of off)`,
  );
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          'best/s': best(name),
          'all/s': rates.get(name)!.join(' '),
          'of off': Number((best(name) / best('off')).toFixed(2)),
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
