/** Longest event that is kept, in characters; a longer one is skipped. A whole answer can be one event. */
const maxEventChars = 8_388_608;

/**
 * Cuts a server-sent event stream into the data of its events.
 *
 * Takes bytes cut anywhere, also inside a character, and texts. Lines end with LF, CR LF or CR; comments and fields
 * other than `data` are passed over; several data lines are joined with LF. Source: WHATWG HTML, section 9.2.
 */
export class SseParser {
  readonly #onData: (data: string) => void;
  readonly #decoder = new TextDecoder();
  #line = '';
  #data: string[] = [];
  #chars = 0;
  #afterCr = false;

  constructor(onData: (data: string) => void) {
    this.#onData = onData;
  }

  push(chunk: Uint8Array | string): void {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true });
    let start = 0;
    for (const match of text.matchAll(/\r\n|\n|\r/g)) {
      // A CR LF that was cut in two ends one line, not two.
      const secondHalf = this.#afterCr && match.index === 0 && match[0] === '\n';
      if (!secondHalf) this.#endLine(text.slice(start, match.index));
      start = match.index + match[0].length;
      this.#afterCr = false;
    }
    this.#afterCr = text.endsWith('\r') || (this.#afterCr && text === '');
    this.#keep(text.slice(start));
  }

  /** Gives the last event too when the stream ended without a blank line. */
  end(): void {
    this.#endLine('');
    this.#endLine('');
  }

  #keep(text: string): void {
    this.#chars += text.length;
    if (this.#chars <= maxEventChars) this.#line += text;
  }

  #endLine(rest: string): void {
    this.#keep(rest);
    const line = this.#line;
    this.#line = '';
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '') return;
    const data = this.#data.join('\n');
    const whole = this.#chars <= maxEventChars;
    this.#data = [];
    this.#chars = 0;
    if (data !== '' && whole) this.#onData(data);
  }
}
