/** The columns of the one table, in the order of a `SpanRow`, with their DuckDB types. */
const columns = {
  run_id: 'VARCHAR',
  rollout_id: 'VARCHAR',
  trace_id: 'VARCHAR',
  span_id: 'VARCHAR',
  parent_span_id: 'VARCHAR',
  server: 'VARCHAR',
  name: 'VARCHAR',
  kind: 'VARCHAR',
  status: 'VARCHAR',
  status_message: 'VARCHAR',
  start_ns: 'UBIGINT',
  end_ns: 'UBIGINT',
  duration_ns: 'BIGINT',
  scope_name: 'VARCHAR',
  scope_version: 'VARCHAR',
  attributes: 'VARCHAR',
  resource: 'VARCHAR',
  events: 'VARCHAR',
  links: 'VARCHAR',
} as const;

/** DuckDB's type of each column, in order. */
export const spanColumnTypes: readonly ('VARCHAR' | 'UBIGINT' | 'BIGINT')[] = Object.values(columns);

/** The names of the columns, for a `SELECT`. */
export const spanColumns: string = Object.keys(columns).join(', ');

/** Makes the table where there is none. */
export const createSpansTable: string = `CREATE TABLE IF NOT EXISTS spans (${Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')})`;
