import type { CsvRow } from './read-csv.ts';
import { readText, ToolError, type Tool } from './tool.ts';

/** Today's weather by city, from a shipped table (invented observations). Column `aliases` holds a second name. */
export function createWeatherTool(rows: readonly CsvRow[]): Tool {
  const byName = new Map<string, CsvRow>();
  for (const row of rows) {
    for (const name of [row.get('city'), row.get('aliases')]) if (name) byName.set(name.toLowerCase(), row);
  }
  return {
    schema: {
      type: 'function',
      name: 'get_weather',
      description: "Today's weather in a city: temperature in degrees Celsius, humidity, wind and a description.",
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Name of the city, for example Oslo' } },
        required: ['city'],
      },
      strict: true,
    },
    run(args) {
      const city = readText(args, 'city');
      const row = byName.get(city.toLowerCase());
      if (!row) throw new ToolError(`city: no weather for ${JSON.stringify(city.slice(0, 60))}`);
      return {
        city: row.get('city'),
        temperature_celsius: Number(row.get('temperature_celsius')),
        humidity_percent: Number(row.get('humidity_percent')),
        wind_kmh: Number(row.get('wind_kmh')),
        weather_description: row.get('description'),
      };
    },
  };
}
