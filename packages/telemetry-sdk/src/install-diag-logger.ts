import { diag, DiagLogLevel, type DiagLogFunction } from '@opentelemetry/api';

import { isRegistered } from './is-registered.ts';
import type { PartialSuccesses } from './otlp/partial-successes.ts';
import type { LogLine } from './pipeline/trouble-log.ts';

const maxTexts = 100;

/**
 * Sends OpenTelemetry's own warnings and errors to the host's log, each text once and at most 100 texts; returns what
 * undoes it. Partial successes go to `partialSuccesses` instead. A logger of the host's own stays.
 */
export function installDiagLogger(log: LogLine, partialSuccesses: PartialSuccesses): () => void {
  if (isRegistered('diag')) return () => {};
  const seen = new Set<string>();
  const forward =
    (level: 'warn' | 'error'): DiagLogFunction =>
    (message, ...details) => {
      if (partialSuccesses.hear(message, details)) return;
      if (seen.has(message) || seen.size >= maxTexts) return;
      seen.add(message);
      log(level, `telemetry: ${message}`);
    };
  const ignore: DiagLogFunction = () => {};
  const own = diag.setLogger(
    { error: forward('error'), warn: forward('warn'), info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  return own ? () => diag.disable() : () => {};
}
