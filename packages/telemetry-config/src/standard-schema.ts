import { safeParseTelemetryConfig } from './parse-telemetry-config.ts';
import type { TelemetryConfig } from './telemetry-config.ts';

/** A finding in Standard Schema's form. */
export interface StandardIssue {
  readonly message: string;
  readonly path: readonly string[];
}

/** The part of Standard Schema v1 (standardschema.dev) that this package fills. */
export interface StandardTelemetrySchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: TelemetryConfig; readonly issues?: undefined }
      | { readonly issues: readonly StandardIssue[] };
    readonly types?: { readonly input: unknown; readonly output: TelemetryConfig } | undefined;
  };
}

/** The block as a Standard Schema v1 validator, to embed in a schema of zod, valibot, arktype and the like. */
export const telemetryConfigSchema: StandardTelemetrySchema = {
  '~standard': {
    version: 1,
    vendor: '@gym/telemetry-config',
    validate(value) {
      const result = safeParseTelemetryConfig(value);
      if (result.ok) return { value: result.config };
      return { issues: result.issues.map(({ message, path }) => ({ message, path: path.split('.') })) };
    },
  },
};
