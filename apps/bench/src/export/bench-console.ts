import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const childFile = fileURLToPath(
  new URL(`console-child${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url),
);
const lines = 60_000;
/** The stock exporter prints a span over many lines, slowly. */
const stockSpans = 10_000;
const processes = 4;
const stallSeconds = 5;

interface ReadLines {
  readonly whole: number;
  readonly torn: number;
  /** From the first line to the last. */
  readonly seconds: number;
}

interface ReadText {
  readonly text: string;
  /** From the first piece to the last. */
  readonly seconds: number;
}

/** Reads all, and looks at nothing: who parses while he reads is slower than who writes. */
async function readText(child: ChildProcess): Promise<ReadText> {
  const chunks: Buffer[] = [];
  let [firstAt, lastAt] = [0, 0];
  for await (const chunk of child.stdout!) {
    lastAt = performance.now();
    firstAt ||= lastAt;
    chunks.push(chunk as Buffer);
  }
  return { text: Buffer.concat(chunks).toString(), seconds: (lastAt - firstAt) / 1000 };
}

async function readLines(child: ChildProcess): Promise<ReadLines> {
  const { seconds, text } = await readText(child);
  let [whole, torn] = [0, 0];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      JSON.parse(line);
      whole += 1;
    } catch {
      torn += 1;
    }
  }
  return { whole, torn, seconds };
}

function start(how: string, count: number): ChildProcess {
  return spawn(process.execPath, [...process.execArgv, childFile, how, String(count)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Several processes that write to one real pipe, which a shell makes. */
function startOnOnePipe(count: number): ChildProcess {
  const one = [process.execPath, ...process.execArgv, childFile, 'spans', String(count)]
    .map((word) => `'${word}'`)
    .join(' ');
  const all = Array.from({ length: processes }, () => `${one} &`).join(' ');
  return spawn('sh', ['-c', `{ ${all} wait; } | cat`], { stdio: ['ignore', 'pipe', 'inherit'] });
}

interface Stalled {
  readonly heapMb: number;
  readonly traces: {
    readonly produced: number;
    readonly inFlight: number;
    readonly dropped: Readonly<Record<string, number>>;
  };
}

/** Lines per second of the console, what four processes do to each other on one pipe, and what a reader that stalls costs. */
export async function benchConsole(): Promise<void> {
  const rows: Record<string, object> = {};
  for (const [name, how] of [
    ['JSON.stringify and write, by hand', 'bare'],
    ['console spans', 'spans'],
  ] as const) {
    const { seconds, torn, whole } = await readLines(start(how, lines));
    rows[name] = { 'lines/s': Math.round(whole / seconds), lost: lines - whole - torn, torn };
  }
  const stock = await readText(start('stock', stockSpans));
  const printed = stock.text.match(/^ {2}traceId: /gm)?.length ?? 0;
  rows['ConsoleSpanExporter, a span over many lines'] = {
    'lines/s': Math.round(printed / stock.seconds),
    lost: stockSpans - printed,
  };
  const each = lines / processes;
  const { seconds, torn, whole } = await readLines(startOnOnePipe(each));
  rows[`console spans, ${processes} processes on one pipe`] = {
    'lines/s': Math.round(whole / seconds),
    lost: lines - whole - torn,
    torn,
  };
  console.log(
    '\nConsole, one JSON object a line, spans/s for ConsoleSpanExporter (goals: 40 000 lines/s, none torn, none lost)',
  );
  console.table(rows);

  const child = spawn(process.execPath, [...process.execArgv, childFile, 'stalled', String(stallSeconds * 20_000)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [{ heapMb, traces }] = (await once(child, 'message')) as [Stalled];
  child.stdout!.destroy();
  const dropped = Object.entries(traces.dropped).map(([reason, count]) => `${count} ${reason}`);
  console.log(
    `\nA reader that stalls ${stallSeconds} s at 20 000 spans/s: heap ${heapMb.toFixed(0)} MB, ` +
      `${traces.produced} made, ${traces.inFlight} held, dropped and counted: ${dropped.join(', ') || 'none'}`,
  );
}
