import type { Writable } from 'node:stream';

/** A write of this size or less reaches a shared pipe in one piece. Source: POSIX, PIPE_BUF on Linux. */
const maxChunkBytes = 4096;
const defaultMaxBacklogBytes = 8 * 1024 * 1024;

/** How many lines of a batch were not written. */
export interface WriteResult {
  readonly lost: number;
  readonly reason: 'backlog_full' | 'export_failed' | undefined;
}

interface Chunk {
  readonly text: string;
  readonly bytes: number;
  readonly lines: number;
  readonly done: (written: boolean) => void;
}

/**
 * Writes whole lines to a stream, in chunks of at most 4096 bytes (a longer line goes alone) with one write on its way
 * at a time, so that several processes can share a pipe. Lines beyond the backlog's byte cap are refused.
 *
 * Never throws and never blocks; a broken stream (EPIPE) is used no more and does not crash the process.
 * Source: contract section 12.
 */
export class LineWriter {
  readonly #stream: NodeJS.WritableStream;
  readonly #maxBacklogBytes: number;
  readonly #queue: Chunk[] = [];
  #backlogBytes = 0;
  #writing = false;
  #broken = false;

  readonly #onError = (): void => {
    this.#broken = true;
    for (const chunk of this.#queue.splice(0)) this.#settle(chunk, false);
  };

  constructor(stream: NodeJS.WritableStream, maxBacklogBytes: number = defaultMaxBacklogBytes) {
    this.#stream = stream;
    this.#maxBacklogBytes = maxBacklogBytes;
    stream.on('error', this.#onError);
  }

  /** Resolves when the last of the lines was written or given up. A line has no line break in it. */
  async write(lines: readonly string[]): Promise<WriteResult> {
    if (this.#broken) return { lost: lines.length, reason: 'export_failed' };
    const pending: Promise<number>[] = [];
    let refused = 0;
    for (const { bytes, count, text } of chunksOf(lines)) {
      if (this.#backlogBytes + bytes > this.#maxBacklogBytes) refused += count;
      else pending.push(this.#enqueue(text, bytes, count));
    }
    const failed = (await Promise.all(pending)).reduce((sum, count) => sum + count, 0);
    if (refused > 0) return { lost: refused + failed, reason: 'backlog_full' };
    return { lost: failed, reason: failed > 0 ? 'export_failed' : undefined };
  }

  /** Leaves the stream to others; unwritten lines are given up. */
  close(): void {
    this.#onError();
    // A late EPIPE of a write that is on its way must still find a listener.
    if (!this.#writing) this.#stream.removeListener('error', this.#onError);
  }

  #enqueue(text: string, bytes: number, lines: number): Promise<number> {
    this.#backlogBytes += bytes;
    return new Promise((resolve) => {
      this.#queue.push({ text, bytes, lines, done: (written) => resolve(written ? 0 : lines) });
      this.#writeNext();
    });
  }

  #writeNext(): void {
    if (this.#writing) return;
    const chunk = this.#queue.shift();
    if (chunk === undefined) return;
    this.#writing = true;
    let settled = false;
    const onWritten = (error?: Error | null): void => {
      if (settled) return;
      settled = true;
      this.#writing = false;
      this.#settle(chunk, !error);
      if (error) this.#onError();
      else this.#writeNext();
    };
    try {
      this.#stream.write(chunk.text, onWritten);
      // A host that replaced `write` (test runners do) may never call back; a stream that holds nothing is done.
      if ((this.#stream as Partial<Writable>).writableLength === 0) process.nextTick(onWritten);
    } catch (error) {
      onWritten(error as Error);
    }
  }

  #settle(chunk: Chunk, written: boolean): void {
    this.#backlogBytes -= chunk.bytes;
    chunk.done(written);
  }
}

function* chunksOf(lines: readonly string[]): Generator<{ text: string; bytes: number; count: number }> {
  let text = '';
  let bytes = 0;
  let count = 0;
  for (const line of lines) {
    const lineBytes = Buffer.byteLength(line) + 1;
    if (count > 0 && bytes + lineBytes > maxChunkBytes) {
      yield { text, bytes, count };
      text = '';
      bytes = 0;
      count = 0;
    }
    text += `${line}\n`;
    bytes += lineBytes;
    count += 1;
  }
  if (count > 0) yield { text, bytes, count };
}
