/** What went wrong, for programs: `usage` and `config` before anything starts, the others while the fleet runs. */
export type DemoErrorCode = 'usage' | 'config' | 'input' | 'output' | 'fleet' | 'interrupted';

const exitCodes: Readonly<Record<DemoErrorCode, number>> = {
  usage: 2,
  config: 2,
  input: 2,
  output: 2,
  fleet: 1,
  interrupted: 130,
};

/** A failure the demo explains to its user: the message says what, where and what to do; no stack is printed. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
  readonly code: DemoErrorCode;
  readonly exitCode: number;

  constructor(code: DemoErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = exitCodes[code];
  }
}

/** Whether `error` is a {@link DemoError}. */
export function isDemoError(error: unknown): error is DemoError {
  return error instanceof DemoError;
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
