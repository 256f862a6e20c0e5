import type { TelemetryConfig } from '@gym/telemetry-config';

import type { SignalName } from '../signal-counts.ts';
import { createOtelEnv, type Env, type Warn } from './otel-env.ts';

/** Where a signal goes; `none` is off. */
export type ExporterChoice = 'otlp' | 'console' | 'none';

/**
 * Decides the exporter of one signal: off when the config says so; `OTEL_<SIGNAL>_EXPORTER` may say `none`, or, when
 * `NEMO_GYM_OTEL_EXPORTER` is not given, `otlp` or `console`; else the config's. In a list `none` wins, then the first.
 */
export function chooseExporter(signal: SignalName, config: TelemetryConfig, env: Env, warn: Warn): ExporterChoice {
  const on = { traces: config.tracesEnabled, metrics: config.metricsEnabled, logs: config.logsEnabled };
  if (!on[signal]) return 'none';
  const otel = createOtelEnv(env, warn);
  const name = `OTEL_${signal.toUpperCase()}_EXPORTER`;
  const words = otel.list(name) ?? [];
  const known = words.filter((word): word is ExporterChoice => ['otlp', 'console', 'none'].includes(word));
  if (known.length < words.length)
    warn(`${name}: expected otlp, console or none, received ${JSON.stringify(env[name])}; the rest is ignored`);
  if (known.includes('none')) return 'none';
  const ownGiven = otel.text('NEMO_GYM_OTEL_EXPORTER') ?? otel.text('NEMO_LENS_EXPORTER');
  return ownGiven === undefined ? (known[0] ?? config.exporter) : config.exporter;
}
