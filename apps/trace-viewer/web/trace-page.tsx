import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { formatMs, formatShare } from '../src/report/format-duration.ts';
import { rowAt } from '../src/serve/views/span-columns.ts';
import type { SpanColumns, SpanRow } from '../src/serve/views/span-columns.ts';
import type { TraceView } from '../src/serve/views/trace-view.ts';
import { CategoryLegend } from './category-legend.tsx';
import { LoadState } from './load-state.tsx';
import { SpanDetails } from './span-details.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';
import { visibleRows } from './visible-rows.ts';
import { Waterfall } from './waterfall.tsx';

/** Which trace, and which span of it is chosen; `copy` tells spans with one id apart, from 0. */
export interface TracePageProps {
  readonly traceId: string;
  readonly spanId: string;
  readonly copy: number;
}

/** One trace; the chosen span is in the address. Keys: up, down, left, right (collapse), e (next error). */
export function TracePage({ traceId, spanId, copy }: TracePageProps): VNode {
  const { answer: view, error } = useLoaded<TraceView>('trace', { id: traceId }, 0);
  return view === undefined ? <LoadState error={error} /> : <LoadedTrace view={view} spanId={spanId} copy={copy} />;
}

type LoadedTraceProps = Omit<TracePageProps, 'traceId'> & { readonly view: TraceView };

function LoadedTrace({ view, spanId, copy }: LoadedTraceProps): VNode {
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const [search, setSearch] = useState('');
  const visible = useMemo(() => visibleRows(view.spans.depths, collapsed), [view, collapsed]);
  const chosen = useMemo(
    () => view.spans.spanIds.findIndex((id, at) => id === spanId && (view.spans.copies[at] ?? 0) === copy),
    [view, spanId, copy],
  );
  const needle = search.toLowerCase();
  const matches = (row: SpanRow): boolean =>
    needle === '' || `${row.server} ${row.name}`.toLowerCase().includes(needle);
  const choose = (index: number): void => {
    const row = rowAt(view.spans, index);
    const query = { span: row?.spanId ?? '', copy: String(row?.copy || '') };
    if (row !== undefined) history.replaceState(null, '', linkTo(['trace', view.traceId], query));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const toggle = (index: number): void => {
    const next = new Set(collapsed);
    if (!next.delete(index)) next.add(index);
    setCollapsed(next);
  };
  const nextWhere = (test: (row: SpanRow) => boolean): void => {
    const found = findRow(view.spans, chosen + 1, test);
    if (found === -1) return;
    setCollapsed(new Set());
    choose(found);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      const place = visible.indexOf(chosen);
      const actions: Readonly<Record<string, () => void>> = {
        ArrowDown: () => choose(visible[place + 1] ?? chosen),
        ArrowUp: () => choose(visible[place - 1] ?? chosen),
        ArrowLeft: () => !collapsed.has(chosen) && toggle(chosen),
        ArrowRight: () => collapsed.has(chosen) && toggle(chosen),
        e: () => nextWhere(({ isError }) => isError),
      };
      const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  const levels = useMemo(() => view.spans.depths.reduce((most, depth) => Math.max(most, depth + 1), 0), [view]);
  const errors = useMemo(() => view.spans.errors.reduce((sum, isError) => sum + isError, 0), [view]);
  return (
    <>
      <h1>
        {view.rollouts.length > 0
          ? `Rollout ${view.rollouts.map(({ rolloutId }) => rolloutId).join(', ')}`
          : `Trace ${view.traceId}`}
        , {formatMs(view.durationMs)}
      </h1>
      {view.rollouts.map(({ rolloutId, causes, score, gaps }) => (
        <p key={rolloutId}>
          {causes
            .slice(0, 4)
            .map(
              ({ category, subject, durationMs }) => `${category.replace('_', ' ')} ${subject} ${formatMs(durationMs)}`,
            )
            .join('; ')}
          . Evidence {formatShare(score)}
          {gaps.length > 0 && `: ${gaps.join('; ')}`}.
        </p>
      ))}
      <ul class="notes" aria-label="What is odd about this trace">
        {view.problems.map((problem) => (
          <li key={problem} class="bad">
            {problem}
          </li>
        ))}
        {view.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          nextWhere(matches);
        }}
      >
        <label>
          search <input value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </label>
        <button type="submit">Next match</button>
        <button type="button" disabled={errors === 0} onClick={() => nextWhere(({ isError }) => isError)}>
          Next error ({errors})
        </button>
        <span>
          {view.spans.spanIds.length} spans, {levels} levels; colour is the critical path
        </span>
      </form>
      <CategoryLegend />
      <div class="split">
        <Waterfall
          view={view}
          visible={visible}
          collapsed={collapsed}
          chosen={chosen}
          matches={matches}
          onChoose={choose}
          onToggle={toggle}
        />
        {chosen === -1 ? (
          <p>Choose a span. Keys: arrows, e for the next error.</p>
        ) : (
          <SpanDetails traceId={view.traceId} spanId={spanId} copy={copy} />
        )}
      </div>
    </>
  );
}

/** The first row from `from` on, and then from the start, that passes; -1 without one. */
function findRow(spans: SpanColumns, from: number, test: (row: SpanRow) => boolean): number {
  const count = spans.spanIds.length;
  for (let step = 0; step < count; step += 1) {
    const row = rowAt(spans, (from + step) % count);
    if (row !== undefined && test(row)) return (from + step) % count;
  }
  return -1;
}
