import type { ParameterSchema, ToolSchema } from '../shapes/responses.ts';

/** What the offered tools can be used for, read from their parameter schemas; names of tools do not matter. */
export interface ToolRoles {
  readonly calculator?: { readonly tool: string; readonly expression: string };
  readonly converter?: {
    readonly tool: string;
    readonly value: string;
    readonly from: string;
    readonly to: string;
    readonly units: readonly string[];
  };
  readonly places?: { readonly tool: string; readonly place: string };
  readonly table?: {
    readonly tool: string;
    readonly key: string;
    readonly column: string;
    readonly columns: readonly string[];
  };
}

type Parameter = readonly [name: string, schema: ParameterSchema];

function isOfType([, schema]: Parameter, ...types: readonly string[]): boolean {
  return [schema.type].flat().some((type) => typeof type === 'string' && types.includes(type));
}

function speaksOf([name, schema]: Parameter, words: RegExp): boolean {
  return words.test(name.replaceAll('_', ' ')) || words.test(schema.description ?? '');
}

function wordsOf(schema: ParameterSchema | undefined): readonly string[] {
  return (schema?.enum ?? []).filter((word) => typeof word === 'string');
}

function readRole(tool: ToolSchema): ToolRoles {
  const parameters = Object.entries(tool.parameters?.properties ?? {});
  const texts = parameters.filter((parameter) => isOfType(parameter, 'string'));
  const number = parameters.find((parameter) => isOfType(parameter, 'number', 'integer'));
  const from = texts.find((parameter) => speaksOf(parameter, /\bfrom\b/i));
  const to = texts.find((parameter) => speaksOf(parameter, /\bto\b/i) && parameter !== from);
  if (number && from && to) {
    return { converter: { tool: tool.name, value: number[0], from: from[0], to: to[0], units: wordsOf(to[1]) } };
  }
  const listed = texts.find(([, schema]) => wordsOf(schema).length > 0);
  const free = texts.find(([, schema]) => wordsOf(schema).length === 0);
  if (listed && free && texts.length === 2) {
    return { table: { tool: tool.name, key: free[0], column: listed[0], columns: wordsOf(listed[1]) } };
  }
  const expression = texts.find((parameter) => speaksOf(parameter, /expression|formula|arithmetic/i));
  if (expression) return { calculator: { tool: tool.name, expression: expression[0] } };
  const place = texts.find((parameter) => speaksOf(parameter, /\b(city|location|place|town)\b/i));
  return place ? { places: { tool: tool.name, place: place[0] } } : {};
}

/** Finds a use for each offered tool; of two tools with one use the first is taken. */
export function findToolRoles(tools: readonly ToolSchema[]): ToolRoles {
  return Object.assign({}, ...tools.map(readRole).toReversed()) as ToolRoles;
}
