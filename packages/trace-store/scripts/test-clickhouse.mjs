// Runs the behaviour suite on the real ClickHouse engine: installs chdb (546 MB) into a folder under the system's
// temporary one, kept for the next time, serves it over HTTP, and runs the suite against it. With the address of a
// ClickHouse as the argument (`clickhouse://user:password@host:8123/empty_database`) that server is used instead.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '3.4.0';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const [given] = process.argv.slice(2);
const served = given === undefined ? await serveChdb() : undefined;

const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    'open-clickhouse-store',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, GYM_TEST_CLICKHOUSE: given ?? served.address } },
);
served?.stop();
process.exitCode = status ?? 1;

async function serveChdb() {
  const install = join(tmpdir(), `gym-chdb-${version}`);
  const chdbModule = join(install, 'node_modules/chdb/index.mjs');
  if (!existsSync(chdbModule)) {
    console.log(`installing chdb ${version} into ${install}`);
    mkdirSync(install, { recursive: true });
    writeFileSync(join(install, 'package.json'), '{ "private": true }\n');
    const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', `chdb@${version}`], {
      cwd: install,
      stdio: 'inherit',
    });
    if (npm.status !== 0) throw new Error(`npm could not install chdb ${version}`);
  }
  const data = mkdtempSync(join(tmpdir(), 'gym-chdb-data-'));
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('serve-chdb.mjs', import.meta.url)), chdbModule, data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await new Promise((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(String(text).trim()));
    server.once('exit', (code) => reject(new Error(`chdb ended with ${code}`)));
  });
  const stop = () => {
    server.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  };
  return { address: `${url.replace('http:', 'clickhouse:')}/traces`, stop };
}
