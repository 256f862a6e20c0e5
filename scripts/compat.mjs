// Packs the packages as they would be published, installs them with npm beside each supported set of peers in an empty
// folder, and runs a small fleet there: client, server, spans, metrics and logs over OTLP to a receiver. Needs the
// network. Usage: node scripts/compat.mjs [old] [new]   (old: OpenTelemetry 2.12 and undici 7 on this Node; new:
// OpenTelemetry 3.1 and undici 8 on Node 24 from the registry)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(execFileSync('cat', [join(root, 'package.json')], { encoding: 'utf8' }));
const names = [
  'telemetry-config',
  'telemetry-span-groups',
  'telemetry-env',
  'telemetry-genai',
  'telemetry',
  'telemetry-sdk',
];
const packed = [...names, 'telemetry-undici', 'telemetry-server', 'otlp-receiver'];
const otel = (version) =>
  Object.fromEntries(
    ['sdk-metrics', 'resources', 'core', 'context-async-hooks'].map((name) => [`@opentelemetry/${name}`, version]),
  );
const sets = {
  old: {
    node: undefined,
    peers: {
      ...otel('~2.12.0'),
      '@opentelemetry/api': '~1.9.1',
      '@opentelemetry/api-logs': '~0.223.0',
      '@opentelemetry/sdk-logs': '~0.223.0',
      '@opentelemetry/exporter-metrics-otlp-grpc': '~0.223.0',
      '@grpc/grpc-js': '^1.14.0',
      undici: '^7.30.0',
      fastify: '^5.0.0',
    },
    overrides: { 'light-my-request': '6.6.0' },
  },
  new: {
    node: 'node@24',
    peers: {
      ...otel('^3.1.0'),
      '@opentelemetry/api': '^1.10.0',
      '@opentelemetry/sdk-logs': '^3.1.0',
      '@opentelemetry/exporter-metrics-otlp-grpc': '^0.301.0',
      '@grpc/grpc-js': '^1.14.0',
      undici: '^8.13.0',
      fastify: '^5.0.0',
    },
  },
};

const smoke = `
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { startOtlpReceiver } from '@gym/otlp-receiver';
import { bridgeConsole, initTelemetry, SpanGroup, shutdownTelemetry, withSpan } from '@gym/telemetry';
import { tracedListener } from '@gym/telemetry-server';
import { closeSharedAgent, fetch, requestJson } from '@gym/telemetry-undici';

const receiver = await startOtlpReceiver();
for (const protocol of ['grpc', 'http/protobuf', 'http/json']) {
  const { resetTelemetry } = await import('@gym/telemetry');
  const { status } = await initTelemetry({
    serverName: 'compat', exitHooks: false, log: (level, line) => level === 'info' || console.log(level, line),
    env: {
      NEMO_GYM_OTEL_ENABLED: '1', NEMO_GYM_OTEL_SPAN_GROUPS: 'all', NEMO_GYM_OTEL_LOGS_ENABLED: '1', OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_ENDPOINT: protocol === 'grpc' ? receiver.grpcUrl : receiver.httpUrl,
    },
  });
  assert.equal(status, 'on');
  const server = createServer(tracedListener((request, response) => response.end('{"ok":true}'), { route: () => '/call' }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = 'http://127.0.0.1:' + server.address().port + '/call';
  const undo = bridgeConsole();
  await withSpan(SpanGroup.JOB, 'outer', async () => {
    console.debug('a log line of ' + protocol);
    await requestJson(url, { body: {} });
    await (await fetch(url)).text();
  });
  undo();
  await closeSharedAgent();
  server.close();
  const report = await shutdownTelemetry();
  for (const [signal, { status, produced }] of Object.entries(report.signals)) assert.deepEqual([signal, status, produced > 0], [signal, 'delivered', true]);
  assert.equal(receiver.spans.length, 5, protocol + ': spans ' + receiver.spans.map(({ name }) => name));
  assert.equal(new Set(receiver.spans.map(({ traceId }) => traceId)).size, 1, protocol + ': one trace');
  assert.ok(receiver.metrics.some(({ name }) => name === 'http.client.request.duration'));
  assert.ok(receiver.logs.some(({ traceId }) => traceId === receiver.spans[0].traceId), protocol + ': a log in the trace');
  receiver.reset();
  await resetTelemetry();
}
await receiver.stop();
`;

const asked = process.argv.slice(2);
execFileSync('npx', ['-y', packageManager, 'exec', 'tsc', '-b'], { cwd: root, stdio: 'inherit' });
execFileSync(process.execPath, [join(root, 'scripts/bundle.mjs')], { cwd: root, stdio: 'inherit' });
for (const [name, { node, peers, overrides }] of Object.entries(sets).filter(
  ([set]) => asked.length === 0 || asked.includes(set),
)) {
  const folder = mkdtempSync(join(tmpdir(), `gym-compat-${name}-`));
  try {
    const tarballs = join(folder, 'tarballs');
    const filters = packed.flatMap((pack) => ['--filter', `@gym/${pack}`]);
    execFileSync('npx', ['-y', packageManager, ...filters, 'pack', '--pack-destination', tarballs], {
      cwd: root,
      stdio: 'ignore',
    });
    const files = readdirSync(tarballs).map((file) => [
      file.replace(/^gym-(.*)-\d.*$/, '@gym/$1'),
      `file:tarballs/${file}`,
    ]);
    const local = Object.fromEntries(files);
    const manifest = { name: 'compat', private: true, type: 'module', dependencies: { ...local, ...peers } };
    manifest.overrides = { ...Object.fromEntries(files.map(([pack]) => [pack, `$${pack}`])), ...overrides };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
    writeFileSync(join(folder, 'smoke.mjs'), smoke);
    const run = (command) => {
      const [file, args] = node ? ['npx', ['-y', '-p', node, '--', 'sh', '-c', command]] : ['sh', ['-c', command]];
      return execFileSync(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
    };
    run('npm install --no-audit --no-fund --loglevel=error');
    process.stdout.write(run('node smoke.mjs'));
    const versions = run(
      `node -p "process.version + ' ' + ['@opentelemetry/api','@opentelemetry/sdk-trace','undici'].map((name) => name + ' ' + JSON.parse(fs.readFileSync('node_modules/' + name + '/package.json')).version).join(' ')"`,
    );
    console.log(`${name}: ok on Node ${versions.trim()}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
