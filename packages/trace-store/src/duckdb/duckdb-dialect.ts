import type { FilterName, QueryDialect } from '../query-engine.ts';
import type { RolloutSortKey } from '../trace-store.ts';
import { fromLogRow } from './logs-table.ts';
import { fromSpanRow } from './span-row.ts';
import { spanColumns } from './spans-table.ts';

const totals = `min(start_ns) AS start_ns, max(end_ns) AS end_ns, count(*) AS spans, count(DISTINCT trace_id) AS traces,
  count(DISTINCT (trace_id, rollout_id)) FILTER (rollout_id <> '') AS rollouts,
  count(*) FILTER (status = 'ERROR') AS errors`;

const durations = `count(*) AS spans, count(*) FILTER (status = 'ERROR') AS errors, max(duration_ns) AS max_ns,
  quantile_disc(duration_ns, [0.5, 0.95, 0.99]) AS quantiles`;

const servers = `list_sort(list(DISTINCT server)) AS servers`;

/** Of several spans that name a rollout the longest, then the earliest, then the one with the greatest id. */
const longest = `(duration_ns, -(start_ns::HUGEINT), span_id)`;

const filters: Readonly<Record<FilterName, string>> = {
  text: `contains(lower(rollout_id), lower($text))`,
  task: `regexp_replace(rollout_id, '^(?s)(.+)-[^-]*$', '\\1') = $task`,
  failed: `failed = $failed`,
  minDurationNs: `duration_ns >= $min_duration_ns`,
  maxDurationNs: `duration_ns <= $max_duration_ns`,
  attribute: `trace_id IN (SELECT trace_id FROM spans WHERE run_id = $run_id
    AND $attribute_value IN (json_extract_string(attributes, $attribute_key), json_extract_string(resource, $attribute_key)))`,
};

const sortColumns: Readonly<Record<RolloutSortKey, string>> = {
  start: 'start_ns',
  duration: 'duration_ns',
  spans: 'spans',
  errors: 'errors',
  rolloutId: 'rollout_id',
};

/** The queries in DuckDB's SQL. */
export const duckDbDialect: QueryDialect = {
  listRuns: `SELECT run_id, ${totals}, ${servers} FROM spans GROUP BY run_id ORDER BY start_ns DESC, run_id`,

  listRollouts: (names, sort, descending) => `WITH
    traces AS (
      SELECT trace_id, count(*) AS spans, count(*) FILTER (status = 'ERROR') AS errors, ${servers}
      FROM spans WHERE run_id = $run_id GROUP BY trace_id
    ),
    named AS (
      SELECT trace_id, rollout_id, arg_max(start_ns, ${longest}) AS start_ns, max(duration_ns) AS duration_ns,
        (arg_max(status, ${longest}) = 'ERROR' OR count(*) FILTER (status = 'ERROR' AND name = 'gym.rollout') > 0)::INTEGER
          AS failed
      FROM spans WHERE run_id = $run_id AND rollout_id <> '' GROUP BY trace_id, rollout_id
    )
    SELECT *, count(*) OVER () AS total FROM named JOIN traces USING (trace_id)
    ${names.length === 0 ? '' : `WHERE ${names.map((name) => filters[name]).join(' AND ')}`}
    ORDER BY ${sortColumns[sort]} ${descending ? 'DESC' : 'ASC'}, trace_id, rollout_id
    LIMIT $limit OFFSET $offset`,

  getTrace: `SELECT ${spanColumns} FROM spans WHERE trace_id = $trace_id ORDER BY start_ns, span_id`,

  getTraces: `SELECT ${spanColumns} FROM spans WHERE trace_id IN (SELECT unnest(string_split($trace_ids, ',')))
    ORDER BY trace_id, start_ns, span_id`,

  getSpan: `SELECT ${spanColumns} FROM spans WHERE trace_id = $trace_id AND span_id = $span_id LIMIT 1`,

  getLogs: `SELECT * FROM logs WHERE trace_id = $trace_id ORDER BY time_ns, body`,

  runTotals: `SELECT ${totals} FROM spans WHERE run_id = $run_id`,

  spanStats: `SELECT server, name, ${durations}, sum(duration_ns) AS total_ns FROM spans WHERE run_id = $run_id
    GROUP BY server, name ORDER BY total_ns DESC, server, name`,

  buckets: `SELECT (start_ns - $from_ns::UBIGINT) // $width_ns::UBIGINT AS slice, server, ${durations}
    FROM spans WHERE run_id = $run_id GROUP BY slice, server ORDER BY slice, server`,

  spanShapes: `WITH own AS (SELECT trace_id, span_id, parent_span_id, server, name FROM spans WHERE run_id = $run_id)
    SELECT own.server, own.name, (parent.span_id IS NOT NULL)::INTEGER AS has_parent,
      coalesce(parent.server, '') AS parent_server, coalesce(parent.name, '') AS parent_name,
      count(DISTINCT own.trace_id) AS traces, (SELECT count(DISTINCT trace_id) FROM own) AS total
    FROM own LEFT JOIN own AS parent ON parent.trace_id = own.trace_id AND parent.span_id = own.parent_span_id
    GROUP BY ALL ORDER BY traces DESC, own.server, own.name, has_parent, parent_server, parent_name`,

  attributeKey: (key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  readSpan: fromSpanRow,
  readLog: fromLogRow,
};
