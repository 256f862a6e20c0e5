import { open } from 'node:fs/promises';

const maxBytes = 64 * 1024;
const maxLines = 12;

/** The last lines a server wrote itself, without its telemetry; empty when there are none or the file is gone. */
export async function readLogTail(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, maxBytes);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString('utf8').split('\n');
    return lines
      .filter((line) => line.trim() !== '' && !line.startsWith('{"signal":'))
      .slice(-maxLines)
      .map((line) => `    ${line.slice(0, 400)}`)
      .join('\n');
  } finally {
    await handle.close();
  }
}
