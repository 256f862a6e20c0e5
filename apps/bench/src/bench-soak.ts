import { setTimeout as sleep } from 'node:timers/promises';

import { startOtlpReceiver, type OtlpReceiver } from '@gym/otlp-receiver';
import { getTelemetry, initTelemetry, shutdownTelemetry, SpanGroup, withSpan } from '@gym/telemetry';

const spansPerSecond = 2000;
const tickMs = 20;
const restartEverySeconds = 30;
/** How long the collector is away at each restart. */
const outageMs = 3000;
const minutes = Number(process.env['SOAK_MINUTES'] ?? '10');

/** A collector that comes back on the same port; it forgets what it took, and keeps the count. */
class RestartingCollector {
  taken = 0;
  #receiver: OtlpReceiver | undefined;
  #port = 0;

  async start(): Promise<string> {
    const receiver = await startOtlpReceiver({
      http: false,
      grpc: { port: this.#port },
      onBatch: () => setImmediate(() => this.#forget(receiver)),
    });
    this.#receiver = receiver;
    this.#port = Number(new URL(receiver.grpcUrl).port);
    return receiver.grpcUrl;
  }

  async stop(): Promise<void> {
    const receiver = this.#receiver!;
    await receiver.stop();
    this.#forget(receiver);
  }

  #forget(receiver: OtlpReceiver): void {
    this.taken += receiver.spans.length;
    receiver.reset();
  }
}

/** Slope of `values` over equal steps, by least squares. */
function slope(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2;
  const meanY = values.reduce((sum, value) => sum + value, 0) / values.length;
  let over = 0;
  let under = 0;
  for (const [x, y] of values.entries()) {
    over += (x - meanX) * (y - meanY);
    under += (x - meanX) ** 2;
  }
  return under === 0 ? 0 : over / under;
}

/** Spans at a steady rate over OTLP grpc while the collector goes away and comes back: heap slope, and what is unaccounted for. */
export async function benchSoak(): Promise<void> {
  const collector = new RestartingCollector();
  const endpoint = await collector.start();
  await initTelemetry({
    serverName: 'soak',
    exitHooks: false,
    env: {
      NEMO_GYM_OTEL_ENABLED: '1',
      NEMO_GYM_OTEL_SPAN_GROUPS: 'all',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_LOG_LEVEL: 'error',
    },
  });
  console.log(
    `\nSoak: ${spansPerSecond} spans/s for ${minutes} min, collector away ${outageMs / 1000} s every ${restartEverySeconds} s`,
  );
  const heaps: number[] = [];
  const seconds = Math.round(minutes * 60);
  for (let second = 1; second <= seconds; second++) {
    const endsAt = performance.now() + 1000;
    for (let tick = 0; tick < 1000 / tickMs; tick++) {
      for (let n = 0; n < (spansPerSecond * tickMs) / 1000; n++)
        withSpan(SpanGroup.SANDBOX, 'soak', { attributes: { 'soak.n': n, 'soak.second': second } }, () => {});
      await sleep(Math.max(0, endsAt - 1000 + (tick + 1) * tickMs - performance.now()));
    }
    if (second % restartEverySeconds === 0 && second < seconds - restartEverySeconds / 2) {
      void collector
        .stop()
        .then(() => sleep(outageMs))
        .then(() => collector.start());
    }
    if (second % 10 === 0) {
      globalThis.gc?.();
      heaps.push(process.memoryUsage().heapUsed / 2 ** 20);
      const { produced, inFlight } = getTelemetry().counts().traces;
      process.stderr.write(
        `soak: ${second} of ${seconds} s, ${produced} spans, ${inFlight} in flight, heap ${heaps.at(-1)!.toFixed(1)} MB\n`,
      );
    }
  }
  const { signals } = await shutdownTelemetry({ timeoutMs: 20_000 });
  await collector.stop();
  const { produced, exported, dropped, inFlight } = signals.traces;
  const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  // The first minute warms up: code is compiled and queues find their size.
  const settled = heaps.slice(Math.min(6, Math.floor(heaps.length / 3)));
  const unaccounted = produced - exported - lost - inFlight;
  if (unaccounted !== 0 || collector.taken < exported) process.exitCode = 1;
  console.table({
    produced,
    exported,
    'arrived at the collector': collector.taken,
    dropped: lost,
    'unaccounted for': unaccounted,
    'heap slope, MB per minute': Number((slope(settled) * 6).toFixed(3)),
    'heap at the end, MB': Number(heaps.at(-1)?.toFixed(1)),
  });
}
