import { styleText } from 'node:util';

/** Puts colour on text. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

/** Where a command writes: `line` to standard output, `warn` to standard error. */
export interface Terminal {
  readonly paint: Paint;
  /** Characters in a line: the terminal's, 100 on a pipe. */
  readonly columns: number;
  readonly line: (text?: string) => void;
  readonly warn: (text: string) => void;
}

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
type Style = Parameters<typeof styleText>[0];

/** The terminal over two streams; colours on a terminal only, and never with `noColor` (`NO_COLOR`). */
export function createTerminal(out: Output, err: NodeJS.WritableStream, noColor: boolean): Terminal {
  const isColoured = out.isTTY === true && !noColor;
  const style = (format: Style) => (text: string) => (isColoured ? styleText(format, text) : text);
  return {
    paint: { bold: style('bold'), dim: style('dim'), good: style('green'), bad: style('red') },
    columns: Math.max(60, out.columns ?? 100),
    line: (text = '') => void out.write(`${text}\n`),
    warn: (text) => void err.write(`${text}\n`),
  };
}
