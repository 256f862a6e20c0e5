import { toOtlpJson } from '@gym/trace-analysis';
import { describe, expect, test } from '@jest/globals';

import { startViewer } from '../../src/serve/start-viewer.ts';
import type { Viewer } from '../../src/serve/start-viewer.ts';
import { createMemoryStore } from '../../src/store/create-memory-store.ts';
import { makeRun } from '../make-run.ts';
import type { RunShape } from '../make-run.ts';
import { demoRun, runGymTrace, startGymTrace } from '../start-gym-trace.ts';

async function withViewer(maxSpans: number, use: (viewer: Viewer) => Promise<void>, authToken?: string): Promise<void> {
  const store = createMemoryStore({ maxSpans });
  const viewer = await startViewer({ store, authToken, port: 0, grpcPort: 0, httpPort: 0, log: () => {} });
  try {
    await use(viewer);
  } finally {
    await viewer.stop();
  }
}

async function send({ httpUrl }: Viewer, shape: RunShape): Promise<number> {
  const body = toOtlpJson(makeRun(shape));
  const response = await fetch(`${httpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

async function ask(viewer: Viewer, path: string): Promise<unknown> {
  return (await fetch(`${viewer.url}/api/${path}`)).json();
}

describe('startViewer', () => {
  test('with a token, who does not show it is refused and stores nothing', async () => {
    const refuse = async (viewer: Viewer): Promise<void> => {
      expect(await send(viewer, { rollouts: 1 })).toBe(401);
      expect(await ask(viewer, 'runs')).toEqual([]);
    };
    await withViewer(10_000, refuse, 's3cret');
  });

  test('20 rollouts sent over OTLP are a run, an overview with its straggler, a page of rollouts and a waterfall', async () => {
    await withViewer(10_000, async (viewer) => {
      expect(await send(viewer, { rollouts: 20, toolMs: (at) => (at === 7 ? 450 : 50) })).toBe(200);
      expect(await ask(viewer, 'runs')).toMatchObject([{ runId: 'made', rollouts: 20, spans: 140, traces: 20 }]);
      const overview = await ask(viewer, 'overview?run=made');
      expect(overview).toMatchObject({ total: 20, analyzed: 20, slowest: [{ rolloutId: '3-1' }] });
      const page = (await ask(viewer, 'rollouts?run=made&sort=duration&descending=true&limit=2')) as {
        readonly rollouts: readonly { readonly rolloutId: string; readonly traceId: string }[];
      };
      expect(page).toMatchObject({ total: 20, rollouts: [{ rolloutId: '3-1', durationNs: '482000000' }, {}] });
      expect(await ask(viewer, 'rollouts?run=made&task=3&minMs=100')).toMatchObject({ total: 1 });
      expect(await ask(viewer, 'rollouts?run=made&attribute=nemo.gym.tool.name%3Dnone')).toMatchObject({ total: 0 });
      const traceId = page.rollouts[0]?.traceId ?? '';
      const trace = (await ask(viewer, `trace?id=${traceId}`)) as {
        readonly spans: { readonly spanIds: readonly string[] };
      };
      expect(trace).toMatchObject({ durationMs: 482, rollouts: [{ rolloutId: '3-1', score: 1 }] });
      expect(trace.spans.spanIds).toHaveLength(7);
      const tool = await ask(viewer, `span?trace=${traceId}&id=${trace.spans.spanIds[3]}`);
      expect(tool).toMatchObject({ name: 'gym.tool_call', attributes: { 'nemo.gym.tool.name': 'search' } });
    });
  });

  test('two runs of which the later has a slower tool: diff says fail', async () => {
    await withViewer(10_000, async (viewer) => {
      await send(viewer, { rollouts: 30, runId: 'a' });
      await send(viewer, { rollouts: 30, runId: 'b', toolMs: () => 100 });
      expect(await ask(viewer, 'diff?before=a&after=b')).toMatchObject({ verdict: 'fail' });
    });
  });

  test('70 spans of room and 20 rollouts of 7: the 10 latest stay', async () => {
    await withViewer(70, async (viewer) => {
      await send(viewer, { rollouts: 20 });
      expect(await ask(viewer, 'runs')).toMatchObject([{ spans: 70, rollouts: 10 }]);
      expect(await ask(viewer, 'rollouts?run=made&limit=1')).toMatchObject({ rollouts: [{ rolloutId: '5-0' }] });
    });
  });

  test('the event stream tells of spans that arrive', async () => {
    await withViewer(10_000, async (viewer) => {
      const stream = await fetch(`${viewer.url}/api/events`);
      expect(stream.headers.get('content-type')).toBe('text/event-stream');
      await send(viewer, { rollouts: 2 });
      let text = '';
      for await (const part of stream.body ?? []) {
        text += Buffer.from(part).toString();
        if (text.includes('"received":14')) break;
      }
      expect(text).toContain('"version":1');
    });
  });

  test('POST is 405, an unknown trace 404, another Host 403, and every answer has the policy', async () => {
    await withViewer(10_000, async (viewer) => {
      expect((await fetch(`${viewer.url}/api/runs`, { method: 'POST' })).status).toBe(405);
      const missing = await fetch(`${viewer.url}/api/trace?id=00`);
      expect(missing.status).toBe(404);
      expect(missing.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      const { request } = await import('node:http');
      const status = await new Promise((resolve, reject) => {
        request(`${viewer.url}/api/runs`, { headers: { host: 'evil.example' } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect(status).toBe(403);
    });
  });
});

describe('gym-trace serve', () => {
  test('shows the logs given, prints where it is, and ends with code 0 on SIGTERM', async () => {
    const started = startGymTrace(['serve', demoRun, '--port', '0', '--grpc-port', '0', '--http-port', '0']);
    const said = await started.sees(/Ctrl-C stops/);
    const url = /page +(\S+)/.exec(said)?.[1] ?? '';
    expect(await (await fetch(`${url}api/runs`)).json()).toMatchObject([{ rollouts: 3, spans: 61 }]);
    started.child.kill('SIGTERM');
    expect(await started.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('--host 0.0.0.0 without --allow-remote: exit code 2', async () => {
    const { code, stderr } = await runGymTrace('serve', '--host', '0.0.0.0');
    expect(code).toBe(2);
    expect(stderr).toContain('add --allow-remote if you mean it');
  });
});

test('serve --token-env with a variable that is not set ends with 2 and says what to do', async () => {
  const { code, stderr } = await runGymTrace('serve', '--port', '0', '--token-env', 'GYM_TEST_NO_SUCH_TOKEN');
  expect(code).toBe(2);
  expect(stderr).toContain('the variable GYM_TEST_NO_SUCH_TOKEN is not set; put the token there');
});

test('log records of a trace are kept and given with their span; one without a trace is dropped', async () => {
  await withViewer(10_000, async (viewer) => {
    const [traceId, spanId] = ['a'.repeat(32), 'b'.repeat(16)];
    const record = (body: object, ids: object): object => ({ severityText: 'WARN', timeUnixNano: '5', body, ...ids });
    const logRecords = [
      record({ stringValue: 'slow answer' }, { traceId, spanId }),
      record({ kvlistValue: { values: [{ key: 'n', value: { intValue: '3' } }] } }, { traceId, spanId }),
      record({ stringValue: 'elsewhere' }, { traceId, spanId: 'c'.repeat(16) }),
      record({ stringValue: 'nowhere' }, {}),
    ];
    const response = await fetch(`${viewer.httpUrl}/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    });
    await response.arrayBuffer();
    await viewer.settle();
    expect(await ask(viewer, `logs?trace=${traceId}&span=${spanId}`)).toMatchObject([
      { body: 'slow answer', severity: 'WARN', timeNs: '5' },
      { body: '{"n":3}' },
    ]);
    const events = await fetch(`${viewer.url}/api/events`);
    const reader = events.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('"logsWithoutTrace":1');
    await reader?.cancel();
  });
});

