export { buildTelemetryConfig, defaultTelemetryConfig, givenFields, readConfigPath } from './build-config.ts';
export { describeReceived } from './describe-received.ts';
export { telemetryJsonSchema } from './json-schema.ts';
export { parseFieldValue } from './parse-field-value.ts';
export { defineTelemetryConfig, parseTelemetryConfig, safeParseTelemetryConfig } from './parse-telemetry-config.ts';
export { telemetryConfigSchema } from './standard-schema.ts';
export { isTelemetryConfigError, TelemetryConfigError } from './telemetry-config-error.ts';
export { telemetryFields } from './telemetry-fields.ts';
export { formatIssues } from './telemetry-issue.ts';

export type { JsonSchema } from './json-schema.ts';
export type { FieldResult } from './parse-field-value.ts';
export type { TelemetryConfigResult } from './parse-telemetry-config.ts';
export type { StandardIssue, StandardTelemetrySchema } from './standard-schema.ts';
export type {
  TelemetryConfig,
  TelemetryConfigInput,
  TelemetryFieldPath,
  TelemetryFieldValue,
} from './telemetry-config.ts';
export type { TelemetryField, TelemetryFieldKind } from './telemetry-fields.ts';
export type { TelemetryIssue } from './telemetry-issue.ts';
