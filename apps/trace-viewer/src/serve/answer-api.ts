import { diffRuns, serviceMap, whatIf } from '@gym/trace-analysis';
import type { WhatIfChanges } from '@gym/trace-analysis';
import type { RolloutQuery, RolloutSortKey } from '@gym/trace-store';

import { isFactor } from '../input/is-factor.ts';
import type { ViewerStore } from '../store/viewer-store.ts';
import type { LoadedRun } from './load-run.ts';
import type { MetricSeries } from './metric-board.ts';
import { groupsView } from './views/groups-view.ts';
import { overviewView } from './views/overview-view.ts';
import { spanCopy, traceView } from './views/trace-view.ts';

/** What the API answers from. */
export interface ApiSources {
  readonly store: ViewerStore;
  readonly loadRun: (runId: string) => Promise<LoadedRun>;
  readonly metrics: () => readonly MetricSeries[];
}

/** What somebody can look through; a loop that logs must not fill the page. */
const maxLogs = 500;

const sortKeys: readonly string[] = ['start', 'duration', 'spans', 'errors', 'rolloutId'] satisfies RolloutSortKey[];

/**
 * Answers `GET /api/...`; undefined is a 404. `runs`; `overview?run=`; `rollouts?run=` with `text`, `task`, `failed`, `minMs`,
 * `attribute` (`key=value`), `sort`, `descending`, `limit`, `offset`; `trace?id=`; `span?trace=&id=&copy=`; `logs?trace=&span=`;
 * `metrics`; `diff?before=&after=`; `groups?run=` with `task`; `map?run=`; `what-if?run=` with `model`, `tools`,
 * `concurrency` (factors), `tool` (`name=factor`, repeated) and `retries=off`.
 */
export async function answerApi(name: string, query: URLSearchParams, sources: ApiSources): Promise<unknown> {
  const { store, loadRun } = sources;
  const given = (key: string): string => query.get(key) ?? '';
  switch (name) {
    case 'runs':
      return store.listRuns();
    case 'overview': {
      const run = await loadRun(given('run'));
      return run.total === 0 ? undefined : overviewView(given('run'), run);
    }
    case 'rollouts':
      return store.listRollouts(given('run'), readQuery(query));
    case 'trace':
      return traceView(await store.getTrace(given('id')));
    case 'span': {
      const copy = Number(given('copy'));
      if (copy > 0) return spanCopy(await store.getTrace(given('trace')), given('id'), copy);
      return store.getSpan(given('trace'), given('id'));
    }
    case 'logs':
      return (await store.getLogs(given('trace'))).filter(({ spanId }) => spanId === given('span')).slice(0, maxLogs);
    case 'metrics':
      return sources.metrics();
    case 'diff': {
      const [before, after] = await Promise.all([loadRun(given('before')), loadRun(given('after'))]);
      return diffRuns(before.analysis.rollouts, after.analysis.rollouts);
    }
    case 'groups':
      return groupsView((await loadRun(given('run'))).analysis.rollouts, query.get('task') ?? undefined);
    case 'map':
      return serviceMap((await loadRun(given('run'))).analysis.rollouts);
    case 'what-if':
      return whatIf((await loadRun(given('run'))).analysis.rollouts, readChanges(query));
    default:
      return undefined;
  }
}

/** What is no factor changes nothing: the page asks while somebody types. */
function readChanges(query: URLSearchParams): WhatIfChanges {
  const factor = (text: string | null): number | undefined => (isFactor(text) ? Number(text) : undefined);
  const tools = query.getAll('tool').map((text) => {
    const sign = text.lastIndexOf('=');
    return [text.slice(0, sign), text.slice(sign + 1)] as const;
  });
  return {
    modelFactor: factor(query.get('model')),
    toolFactor: factor(query.get('tools')),
    tools: Object.fromEntries(tools.filter(([, text]) => isFactor(text)).map(([name, text]) => [name, Number(text)])),
    concurrencyFactor: factor(query.get('concurrency')),
    retries: query.get('retries') === 'off' ? 'off' : undefined,
  };
}

function readQuery(query: URLSearchParams): RolloutQuery {
  const text = (key: string): string | undefined => query.get(key) || undefined;
  const count = (key: string, otherwise: number): number => {
    const value = Number(query.get(key) ?? Number.NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  };
  const failed = { true: true, false: false }[query.get('failed') ?? ''];
  const attribute = /^([^=]+)=(.*)$/s.exec(query.get('attribute') ?? '');
  const by = sortKeys.includes(query.get('sort') ?? '') ? (query.get('sort') as RolloutSortKey) : 'start';
  return {
    filter: {
      text: text('text'),
      task: text('task'),
      failed,
      minDurationNs: query.has('minMs') ? BigInt(count('minMs', 0)) * 1_000_000n : undefined,
      attribute: attribute === null ? undefined : { key: attribute[1] ?? '', value: attribute[2] ?? '' },
    },
    sort: { by, descending: query.get('descending') === 'true' },
    limit: Math.min(1000, count('limit', 100)),
    offset: count('offset', 0),
  };
}
