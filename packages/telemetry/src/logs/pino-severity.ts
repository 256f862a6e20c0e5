import { severityNumbers } from './log-record.ts';

/** A severity as a log record carries it. */
export interface Severity {
  readonly severityNumber: number;
  readonly severityText: string;
}

const names = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

/**
 * A pino level as severity: 10 is TRACE (1), 20 DEBUG (5), 30 INFO (9), 40 WARN (13), 50 ERROR (17), 60 FATAL (21).
 *
 * A level in between is the finer step, so 35 is INFO3 (11); a level may also be pino's label. Anything else is INFO.
 * Source: OpenTelemetry logs data model, `SeverityNumber` and its short names.
 */
export function pinoSeverity(level: unknown): Severity {
  const label = names.find((name) => name === String(level).toUpperCase());
  if (label) return { severityNumber: severityNumbers[label], severityText: label };
  if (typeof level !== 'number' || !Number.isFinite(level)) return { severityNumber: 9, severityText: 'INFO' };
  const severityNumber = Math.min(24, Math.max(1, 1 + Math.floor((level - 10) * 0.4)));
  const step = (severityNumber - 1) % 4;
  const name = names[Math.floor((severityNumber - 1) / 4)]!;
  return { severityNumber, severityText: step === 0 ? name : `${name}${step + 1}` };
}
