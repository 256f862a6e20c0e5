import type { Sender } from '../pipeline/sender.ts';
import type { LineWriter } from './line-writer.ts';

/** Writes items as lines; each line counts as one item. The writer is shared by the signals and closed by its owner. */
export function createConsoleSender<T>(writer: LineWriter, toLines: (item: T) => readonly string[]): Sender<T> {
  return {
    async send(items) {
      const { lost, reason } = await writer.write(items.flatMap((item) => toLines(item)));
      if (reason === undefined) return { kind: 'ok' };
      const message = reason === 'backlog_full' ? 'the console takes lines too slowly' : 'the console is closed';
      return { kind: 'ok', lost: { count: lost, reason, message } };
    },
    close: () => {},
  };
}
