import type { TelemetryConfig, TelemetryFieldPath, TelemetryFieldValue } from './telemetry-config.ts';
import { telemetryFields, type TelemetryField } from './telemetry-fields.ts';

// Which fields were set and which hold defaults, kept beside the config so that the config stays plain data.
const givenByConfig = new WeakMap<TelemetryConfig, ReadonlySet<TelemetryFieldPath>>();

/**
 * Builds the resolved config: the given values, and the table's default for every other field. The result is frozen.
 */
export function buildTelemetryConfig(given: ReadonlyMap<TelemetryFieldPath, TelemetryFieldValue>): TelemetryConfig {
  const config: Record<string, unknown> = {};
  for (const field of telemetryFields) {
    const value = given.get(field.path) ?? (field as TelemetryField).defaultValue;
    const [section, name] = field.path.split('.') as [string, string?];
    if (name === undefined) config[section] = value;
    else config[section] = { ...(config[section] as object), [name]: value };
  }
  for (const value of Object.values(config)) Object.freeze(value);
  const built = Object.freeze(config) as unknown as TelemetryConfig;
  givenByConfig.set(built, new Set(given.keys()));
  return built;
}

/**
 * The fields a config sets itself; the others hold defaults. For a config not made by this package (a spread copy):
 * the fields that differ from their default.
 */
export function givenFields(config: TelemetryConfig): ReadonlySet<TelemetryFieldPath> {
  const isSet = (field: TelemetryField & { readonly path: TelemetryFieldPath }): boolean =>
    readConfigPath(config, field.path) !== field.defaultValue;
  return givenByConfig.get(config) ?? new Set(telemetryFields.filter(isSet).map((field) => field.path));
}

/** The value of a resolved config at a dotted path such as `memoryProfiling.enabled`. */
export function readConfigPath(config: TelemetryConfig, path: TelemetryFieldPath): TelemetryFieldValue {
  let value: unknown = config;
  for (const name of path.split('.')) value = (value as Record<string, unknown>)[name];
  return value as TelemetryFieldValue;
}

/** The settings of an absent block: telemetry is off. */
export function defaultTelemetryConfig(): TelemetryConfig {
  return buildTelemetryConfig(new Map());
}
