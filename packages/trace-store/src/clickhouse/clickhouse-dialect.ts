import type { FilterName, QueryDialect } from '../query-engine.ts';
import type { RolloutSortKey } from '../trace-store.ts';
import { readClickHouseLog, readClickHouseSpan } from './read-clickhouse-span.ts';

// The layout is the one the OpenTelemetry Collector's ClickHouse exporter makes: sqltemplates/traces_table.sql in
// opentelemetry-collector-contrib, exporter/clickhouseexporter. Older exporters write STATUS_CODE_ERROR for Error.
const runId = `ResourceAttributes['nemo.run.id']`;
const rolloutId = `SpanAttributes['nemo.gym.rollout.id']`;
const server = `multiIf(ResourceAttributes['nemo.gym.server.name'] != '', ResourceAttributes['nemo.gym.server.name'],
  ServiceName != '', toString(ServiceName), 'unknown')`;
const startNs = `toUnixTimestamp64Nano(Timestamp)`;
const isError = `StatusCode IN ('Error', 'STATUS_CODE_ERROR')`;
const ofRun = `otel_traces WHERE ${runId} = {run_id:String}`;

const totals = `min(${startNs}) AS start_ns, max(${startNs} + toInt64(Duration)) AS end_ns, count() AS spans,
  uniqExact(TraceId) AS traces, uniqExactIf((TraceId, ${rolloutId}), ${rolloutId} != '') AS rollouts,
  countIf(${isError}) AS errors`;

// The weighted one is nearest-rank, as DuckDB's quantile_disc; quantileExact takes the next value up.
const durations = `count() AS spans, countIf(${isError}) AS errors, max(Duration) AS max_ns,
  quantilesExactWeighted(0.5, 0.95, 0.99)(Duration, 1) AS quantiles`;

const servers = `arraySort(groupUniqArray(${server})) AS servers`;

/** Of several spans that name a rollout the longest, then the earliest, then the one with the greatest id. */
const longest = `(Duration, -${startNs}, SpanId)`;

const filters: Readonly<Record<FilterName, string>> = {
  text: `position(lower(rollout_id), lower({text:String})) > 0`,
  task: `replaceRegexpOne(rollout_id, '^(?s)(.+)-[^-]*$', '\\\\1') = {task:String}`,
  failed: `failed = {failed:UInt8}`,
  minDurationNs: `duration_ns >= {min_duration_ns:Int64}`,
  maxDurationNs: `duration_ns <= {max_duration_ns:Int64}`,
  attribute: `trace_id IN (SELECT TraceId FROM ${ofRun}
    AND ((mapContains(SpanAttributes, {attribute_key:String}) AND SpanAttributes[{attribute_key:String}] = {attribute_value:String})
      OR (mapContains(ResourceAttributes, {attribute_key:String}) AND ResourceAttributes[{attribute_key:String}] = {attribute_value:String})))`,
};

const sortColumns: Readonly<Record<RolloutSortKey, string>> = {
  start: 'start_ns',
  duration: 'duration_ns',
  spans: 'spans',
  errors: 'errors',
  rolloutId: 'rollout_id',
};

const selectSpans = `SELECT ${startNs} AS start_ns, Duration AS duration_ns, TraceId AS trace_id, SpanId AS span_id,
      ParentSpanId AS parent_span_id, SpanName AS name, SpanKind AS kind, StatusCode AS status,
      StatusMessage AS status_message, ScopeName AS scope_name, ScopeVersion AS scope_version,
      SpanAttributes AS attributes, ResourceAttributes AS resource,
      arrayMap(time -> toUnixTimestamp64Nano(time), Events.Timestamp) AS event_times, Events.Name AS event_names,
      Events.Attributes AS event_attributes, Links.TraceId AS link_trace_ids, Links.SpanId AS link_span_ids,
      Links.Attributes AS link_attributes
    FROM otel_traces`;

