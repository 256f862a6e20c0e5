import { createTracingDispatcher } from '@gym/telemetry-undici';
import { context } from '@opentelemetry/api';
import { Agent, request } from 'undici';
import { startBenchChild } from './bench-child.ts';
import { parentContext, startVariantTelemetry } from './start-variant-telemetry.ts';
const target = await startBenchChild('target-child');
const { port } = target.ready as { port: number };
await startVariantTelemetry('gym');
const dispatcher = createTracingDispatcher(new Agent({ connections: 128 }));
const loop = async (n: number) => { for (let i = 0; i < n; i++) { const { body } = await request(`http://127.0.0.1:${port}/items/7`, { dispatcher }); await body.text(); } };
await context.with(parentContext(), async () => {
  await Promise.all(Array.from({ length: 128 }, () => loop(1500)));
});
target.stop();
process.exit(0);
