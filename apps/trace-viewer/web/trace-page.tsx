import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import { formatMs, formatShare } from '../src/report/format-duration.ts';
import type { SpanRow, TraceView } from '../src/serve/views/trace-view.ts';
import { LoadState } from './load-state.tsx';
import { SpanDetails } from './span-details.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';
import { visibleRows } from './visible-rows.ts';
import { Waterfall } from './waterfall.tsx';

/** One trace; the chosen span is in the address. Keys: up, down, left, right (collapse), e (next error). */
export function TracePage({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): VNode {
  const { answer: view, error } = useLoaded<TraceView>('trace', { id: traceId }, 0);
  return view === undefined ? <LoadState error={error} /> : <LoadedTrace view={view} spanId={spanId} />;
}

function LoadedTrace({ view, spanId }: { readonly view: TraceView; readonly spanId: string }): VNode {
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const [search, setSearch] = useState('');
  const visible = useMemo(() => visibleRows(view.rows, collapsed), [view, collapsed]);
  const chosen = useMemo(() => view.rows.findIndex((row) => row.spanId === spanId), [view, spanId]);
  const needle = search.toLowerCase();
  const matches = (row: SpanRow): boolean =>
    needle === '' || `${row.server} ${row.name}`.toLowerCase().includes(needle);
  const choose = (index: number): void => {
    const row = view.rows[index];
    if (row !== undefined) history.replaceState(null, '', linkTo(['trace', view.traceId], { span: row.spanId }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const toggle = (index: number): void => {
    const next = new Set(collapsed);
    if (!next.delete(index)) next.add(index);
    setCollapsed(next);
  };
  const nextWhere = (test: (row: SpanRow) => boolean): void => {
    const after = view.rows.findIndex((row, at) => at > chosen && test(row));
    const found = after === -1 ? view.rows.findIndex(test) : after;
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
  const errors = view.rows.filter(({ isError }) => isError).length;
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
      {view.problems.map((problem) => (
        <p key={problem} class="bad">
          {problem}
        </p>
      ))}
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
        <span>{view.rows.length} spans; colour is the critical path</span>
      </form>
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
          <SpanDetails traceId={view.traceId} spanId={spanId} />
        )}
      </div>
    </>
  );
}