/** The queries in ClickHouse's SQL, over the exporter's table `otel_traces`. */
export const clickHouseDialect: QueryDialect = {
  listRuns: `SELECT ${runId} AS run_id, ${totals}, ${servers} FROM otel_traces GROUP BY run_id ORDER BY start_ns DESC, run_id`,

  listRollouts: (names, sort, descending) => `SELECT *, count() OVER () AS total FROM (
      SELECT TraceId AS trace_id, ${rolloutId} AS rollout_id, argMax(${startNs}, ${longest}) AS start_ns,
        max(Duration) AS duration_ns,
        argMax(${isError}, ${longest}) OR countIf(${isError} AND SpanName = 'gym.rollout') > 0 AS failed
      FROM ${ofRun} AND ${rolloutId} != '' GROUP BY trace_id, rollout_id
    ) AS named INNER JOIN (
      SELECT TraceId AS trace_id, count() AS spans, countIf(${isError}) AS errors, ${servers}
      FROM ${ofRun} GROUP BY trace_id
    ) AS traces USING (trace_id)
    ${names.length === 0 ? '' : `WHERE ${names.map((name) => filters[name]).join(' AND ')}`}
    ORDER BY ${sortColumns[sort]} ${descending ? 'DESC' : 'ASC'}, trace_id, rollout_id
    LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,

  getTrace: `${selectSpans} WHERE TraceId = {trace_id:String} ORDER BY start_ns, span_id`,

  getTraces: `${selectSpans} WHERE TraceId IN splitByChar(',', {trace_ids:String}) ORDER BY trace_id, start_ns, span_id`,

  getSpan: `${selectSpans} WHERE TraceId = {trace_id:String} AND SpanId = {span_id:String} LIMIT 1`,

  getLogs: `SELECT TraceId AS trace_id, SpanId AS span_id, ${runId} AS run_id, ${server} AS server,
      toUnixTimestamp64Nano(Timestamp) AS time_ns, SeverityText AS severity, Body AS body, LogAttributes AS attributes
    FROM otel_logs WHERE TraceId = {trace_id:String} ORDER BY time_ns, body`,

  runTotals: `SELECT ${totals} FROM ${ofRun}`,

  spanStats: `SELECT ${server} AS server, SpanName AS name, ${durations}, sum(Duration) AS total_ns
    FROM ${ofRun} GROUP BY server, name ORDER BY total_ns DESC, server, name`,

  buckets: `SELECT intDiv(${startNs} - {from_ns:Int64}, {width_ns:Int64}) AS slice, ${server} AS server, ${durations}
    FROM ${ofRun} GROUP BY slice, server ORDER BY slice, server`,

  spanShapes: `WITH own AS (SELECT TraceId, SpanId, ParentSpanId, ${server} AS server, toString(SpanName) AS name FROM ${ofRun})
    SELECT own.server AS server, own.name AS name, parent.SpanId != '' AS has_parent, parent.server AS parent_server,
      parent.name AS parent_name, uniqExact(own.TraceId) AS traces, (SELECT uniqExact(TraceId) FROM own) AS total
    FROM own LEFT JOIN own AS parent ON parent.TraceId = own.TraceId AND parent.SpanId = own.ParentSpanId
    GROUP BY server, name, has_parent, parent_server, parent_name
    ORDER BY traces DESC, server, name, has_parent, parent_server, parent_name`,

  attributeKey: (key) => key,
  readSpan: readClickHouseSpan,
  readLog: readClickHouseLog,
};

/** Marks the rows of `run_id` as deleted and waits until they are gone. */
export const deleteRunSql: string = `ALTER TABLE otel_traces DELETE WHERE ${runId} = {run_id:String} SETTINGS mutations_sync = 1`;

/** How much the table holds. */
export const statsSql: string = `SELECT count() AS spans, uniqExact(${runId}) AS runs,
  (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'otel_traces') AS bytes
  FROM otel_traces`;
