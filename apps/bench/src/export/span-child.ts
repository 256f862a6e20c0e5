import { setTimeout as sleep } from 'node:timers/promises';

import { answerMessages } from '../bench-child.ts';
import { measureSlice } from '../measure-slice.ts';
import { startExportingTracer, type ExportVariant } from './exporting-tracer.ts';
import { makeSpansAt } from './make-spans.ts';

// One process of the benchmark `export`: makes spans at the rate it is told and sends them to the collector at its last argument.
const [sdk, protocol, url] = process.argv.slice(2) as [ExportVariant['sdk'], ExportVariant['protocol'], string];
const { delivered, flush, tracer } = await startExportingTracer({ sdk, protocol }, url);

/** What became of the spans of one slice. */
export interface ExportSlice {
  readonly made: number;
  readonly lost: number;
  /** From the first span to the last; longer than was asked for when the process cannot make them that fast. */
  readonly madeMs: number;
  /** Made and not arrived when the last span was made, before anything was flushed. */
  readonly behind: number;
  /** Of the process, for making and sending. */
  readonly cpuNs: number;
}

/** What has not arrived by now counts as lost. */
const lateMs = 2000;

answerMessages({}, async ({ rate, seconds }: { readonly rate: number; readonly seconds: number }) => {
  const before = delivered();
  let madeMs = 0;
  let behind = 0;
  const { cpuNs, requests: made } = await measureSlice(async () => {
    const firstAt = performance.now();
    const count = await makeSpansAt(tracer, rate, seconds);
    const startedAt = performance.now();
    madeMs = startedAt - firstAt;
    behind = count - (delivered() - before);
    await flush();
    // The stock processor's flush does not wait for a batch that is on its way.
    while (delivered() - before < count && performance.now() - startedAt < lateMs) await sleep(5);
    return count;
  });
  return { made, lost: made - (delivered() - before), madeMs, behind, cpuNs } satisfies ExportSlice;
});
