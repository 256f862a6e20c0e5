import { styleText } from 'node:util';

/** Puts colour on text. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

type Style = Parameters<typeof styleText>[0];

/** Colours for a terminal, or plain text: on a pipe, in a file, or with `NO_COLOR`. */
export function createPaint(colours: boolean): Paint {
  const style = (format: Style) => (text: string) => (colours ? styleText(format, text) : text);
  return { bold: style('bold'), dim: style('dim'), good: style('green'), bad: style('red') };
}
