export { explainTelemetry } from './explain-telemetry.ts';
export { readEnvText } from './read-env-field.ts';
export { resolveRunId } from './resolve-run-id.ts';
export { resolveTelemetry } from './resolve-telemetry.ts';
export { applyTelemetryEnv, translateTelemetryEnv } from './translate-telemetry-env.ts';

export type { ExplainedField } from './explain-telemetry.ts';
export type { Env } from './read-env-field.ts';
export type { RunId } from './resolve-run-id.ts';
export type { ResolvedTelemetry } from './resolve-telemetry.ts';
export type { TranslatedTelemetry, TranslateOptions } from './translate-telemetry-env.ts';
