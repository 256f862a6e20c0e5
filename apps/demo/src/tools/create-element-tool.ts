import type { CsvRow } from './read-csv.ts';
import { readText, ToolError, type Tool } from './tool.ts';

/** Look-up of one property of a chemical element in a shipped table; an element may be given by name or symbol. */
export function createElementTool(rows: readonly CsvRow[]): Tool {
  const byName = new Map(
    rows.flatMap((row) => [row.get('name')!, row.get('symbol')!].map((name) => [name.toLowerCase(), row])),
  );
  const columns = [...(rows[0]?.keys() ?? [])].filter((column) => column !== 'name');
  return {
    schema: {
      type: 'function',
      name: 'look_up_element',
      description: 'Looks up one property of a chemical element (density in g/cm3, atomic mass in u).',
      parameters: {
        type: 'object',
        properties: {
          element: { type: 'string', description: 'Name of the element, for example Gold' },
          property: { type: 'string', description: 'Property wanted', enum: columns },
        },
        required: ['element', 'property'],
      },
      strict: true,
    },
    run(args) {
      const element = readText(args, 'element');
      const property = readText(args, 'property');
      const row = byName.get(element.toLowerCase());
      if (!row) throw new ToolError(`element: no element ${JSON.stringify(element.slice(0, 60))} in the table`);
      if (!columns.includes(property)) throw new ToolError(`property: expected one of ${columns.join(', ')}`);
      const text = row.get(property)!;
      if (text === '') throw new ToolError(`property: the table has no ${property} for ${row.get('name')}`);
      return { element: row.get('name'), property, value: property === 'symbol' ? text : Number(text) };
    },
  };
}
