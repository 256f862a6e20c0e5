import { epochMs } from './epoch-ms.ts';

/** One stage of a start: from the end of the stage before it to its own end, in milliseconds since the epoch. */
export interface StartupStage {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Cuts the time of a start into stages without gaps. */
export class StageClock {
  readonly stages: StartupStage[] = [];
  readonly startMs: number;
  #current: { readonly name: string; readonly startMs: number } | undefined;

  constructor(startMs: number) {
    this.startMs = startMs;
  }

  /** Ends the stage before and begins the next one, at `atMs`. */
  begin(name: string, atMs: number = epochMs()): void {
    this.end(atMs);
    this.#current = { name, startMs: this.stages.at(-1)?.endMs ?? this.startMs };
  }

  /** Ends the last stage. */
  end(atMs: number = epochMs()): void {
    if (this.#current) this.stages.push({ ...this.#current, endMs: atMs });
    this.#current = undefined;
  }
}
