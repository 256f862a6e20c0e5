import type { telemetryFields } from './telemetry-fields.ts';

type Row = (typeof telemetryFields)[number];

/** The dotted camelCase paths of all fields, for example `serviceName` or `memoryProfiling.enabled`. */
export type TelemetryFieldPath = Row['path'];

/** One checked value of a field; `undefined` is unset. */
export type TelemetryFieldValue = boolean | number | string | undefined;

type ValueOfKind<Kind> = Kind extends { readonly type: 'boolean' }
  ? boolean
  : Kind extends { readonly type: 'integer' | 'number' }
    ? number
    : Kind extends { readonly type: 'enum'; readonly words: readonly (infer Word)[] }
      ? Word
      : string;

/** A field without a default is there, but may be unset. */
type ResolvedValue<R extends Row> = R extends { readonly defaultValue: unknown }
  ? ValueOfKind<R['kind']>
  : ValueOfKind<R['kind']> | undefined;

type GivenValue<R extends Row> =
  | ValueOfKind<R['kind']>
  | (R['kind'] extends { readonly type: 'list' } ? readonly string[] : never)
  | undefined;

type TopRow = Exclude<Row, { readonly path: `${string}.${string}` }>;
type NestedRow = Extract<Row, { readonly path: `${string}.${string}` }>;
type SectionOf<R extends Row> = R['path'] extends `${infer Section}.${string}` ? Section : never;
type NameIn<Section extends string, R extends Row> = R['path'] extends `${Section}.${infer Name}` ? Name : never;

/**
 * The resolved telemetry settings: every field is present, unset ones are `undefined`.
 *
 * `spanGroups` is a normalised comma list (lower case, no blanks), `exportSampleRate` a share from 0 to 1,
 * `memoryProfiling.intervalSeconds` seconds.
 */
export type TelemetryConfig = { readonly [R in TopRow as R['path']]: ResolvedValue<R> } & {
  readonly [Section in SectionOf<NestedRow>]: {
    readonly [R in NestedRow as NameIn<Section, R>]: ResolvedValue<R>;
  };
};

/** Settings written in code for `defineTelemetryConfig`: the same fields, all optional; `spanGroups` may be an array. */
export type TelemetryConfigInput = { readonly [R in TopRow as R['path']]?: GivenValue<R> } & {
  readonly [Section in SectionOf<NestedRow>]?:
    | { readonly [R in NestedRow as NameIn<Section, R>]?: GivenValue<R> }
    | undefined;
};
