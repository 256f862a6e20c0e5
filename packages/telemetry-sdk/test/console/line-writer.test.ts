import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, test } from '@jest/globals';

import { LineWriter } from '../../src/console/line-writer.ts';

/** A stream that keeps each write apart and answers it when `release` is called. */
function heldStream(): { stream: Writable; writes: string[]; release: () => void } {
  const writes: string[] = [];
  const callbacks: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      writes.push(chunk);
      callbacks.push(done);
    },
  });
  return { stream, writes, release: () => callbacks.shift()?.() };
}

describe('LineWriter', () => {
  test('lines of 1000 bytes go out four to a write, one write at a time', async () => {
    const { release, stream, writes } = heldStream();
    const writer = new LineWriter(stream);
    const done = writer.write(Array.from({ length: 6 }, () => 'x'.repeat(999)));
    expect(writes.map((text) => text.length)).toEqual([4000]);
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(writes.map((text) => text.length)).toEqual([4000, 2000]);
    release();
    expect(await done).toEqual({ lost: 0, reason: undefined });
    writer.close();
  });

  test('a line of 10 000 bytes goes alone and whole', async () => {
    const stream = new PassThrough();
    const chunks: number[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.length));
    const writer = new LineWriter(stream);
    await writer.write(['a', 'x'.repeat(9999), 'b']);
    writer.close();
    expect(chunks).toEqual([2, 10_000, 2]);
  });

  test('a reader that stalls costs no more than 10 000 bytes; the lines beyond are counted', async () => {
    const { release, stream } = heldStream();
    const writer = new LineWriter(stream, 10_000);
    const done = writer.write(Array.from({ length: 100 }, () => 'x'.repeat(999)));
    for (let i = 0; i < 10; i++) {
      release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await done).toEqual({ lost: 92, reason: 'backlog_full' });
    writer.close();
  });

  test('a stream that fails with EPIPE loses the lines, crashes nothing and is used no more', async () => {
    let calls = 0;
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        calls += 1;
        done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));
      },
    });
    const writer = new LineWriter(stream);
    expect(await writer.write(['a', 'b'])).toEqual({ lost: 2, reason: 'export_failed' });
    expect(await writer.write(['c'])).toEqual({ lost: 1, reason: 'export_failed' });
    expect(calls).toBe(1);
    writer.close();
  });

  test('close gives up the lines that wait, leaves the one on its way, and takes its listener off an idle stream', async () => {
    const { release, stream } = heldStream();
    const before = stream.listenerCount('error');
    new LineWriter(stream).close();
    expect(stream.listenerCount('error')).toBe(before);
    const writer = new LineWriter(stream);
    const done = writer.write(['a'.repeat(4000), 'b'.repeat(4000)]);
    writer.close();
    release();
    expect(await done).toEqual({ lost: 1, reason: 'export_failed' });
  });
});

describe('four processes that share an output', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gym-lines-'));
  const names = ['a', 'b', 'c', 'd'];
  const child = [
    '--import',
    new URL('../../../../scripts/ts-loader.mjs', import.meta.url).href,
    fileURLToPath(new URL('../fixtures/write-lines.ts', import.meta.url)),
  ];
  afterAll(() => rmSync(directory, { recursive: true }));

  /** How many lines there are, and how many different ones; a torn line throws. */
  function countLines(text: string): readonly [number, number] {
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; n: number });
    return [lines.length, new Set(lines.map(({ n, name }) => `${name} ${n}`)).size];
  }

  test('on one pipe tear none of 12 000 lines', async () => {
    const script = `${names.map((name) => `"$@" ${name} &`).join(' ')} wait`;
    const shell = spawn('sh', ['-c', script, 'sh', process.execPath, ...child]);
    const chunks: Buffer[] = [];
    shell.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(shell, 'close');
    expect(countLines(Buffer.concat(chunks).toString())).toEqual([12_000, 12_000]);
  });

  test('on one file tear none of 12 000 lines', async () => {
    const file = join(directory, 'out.jsonl');
    const fd = openSync(file, 'a');
    const children = names.map((name) =>
      spawn(process.execPath, [...child, name], { stdio: ['ignore', fd, 'inherit'] }),
    );
    await Promise.all(children.map((process) => once(process, 'close')));
    closeSync(fd);
    expect(countLines(readFileSync(file, 'utf8'))).toEqual([12_000, 12_000]);
  });
});

test('a stream whose `write` was replaced by one that never calls back is not waited for', async () => {
  const written: string[] = [];
  const stream = new PassThrough();
  stream.write = ((text: string) => (written.push(text), true)) as typeof stream.write;
  const writer = new LineWriter(stream);
  expect(await writer.write(['one', 'two'])).toEqual({ lost: 0, reason: undefined });
  expect(written).toEqual(['one\ntwo\n']);
  writer.close();
});
