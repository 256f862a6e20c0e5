import type { Category } from './category.ts';
import { categories, forCategories } from './category.ts';

/**
 * Shares of a time by category in hundredths of a percent, rounded so that they sum to exactly 10 000 (largest remainder;
 * of equal remainders the first category). All 0 when there is no time to share.
 */
export function shareBasisPoints(byCategory: Readonly<Record<Category, bigint>>): Record<Category, number> {
  const total = categories.reduce((sum, category) => sum + byCategory[category], 0n);
  if (total <= 0n) return forCategories(() => 0);
  const shares = forCategories((category) => Number((byCategory[category] * 10_000n) / total));
  const left = 10_000 - categories.reduce((sum, category) => sum + shares[category], 0);
  const remainder = forCategories((category) => (byCategory[category] * 10_000n) % total);
  const byRemainder = [...categories].sort((a, b) =>
    remainder[a] === remainder[b] ? 0 : remainder[a] > remainder[b] ? -1 : 1,
  );
  for (const category of byRemainder.slice(0, left)) shares[category] += 1;
  return shares;
}
