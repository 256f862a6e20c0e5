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
  /** From the last span until all had arrived. */
  readonly flushMs: number;
  /** Of the process, for making and sending. */
  readonly cpuNs: number;
}

/** What has not arrived by now counts as lost. */
const lateMs = 5000;

answerMessages({}, async ({ rate, seconds }: { readonly rate: number; readonly seconds: number }) => {
  const before = delivered();
  let flushMs = 0;
  const { cpuNs, requests: made } = await measureSlice(async () => {
    const count = await makeSpansAt(tracer, rate, seconds);
    const startedAt = performance.now();
    await flush();
    // The stock processor's flush does not wait for a batch that is on its way.
    while (delivered() - before < count && performance.now() - startedAt < lateMs) await sleep(5);
    flushMs = performance.now() - startedAt;
    return count;
  });
  return { made, lost: made - (delivered() - before), flushMs, cpuNs } satisfies ExportSlice;
});
