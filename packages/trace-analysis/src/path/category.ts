/** Where a nanosecond of a rollout can go; the order is the one to show them in. */
export const categories = [
  'model',
  'tool',
  'verify',
  'agent',
  'sandbox',
  'queue',
  'retry_backoff',
  'network',
  'unexplained',
] as const;

/**
 * Who a rollout was waiting for: the four kinds of server, a sandbox, a request's turn (`queue`), the pause before a
 * repeated request (`retry_backoff`), the way between two processes (`network`), or nobody known (`unexplained`).
 */
export type Category = (typeof categories)[number];

/** A record with one value per category. */
export function forCategories<Value>(value: (category: Category) => Value): Record<Category, Value> {
  return Object.fromEntries(categories.map((category) => [category, value(category)])) as Record<Category, Value>;
}