test('metrics that come over OTLP are given as series with their last value', async () => {
  await withViewer(10_000, async (viewer) => {
    const count = (asInt: string): object => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'agent' } }] },
      scopeMetrics: [
        { metrics: [{ name: 'gym.runs', unit: '{run}', sum: { aggregationTemporality: 2, dataPoints: [{ asInt }] } }] },
      ],
    });
    for (const value of ['3', '5']) {
      const response = await fetch(`${viewer.httpUrl}/v1/metrics`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ resourceMetrics: [count(value)] }),
      });
      await response.arrayBuffer();
    }
    expect(await ask(viewer, 'metrics')).toMatchObject([
      { name: 'gym.runs', server: 'agent', unit: '{run}', value: 5 },
    ]);
  });
});

test('spans sent to a store that takes none are refused, and counted', async () => {
  const insertSpans = (): Promise<never> => Promise.reject(new Error('this store is only read'));
  const store = { ...createMemoryStore({ maxSpans: 10 }), insertSpans };
  const viewer = await startViewer({ store, port: 0, grpcPort: 0, httpPort: 0, log: () => {} });
  try {
    expect(await send(viewer, { rollouts: 1 })).toBe(503);
    const reader = (await fetch(`${viewer.url}/api/events`)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('"refused":1');
    await reader?.cancel();
  } finally {
    await viewer.stop();
  }
});
