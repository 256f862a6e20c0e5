import type { Terminal as PlainTerminal } from '@gym/trace-viewer';

/** Where the demo writes for people: `line` to standard output, `warn` to standard error. */
export interface Terminal extends PlainTerminal {
  /** Whether standard output is a terminal, where a line can be redrawn. */
  readonly interactive: boolean;
}
