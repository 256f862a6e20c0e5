import type { Category } from '@gym/trace-analysis';

/** A category as people read it: `retry back-off`. */
export function categoryTitle(category: Category): string {
  return category === 'retry_backoff' ? 'retry back-off' : category;
}
