import { createRequire } from 'node:module';

// One process of the start-up benchmark: does what its first argument says and prints what that cost.
if (process.argv[2] === 'init') {
  const { initTelemetry } = await import('@gym/telemetry');
  await initTelemetry({ serverName: 'bench', exitHooks: false });
}
if (process.argv[2] === 'node-sdk') {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  new NodeSDK({ serviceName: 'bench' }).start();
}
const modules = Object.keys(createRequire(import.meta.url).cache);
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.stderr.write(
  `${JSON.stringify({
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    rssMb: process.memoryUsage.rss() / 2 ** 20,
    sdkModules: modules.filter((path) => /@opentelemetry[\\/](sdk|exporter|otlp|resources|core)/.test(path)).length,
    modules: modules.length,
  })}\n`,
);
process.exit(0);
