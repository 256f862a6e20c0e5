import type { CollectedRollout } from './collect.ts';
import { openRows, type RowFile } from './open-rows.ts';

/** Writes ended rollouts: results to the output, failures to `<stem>_failures.jsonl` beside it (made when needed). */
export interface CollectedWriter {
  write(collected: CollectedRollout): Promise<void>;
  close(): Promise<void>;
}

/** The file of failures that belongs to an output file. Source: NeMo Gym. */
export function failuresFileOf(outputFile: string): string {
  return `${outputFile.replace(/\.jsonl$/, '')}_failures.jsonl`;
}

/** Makes the writer over an output that is open; the row of a result has the driver's keys, as the agent may drop them. */
export function createCollectedWriter(output: RowFile, outputFile: string): CollectedWriter {
  let failures: Promise<RowFile> | undefined;
  return {
    async write(collected) {
      const { key, request } = collected.rollout;
      const keys = { _ng_task_index: key.taskIndex, _ng_rollout_index: key.rolloutIndex };
      if (collected.ok) return output.append({ ...collected.result, ...keys });
      failures ??= openRows(failuresFileOf(outputFile));
      return (await failures).append({ ...request, ...keys, error: collected.error });
    },
    async close() {
      await output.close();
      await (await failures)?.close();
    },
  };
}
