import type { VNode } from 'preact';

import type { MetricSeries } from '../src/serve/metric-board.ts';
import type { AsJson } from './as-json.ts';
import { useLoaded } from './use-loaded.ts';

/** The last value of each metric series; nothing where none came. */
export function MetricsTable({ version }: { readonly version: number }): VNode | null {
  const { answer: series = [] } = useLoaded<AsJson<readonly MetricSeries[]>>('metrics', {}, version);
  if (series.length === 0) return null;
  return (
    <details>
      <summary>Metrics: {series.length} series</summary>
      <table>
        <thead>
          <tr>
            <th>metric</th>
            <th>server</th>
            <th>attributes</th>
            <th>value</th>
            <th>unit</th>
            <th>seen</th>
          </tr>
        </thead>
        <tbody>
          {series.map((one, at) => (
            <tr key={at}>
              <td>{one.name}</td>
              <td>{one.server}</td>
              <td>{attributesText(one.attributes)}</td>
              <td>{valueText(one)}</td>
              <td>{one.unit}</td>
              <td>{new Date(one.seenMs).toLocaleTimeString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function attributesText(attributes: Readonly<Record<string, unknown>>): string {
  return Object.entries(attributes)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

function valueText({ count, mean, value }: AsJson<MetricSeries>): string {
  if (typeof value === 'number') return numberText(value);
  return `${count ?? 0}, mean ${typeof mean === 'number' ? numberText(mean) : '-'}`;
}

function numberText(value: number): string {
  return value.toLocaleString(undefined, { maximumSignificantDigits: 4 });
}
