import { telemetryFields, type TelemetryField } from './telemetry-fields.ts';

/** A JSON Schema object (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

// Editors see the block before `${oc.env:NAME}` is resolved, so every field accepts such text as well.
const interpolation: JsonSchema = { type: 'string', pattern: '\\$\\{.+\\}' };

function alternatives(field: TelemetryField): readonly JsonSchema[] {
  const { kind } = field;
  switch (kind.type) {
    case 'boolean':
      return [
        { type: 'boolean' },
        { enum: [0, 1] },
        {
          type: 'string',
          pattern: '^\\s*([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0|[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff])\\s*$',
        },
      ];
    case 'enum':
      return [{ enum: kind.words }];
    case 'list':
      return [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }];
    case 'integer':
      return [{ type: 'integer', minimum: kind.minimum }];
    case 'number': {
      const { minimum, maximum, above } = kind;
      return [{ type: 'number', minimum, maximum, exclusiveMinimum: above }];
    }
    default:
      return [{ type: 'string', minLength: 1 }];
  }
}

function propertySchema(field: TelemetryField): JsonSchema {
  return {
    description: `${field.description} Environment: ${field.variable}.`,
    default: field.defaultValue ?? null,
    anyOf: [...alternatives(field), interpolation, { type: 'null' }],
  };
}

/**
 * The JSON Schema (draft 2020-12) of the `telemetry:` block, for editors and CI.
 *
 * Unknown keys are allowed, as in the parser. The result is plain data, free to be changed by the caller.
 */
export function telemetryJsonSchema(): JsonSchema {
  const top: Record<string, unknown> = {};
  const sections = new Map<string, Record<string, unknown>>();
  for (const field of telemetryFields as readonly TelemetryField[]) {
    for (const key of [field.wireKey, ...(field.wireAliases ?? [])]) {
      const [section, name] = key.split('.') as [string, string?];
      if (name === undefined) {
        top[section] = propertySchema(field);
        continue;
      }
      const properties = sections.get(section) ?? {};
      properties[name] = propertySchema(field);
      sections.set(section, properties);
      top[section] = { type: ['object', 'null'], properties };
    }
  }
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'telemetry',
    type: ['object', 'null'],
    properties: top,
  };
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}
