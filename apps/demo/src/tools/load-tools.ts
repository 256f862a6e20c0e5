import { readFileSync } from 'node:fs';

import { createCalculatorTool } from './create-calculator-tool.ts';
import { createElementTool } from './create-element-tool.ts';
import { createUnitTool } from './create-unit-tool.ts';
import { createWeatherTool } from './create-weather-tool.ts';
import { parseCsv, type CsvRow } from './read-csv.ts';
import type { Tool } from './tool.ts';

function readTable(name: string): readonly CsvRow[] {
  return parseCsv(readFileSync(new URL(`../../data/${name}.csv`, import.meta.url), 'utf8'));
}

/** All tools of the demo, with the tables they read, by name. */
export function loadTools(): ReadonlyMap<string, Tool> {
  const tools = [
    createWeatherTool(readTable('weather')),
    createCalculatorTool(),
    createUnitTool(),
    createElementTool(readTable('elements')),
  ];
  return new Map(tools.map((tool) => [tool.schema.name, tool]));
}
