import type { Category } from '@gym/trace-analysis';
import type { VNode } from 'preact';

import { categoryColours } from '../src/report/category-colours.ts';
import { categoryTitle } from '../src/report/category-title.ts';

/** What the colours of a critical path mean: what was waited for. */
export function CategoryLegend(): VNode {
  return (
    <ul class="legend" aria-label="Colours">
      {(Object.keys(categoryColours) as Category[]).map((category) => (
        <li key={category}>
          <i style={{ background: `var(--${category})` }} />
          {categoryTitle(category)}
        </li>
      ))}
    </ul>
  );
}
