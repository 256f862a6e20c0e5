// ClickHouse's HTTP interface, as far as @clickhouse/client uses it here, over the real engine embedded as chdb:
// `node serve-chdb.mjs <module of chdb> <data folder>` prints its address. Its process ends by a signal: chdb may crash
// while it is torn down.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const [chdbModule, folder] = process.argv.slice(2);
const { Session } = await import(pathToFileURL(chdbModule).href);
const session = new Session(folder, { connectionArgs: ['--output_format_json_quote_64bit_integers=1'] });
session.query('CREATE DATABASE IF NOT EXISTS traces');
session.query('USE traces');

let last = Promise.resolve();
const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url, 'http://chdb');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const query = searchParams.has('query') ? `${searchParams.get('query')}\n${body}` : body;
  const params = Object.fromEntries(
    [...searchParams].filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value]),
  );
  last = last.then(() => answer(query, params, response));
});

async function answer(query, params, response) {
  const format = /\sFORMAT JSONEachRow\s*$/;
  try {
    const isRead = format.test(query);
    const result = isRead
      ? await session.queryBindAsync(query.replace(format, ''), params, { format: 'JSONEachRow' })
      : Object.keys(params).length > 0
        ? await session.queryBindAsync(query, params)
        : await session.queryAsync(query);
    response.end(result.text());
  } catch (cause) {
    response.writeHead(500).end(String(cause?.message ?? cause));
  }
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${server.address().port}`);
