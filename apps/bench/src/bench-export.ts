import { startBenchChild, type BenchChild } from './bench-child.ts';
import { benchConsole } from './export/bench-console.ts';
import type { ExportVariant } from './export/exporting-tracer.ts';
import type { ExportSlice } from './export/span-child.ts';

const protocols = ['grpc', 'http/protobuf', 'http/json'] as const;
const sdks = ['stock', 'ours'] as const;
/** Spans per second at which the cost is measured. */
const costRate = 10_000;
const costRounds = 5;
const ladder = [5000, 10_000, 20_000, 30_000, 45_000, 60_000];
const holdSeconds = 2;
/**
 * Spans that have not arrived when the last one is made are of this time at most, besides the batch that fills; else the
 * queue grows. It is looked at before the flush: the stock processor's sends all batches at once, and its exporter
 * refuses more than 30, which would be a loss of the benchmark's making.
 */
const maxBehindSeconds = 0.25;
const batchSize = 512;

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
      const turns = [...children.entries()];
      for (const [index, child] of round % 2 === 0 ? turns : turns.toReversed()) {
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
    const { behind, lost, madeMs } = await child.ask<ExportSlice>({ rate, seconds: holdSeconds });
    const isKept = madeMs < holdSeconds * 1100 && behind <= rate * maxBehindSeconds + batchSize;
    if (lost > 0 || !isKept) break;
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
    `\nExport, highest of ${ladder.join(', ')} spans/s held ${holdSeconds} s without loss, at most ${maxBehindSeconds} s behind (goals: at least stock; 30 000 at 50 ms)`,
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
