import type { Category } from '@gym/trace-analysis';
import type { VNode } from 'preact';

/** Shares of a time (hundredths of a percent) as one bar; with `legend` named below. */
export function SharesBar({
  shares,
  legend,
}: {
  readonly shares: Readonly<Record<Category, number>>;
  readonly legend?: boolean;
}): VNode {
  const parts = Object.entries(shares).filter(([, share]) => share > 0);
  const words = parts.map(([category, share]) => `${category.replace('_', ' ')} ${(share / 100).toFixed(1)} %`);
  return (
    <>
      <div class="shares" role="img" aria-label={words.join(', ')} title={words.join(', ')}>
        {parts.map(([category, share]) => (
          <i key={category} style={{ flex: share, background: `var(--${category})` }} />
        ))}
      </div>
      {legend === true && (
        <ul class="legend">
          {parts.map(([category], at) => (
            <li key={category}>
              <i style={{ background: `var(--${category})` }} />
              {words[at]}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
