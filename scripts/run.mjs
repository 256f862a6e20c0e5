#!/usr/bin/env node
// The one entry of the repository's commands. It needs Node and npm only: where the pinned pnpm is not on the PATH it
// runs itself again under `npx`, which brings it; then it installs what the lockfile says and runs the command's steps.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [command = 'help', ...args] = process.argv.slice(2);

const jest = [
  'node',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const tsc = ['pnpm', 'exec', 'tsc', '-b'];
const bundle = ['node', 'scripts/bundle.mjs'];
const page = ['node', 'apps/trace-viewer/scripts/build-web.mjs', 'apps/trace-viewer/dist/web'];
const lintSteps = [
  ['pnpm', 'exec', 'oxfmt', '--check', '.'],
  [...tsc],
  bundle,
  ['pnpm', 'exec', 'oxlint'],
  ['node', 'scripts/check-edges.mjs'],
  ['node', 'scripts/check-size.mjs'],
];
const commands = {
  demo: {
    about: 'build the demo fleet and run it',
    steps: [[...tsc, 'apps/demo'], bundle, page, ['node', 'apps/demo/dist/main.js', ...args]],
  },
  test: { about: 'build everything and run all tests', steps: [[...tsc], bundle, page, [...jest, ...args]] },
  check: {
    about: 'all that CI runs: format, types, lint, package edges, size, tests',
    steps: [...lintSteps, [...jest, ...args]],
  },
  build: { about: 'build all packages into dist', steps: [['pnpm', 'exec', 'turbo', 'run', 'build', ...args]] },
  trace: {
    about: 'build gym-trace and run it: verify, report, diff, what-if, export, import, serve',
    steps: [[...tsc, 'apps/trace-viewer'], bundle, page, ['node', 'apps/trace-viewer/dist/main.js', ...args]],
  },
  bench: {
    about: 'build and run the benchmarks',
    steps: [
      [...tsc, 'apps/bench', 'apps/demo'],
      bundle,
      page,
      ['node', '--expose-gc', 'apps/bench/dist/main.js', ...args],
    ],
  },
};

function run([file, ...fileArgs], env = process.env) {
  // A shell only where npx and pnpm are .cmd files; arguments with spaces are not used there.
  const result = spawnSync(file, fileArgs, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.error) throw result.error;
  if (result.signal) process.kill(process.pid, result.signal);
  return result.status ?? 1;
}

function hasPinnedPnpm() {
  const { stdout } = spawnSync('pnpm', ['--version'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return `pnpm@${stdout?.trim()}` === packageManager;
}

if (!Object.hasOwn(commands, command)) {
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(8)}${about}`);
  console.log(`Usage: node scripts/run.mjs <command> [arguments]\n\n${lines.join('\n')}`);
  process.exit(command === 'help' || command === '--help' ? 0 : 2);
}

const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  // The task cache must not mix Node versions; turbo.json hashes this variable.
  GYM_NODE: process.version,
};

if (!hasPinnedPnpm()) {
  if (process.env.GYM_PNPM_FETCHED) {
    console.error(
      `${packageManager} could not be started through npx. Install it (npm install -g ${packageManager}) and try again.`,
    );
    process.exit(1);
  }
  console.error(`Fetching ${packageManager} through npx (once, about 10 s) ...`);
  const npx = ['npx', '-y', '--prefer-offline', '--ignore-scripts=false', '-p', packageManager];
  process.exit(run([...npx, 'node', 'scripts/run.mjs', command, ...args], { ...env, GYM_PNPM_FETCHED: '1' }));
}

if (process.env.CI || !existsSync(new URL('../node_modules/.modules.yaml', import.meta.url))) {
  console.error('Installing dependencies ...');
  const status = run(['pnpm', 'install', '--frozen-lockfile'], env);
  if (status !== 0) process.exit(status);
}
for (const step of commands[command].steps) {
  const status = run(step, env);
  if (status !== 0) process.exit(status);
}
