/** Environment variables by name; never `process.env` implicitly. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Says that something in the configuration was not used as given. */
export type Warn = (message: string) => void;

/** Longest time a Node timer can hold. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Reads `OTEL_*` variables as the OpenTelemetry specification says: blank is unset, words in any case, a bad value is
 * warned about and counts as unset.
 */
export interface OtelEnv {
  /** Trimmed text, undefined when unset or blank. */
  text(name: string): string | undefined;
  /** Only `true` is true; undefined when unset. */
  flag(name: string): boolean | undefined;
  /** A whole number of at least `min`. */
  integer(name: string, min: number): number | undefined;
  /** A time in ms; 0 means no limit and reads as `Infinity`. */
  timeoutMs(name: string): number | undefined;
  /** A number from 0 to 1. */
  ratio(name: string): number | undefined;
  /** One of `words`, in the spelling of `words`. */
  word<W extends string>(name: string, words: readonly W[]): W | undefined;
  /** Words of a comma list: trimmed, lower case, without blanks and repeats; undefined when unset. */
  list(name: string): readonly string[] | undefined;
}

/** Makes a reader over `env`; `warn` hears of every bad value. Source: OpenTelemetry specification, "Environment Variable Specification". */
export function createOtelEnv(env: Env, warn: Warn): OtelEnv {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const bad = (name: string, expected: string): undefined => {
    warn(`${name}: expected ${expected}, received ${JSON.stringify(env[name])}; ignored`);
    return undefined;
  };
  const number = (name: string, expected: string, valid: (value: number) => boolean): number | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
    return valid(parsed) ? parsed : bad(name, expected);
  };
  return {
    text,
    flag: (name) => {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return undefined;
      if (value !== 'true' && value !== 'false') bad(name, 'true or false');
      return value === 'true';
    },
    integer: (name, min) =>
      number(name, `a whole number of at least ${min}`, (value) => Number.isSafeInteger(value) && value >= min),
    timeoutMs: (name) => {
      const value = number(name, 'whole milliseconds, 0 for no limit', (n) => Number.isSafeInteger(n) && n >= 0);
      return value === 0 || (value ?? 0) > maxTimerMs ? Number.POSITIVE_INFINITY : value;
    },
    ratio: (name) => number(name, 'a number from 0 to 1', (value) => value >= 0 && value <= 1),
    word: (name, words) => {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return undefined;
      return words.find((word) => word.toLowerCase() === value) ?? bad(name, `one of ${words.join(', ')}`);
    },
    list: (name) => {
      const words = (text(name) ?? '').split(',').map((word) => word.trim().toLowerCase());
      const given = [...new Set(words.filter((word) => word !== ''))];
      return given.length === 0 ? undefined : given;
    },
  };
}
