import type { Paint } from '../report/paint.ts';

/** Where the demo writes for people: `line` to standard output, `warn` to standard error. */
export interface Terminal {
  readonly paint: Paint;
  /** Whether standard output is a terminal, where a line can be redrawn. */
  readonly interactive: boolean;
  line(text?: string): void;
  warn(text: string): void;
}

/** The terminal over two streams. Colours on a terminal, unless `NO_COLOR` is given. */
export function createTerminal(
  out: NodeJS.WritableStream & { readonly isTTY?: boolean },
  err: NodeJS.WritableStream,
  createPaint: (colours: boolean) => Paint,
  noColor: boolean,
): Terminal {
  const interactive = out.isTTY === true;
  return {
    paint: createPaint(interactive && !noColor),
    interactive,
    line: (text = '') => void out.write(`${text}\n`),
    warn: (text) => void err.write(`${text}\n`),
  };
}
