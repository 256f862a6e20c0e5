import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { formatMs } from '../src/report/format-duration.ts';
import { rowAt } from '../src/serve/views/span-columns.ts';
import type { SpanRow } from '../src/serve/views/span-columns.ts';
import type { TraceView } from '../src/serve/views/trace-view.ts';

const rowHeight = 22;
const spareRows = 10;

/** What a waterfall shows and tells. */
export interface WaterfallProps {
  readonly view: TraceView;
  /** Indexes of rows to show, in order. */
  readonly visible: readonly number[];
  readonly collapsed: ReadonlySet<number>;
  /** The chosen row's index, -1 for none. */
  readonly chosen: number;
  /** Rows that do not match are dimmed. */
  readonly matches: (row: SpanRow) => boolean;
  readonly onChoose: (index: number) => void;
  readonly onToggle: (index: number) => void;
}

/** Spans as bars; only the rows in sight are in the document. */
export function Waterfall(props: WaterfallProps): VNode {
  const { view, visible, collapsed, chosen, matches, onChoose, onToggle } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = box.current?.clientHeight ?? 800;
  const place = visible.indexOf(chosen);
  useEffect(() => {
    const element = box.current;
    if (element === null || place < 0) return;
    const y = place * rowHeight;
    if (y < element.scrollTop || y > element.scrollTop + element.clientHeight - rowHeight)
      element.scrollTop = Math.max(0, y - element.clientHeight / 2);
  }, [place]);
  const first = Math.max(0, Math.floor(top / rowHeight) - spareRows);
  const shown = visible.slice(first, first + Math.ceil(height / rowHeight) + 2 * spareRows);
  return (
    <div
      class="waterfall"
      ref={box}
      tabIndex={0}
      role="grid"
      aria-label="Waterfall"
      aria-rowcount={visible.length}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: `${visible.length * rowHeight}px` }}>
        {shown.map((index, at) => {
          const row = rowAt(view.spans, index);
          if (row === undefined) return null;
          const isParent = (view.spans.depths[index + 1] ?? 0) > row.depth;
          const isDim = matches(row) ? '' : ' dim';
          const scale = 100 / Math.max(view.durationMs, 1e-6);
          return (
            <div
              key={index}
              role="row"
              aria-selected={index === chosen}
              class={`row${index === chosen ? ' chosen' : ''}${isDim}`}
              style={{ top: `${(first + at) * rowHeight}px` }}
              onClick={() => onChoose(index)}
            >
              <b
                role="gridcell"
                class={row.isError ? 'bad' : ''}
                style={{ paddingLeft: `${Math.min(row.depth, 24) * 10}px` }}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={isParent ? 'collapse or expand' : undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    if (isParent) onToggle(index);
                  }}
                >
                  {isParent ? (collapsed.has(index) ? '▸' : '▾') : ''}
                </button>
                {row.server} · {row.name}
              </b>
              <span role="gridcell" title={pathTitle(row)}>
                <i style={{ left: `${row.startMs * scale}%`, width: `max(1px, ${row.durationMs * scale}%)` }} />
                {row.path.map(({ category, durationMs, startMs }, part) => (
                  <i
                    key={part}
                    style={{
                      left: `${startMs * scale}%`,
                      width: `max(1px, ${durationMs * scale}%)`,
                      background: `var(--${category})`,
                    }}
                  />
                ))}
              </span>
              <em role="gridcell">
                {row.isError ? '! ' : ''}
                {formatMs(row.durationMs)}
              </em>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function pathTitle({ path }: SpanRow): string {
  if (path.length === 0) return 'off the critical path';
  const byCategory = new Map<string, number>();
  for (const { category, durationMs } of path) byCategory.set(category, (byCategory.get(category) ?? 0) + durationMs);
  const parts = [...byCategory].map(([category, ms]) => `${category.replace('_', ' ')} ${formatMs(ms)}`);
  return `critical path: ${parts.join(', ')}`;
}
