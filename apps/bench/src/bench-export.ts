import { startBenchChild, type BenchChild } from './bench-child.ts';
import { benchConsole } from './export/bench-console.ts';
import type { ExportVariant } from './export/exporting-tracer.ts';
import type { ExportSlice } from './export/span-child.ts';

const protocols = ['grpc', 'http/protobuf', 'http/json'] as const;
const sdks = ['stock', 'ours'] as const;
/** Spans per second at which the cost is measured. */
const costRate = 10_000;
const costRounds = 6;
const ladder = [5000, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 80_000];
const holdSeconds = 2;
/** What was held back when the last span is made has to arrive in this time; else the collector is behind for good. */
const maxFlushMs = 2000;

function startSpanChild({ protocol, sdk }: ExportVariant, ports: CollectorPorts): Promise<BenchChild> {
  const url = `http://127.0.0.1:${protocol === 'grpc' ? ports.grpcPort : ports.httpPort}`;
  return startBenchChild('export/span-child', [sdk, protocol, url]);
}

interface CollectorPorts {
  readonly httpPort: number;
  readonly grpcPort: number;
}

/** Microseconds of CPU a span costs, by protocol and SDK, made and sent; the cheapest of some alternating slices. */
async function benchCost(ports: CollectorPorts): Promise<void> {
  const rows: Record<string, Record<string, number>> = {};
  for (const protocol of ['nowhere', ...protocols] as const) {
    const children = await Promise.all(sdks.map((sdk) => startSpanChild({ sdk, protocol }, ports)));
    const cpuUs = sdks.map((): number[] => []);
    for (let round = 0; round < costRounds; round++) {
      for (const [index, child] of children.entries()) {
        const { cpuNs, lost, made } = await child.ask<ExportSlice>({ rate: costRate, seconds: 1 });
        if (lost > 0) throw new Error(`${sdks[index]} lost ${lost} spans over ${protocol}`);
        // The first slice compiles.
        if (round > 0) cpuUs[index]!.push(cpuNs / made / 1000);
      }
    }
    for (const child of children) child.stop();
    const [stock, ours] = cpuUs.map((all) => Math.min(...all)) as [number, number];
    rows[protocol === 'nowhere' ? 'made, not sent' : protocol] = {
      'stock (us/span)': Number(stock.toFixed(2)),
      'ours (us/span)': Number(ours.toFixed(2)),
      'ours of stock': Number((ours / stock).toFixed(2)),
    };
  }
  console.log(
    `\nExport, CPU of a span at ${costRate}/s, queue 32 768 and batches of 512 for both (goal: at most stock)`,
  );
  console.table(rows);
}

/** The highest rate at which nothing is lost. */
async function highestRate(variant: ExportVariant, ports: CollectorPorts): Promise<number> {
  const child = await startSpanChild(variant, ports);
  await child.ask({ rate: 2000, seconds: 1 });
  let highest = 0;
  for (const rate of ladder) {
    const { flushMs, lost } = await child.ask<ExportSlice>({ rate, seconds: holdSeconds });
    if (lost > 0 || flushMs > maxFlushMs) break;
    highest = rate;
  }
  child.stop();
  return highest;
}

/** Spans per second without loss, by protocol and SDK, with a collector that answers at once and one that takes 50 ms. */
async function benchRates(collector: BenchChild, ports: CollectorPorts): Promise<void> {
  const rows: Record<string, Record<string, number>> = {};
  for (const delayMs of [0, 50]) {
    await collector.ask({ delayMs });
    for (const protocol of protocols) {
      const row = (rows[`${protocol}, answer after ${delayMs} ms`] = {} as Record<string, number>);
      for (const sdk of sdks) row[`${sdk} (spans/s)`] = await highestRate({ sdk, protocol }, ports);
    }
  }
  await collector.ask({ delayMs: 0 });
  console.log(
    `\nExport, highest of ${ladder.join(', ')} spans/s held ${holdSeconds} s without loss (goals: at least stock; 30 000 at 50 ms)`,
  );
  console.table(rows);
}

/** What sending spans costs and how many go through, against the stock exporters; and the console's lines. */
export async function benchExport(): Promise<void> {
  const collector = await startBenchChild('export/collector-child');
  const ports = collector.ready as CollectorPorts;
  try {
    await benchCost(ports);
    await benchRates(collector, ports);
  } finally {
    collector.stop();
  }
  await benchConsole();
}
