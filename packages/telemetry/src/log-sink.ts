import { readEnvText, type Env } from '@gym/telemetry-env';

import { quietly } from './logs/quietly.ts';

/** How grave a line about telemetry itself is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Takes one line about telemetry itself. Lines hold no secrets. */
export type LogSink = (level: LogLevel, message: string) => void;

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** The least grave level that is written, from `OTEL_LOG_LEVEL`; `info` by default, `undefined` for `none`. */
function threshold(env: Env): number {
  const word = readEnvText(env, 'OTEL_LOG_LEVEL')?.toLowerCase();
  if (word === 'none') return levels.length;
  if (word === 'verbose' || word === 'all') return 0;
  const index = levels.indexOf(word as LogLevel);
  return index === -1 ? levels.indexOf('info') : index;
}

/**
 * A sink that writes lines to standard error, which no console exporter and no log bridge uses.
 *
 * The level is `OTEL_LOG_LEVEL` (`none`, `error`, `warn`, `info`, `debug`), `info` by default.
 */
export function createStderrSink(env: Env): LogSink {
  const least = threshold(env);
  return (level, message) => {
    if (levels.indexOf(level) < least) return;
    process.stderr.write(`[gym-telemetry] ${level}: ${message}\n`);
  };
}

/**
 * A sink that swallows what the given one throws, since a faulty logger of the host must not break telemetry, and whose
 * lines no log bridge picks up.
 */
export function guardSink(sink: LogSink): LogSink {
  return (level, message) => {
    try {
      quietly(() => sink(level, message));
    } catch {
      // Nowhere left to say it.
    }
  };
}
