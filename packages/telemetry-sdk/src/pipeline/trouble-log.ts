/** Quiet time after the last failure before trouble counts as over, in ms. */
const quietMs = 5000;

/** One line to the host. */
export type LogLine = (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;

/** Says once that exporting got into trouble and once that it is over, with counts; never a line per batch. */
export class TroubleLog {
  readonly #what: string;
  readonly #log: LogLine;
  readonly #messages = new Set<string>();
  #since: number | undefined;
  #lastFailureAtMs = 0;
  #failedAttempts = 0;
  #lost = 0;
  #endTimer: NodeJS.Timeout | undefined;

  /** `what` names the signal and where it goes, without secrets. */
  constructor(what: string, log: LogLine) {
    this.#what = what;
    this.#log = log;
  }

  /** An attempt failed. */
  failure(reason: string): void {
    this.#start(reason);
    this.#failedAttempts += 1;
  }

  /** Items were dropped; without a reason that starts no trouble of its own. */
  lost(count: number, reason?: string): void {
    if (reason !== undefined) this.#start(reason);
    this.#lost += count;
  }

  /** A batch arrived; after a quiet time the trouble is over. */
  success(): void {
    if (this.#since === undefined || this.#endTimer !== undefined) return;
    this.#endTimer = setTimeout(
      () => this.#end('works again'),
      Math.max(0, quietMs - (performance.now() - this.#lastFailureAtMs)),
    );
    this.#endTimer.unref();
  }

  /** Says a message of the collector, once per text and for at most 20 texts. */
  collectorMessage(message: string): void {
    if (this.#messages.has(message) || this.#messages.size >= 20) return;
    this.#messages.add(message);
    this.#log('warn', `telemetry: ${this.#what}: the collector says: ${message}`);
  }

  /** No more lines after this; trouble still on is closed with its counts. */
  close(): void {
    this.#end(this.#endTimer === undefined ? 'stopped' : 'works again');
  }

  #start(reason: string): void {
    this.#lastFailureAtMs = performance.now();
    clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    if (this.#since !== undefined) return;
    this.#since = this.#lastFailureAtMs;
    this.#log('warn', `telemetry: trouble exporting ${this.#what}: ${reason}`);
  }

  #end(state: string): void {
    clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    if (this.#since === undefined) return;
    const seconds = ((performance.now() - this.#since) / 1000).toFixed(1);
    this.#log(
      'info',
      `telemetry: exporting ${this.#what} ${state} after ${seconds} s of trouble: ${this.#failedAttempts} failed attempts, ${this.#lost} items lost`,
    );
    this.#since = undefined;
    this.#failedAttempts = 0;
    this.#lost = 0;
  }
}
