import { telemetryFields, telemetryJsonSchema, type TelemetryField } from '@gym/telemetry-config';
import { describe, expect, test } from '@jest/globals';

interface Property {
  readonly default: unknown;
  readonly anyOf: readonly { readonly type?: string; readonly enum?: readonly unknown[]; readonly pattern?: string }[];
  readonly properties: Record<string, Property>;
}

describe('telemetryJsonSchema', () => {
  const schema = telemetryJsonSchema() as unknown as { $schema: string; properties: Record<string, Property> };

  test('is draft 2020-12 and has every key of the field table with its default', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    for (const field of telemetryFields as readonly TelemetryField[])
      for (const key of [field.wireKey, ...(field.wireAliases ?? [])]) {
        const [section, name] = key.split('.') as [string, string?];
        const property = name === undefined ? schema.properties[section] : schema.properties[section]?.properties[name];
        expect(property?.default).toBe(field.defaultValue ?? null);
      }
  });

  test('a boolean accepts true, its YAML spellings, an interpolation and null', () => {
    const { anyOf } = schema.properties['enabled']!;
    const patterns = anyOf.flatMap(({ pattern }) => (pattern === undefined ? [] : [new RegExp(pattern)]));
    const accepts = (text: string): boolean => patterns.some((pattern) => pattern.test(text));
    expect(['YES', 'off', '1', '${oc.env:ON}'].map(accepts)).toEqual([true, true, true, true]);
    expect(['maybe', '', '2'].map(accepts)).toEqual([false, false, false]);
    expect(anyOf.map(({ type }) => type)).toEqual(['boolean', undefined, 'string', 'string', 'null']);
  });

  test('is made anew at each call', () => {
    expect(telemetryJsonSchema()).toEqual(telemetryJsonSchema());
    expect(telemetryJsonSchema()).not.toBe(telemetryJsonSchema());
  });
});
