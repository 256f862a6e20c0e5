import { readSpans } from '@gym/trace-analysis';
import type { SpanRecord } from '@gym/trace-analysis';

/** A trace that looks odd, what the page says about it, and how many rows it has. */
export interface OddTrace {
  readonly traceId: string;
  readonly spans: readonly SpanRecord[];
  readonly says: RegExp;
  readonly rows: number;
}

interface Sketch {
  readonly id: number;
  readonly parent?: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly rest?: Partial<SpanRecord>;
}

const clockNs = 1_764_000_000_000_000_000n;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** A parent of 100 ms and what is under it, in one trace; a sketch with id 1 stands in for that parent. */
function oddTrace(number: number, says: RegExp, sketches: readonly Sketch[], rows = sketches.length + 1): OddTrace {
  const traceId = hex(0xa000 + number, 32);
  const root = { id: 1, fromMs: 0, toMs: 100, rest: { name: 'gym.rollout' } };
  const all = sketches.some(({ id, parent }) => id === 1 && parent !== undefined) ? sketches : [root, ...sketches];
  const spans = all.map(({ id, parent, fromMs, toMs, rest }: Sketch): SpanRecord => ({
    traceId,
    spanId: hex(id, 16),
    parentSpanId: parent === undefined ? undefined : hex(parent, 16),
    name: `span ${id}`,
    kind: 'INTERNAL',
    startNs: clockNs + BigInt(fromMs * 1e6),
    endNs: clockNs + BigInt(toMs * 1e6),
    status: 'UNSET',
    statusMessage: undefined,
    attributes: {},
    events: [],
    links: [],
    resource: resourceOf('agent'),
    scope: { name: 'nemo.gym', version: undefined },
    ...rest,
  }));
  return { traceId, spans, says, rows };
}

function resourceOf(server: string): SpanRecord['resource'] {
  return { 'nemo.gym.server.name': server, 'service.instance.id': server, 'nemo.run.id': 'odd' };
}

/** Shaped as OTLP's own JSON example is: ids in capitals, times that are numbers, a parent that is not there. */
const otlpExample = JSON.stringify({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'some.service' } }] },
      scopeSpans: [
        {
          scope: { name: 'lib', version: '1.0.0', attributes: [{ key: 'k', value: { stringValue: 'v' } }] },
          spans: [
            {
              traceId: `${'0'.repeat(28)}BEEF`,
              spanId: 'EEE19B7EC3C1B174',
              parentSpanId: 'EEE19B7EC3C1B173',
              name: 'a server span',
              startTimeUnixNano: 1_544_712_660_000_000_000,
              endTimeUnixNano: 1_544_712_661_000_000_000,
              kind: 2,
              attributes: [{ key: 'my.attribute', value: { stringValue: 'some value' } }],
            },
          ],
        },
      ],
    },
  ],
});

/** Inputs nobody here wrote, by what is odd about them. */
export const oddTraces: Readonly<Record<string, OddTrace>> = {
  'children that overlap': oddTrace(1, /1 span overlaps an earlier sibling: the critical path goes through the one/, [
    { id: 2, parent: 1, fromMs: 10, toMs: 60 },
    { id: 3, parent: 1, fromMs: 40, toMs: 90 },
  ]),
  'a child 50 ms longer than its parent': oddTrace(2, /1 span reaches outside the parent, span 2 by 50\.0 ms/, [
    { id: 2, parent: 1, fromMs: 10, toMs: 150 },
  ]),
  'a parent that is missing': oddTrace(3, /span 0{15}2 names the parent 0{15}9, which is missing/, [
    { id: 2, parent: 9, fromMs: 10, toMs: 50 },
  ]),
  'two spans with one id': oddTrace(4, /two different spans have the id 0{15}2/, [
    { id: 2, parent: 1, fromMs: 10, toMs: 20, rest: { attributes: { which: 'first' } } },
    { id: 2, parent: 1, fromMs: 30, toMs: 40, rest: { attributes: { which: 'second' } } },
  ]),
  'a span sent twice': oddTrace(
    5,
    /span 0{15}2 was recorded twice; one is kept/,
    [
      { id: 2, parent: 1, fromMs: 10, toMs: 20 },
      { id: 2, parent: 1, fromMs: 10, toMs: 20 },
    ],
    2,
  ),
  'spans of no duration': oddTrace(6, /2 spans took no time/, [
    { id: 2, parent: 1, fromMs: 10, toMs: 10 },
    { id: 3, parent: 2, fromMs: 10, toMs: 10 },
  ]),
  'a clock that went backwards': oddTrace(7, /span 0{15}2 ends before it starts; shown as empty/, [
    { id: 2, parent: 1, fromMs: 50, toMs: 40 },
  ]),
  'a server whose clock is 3 s ahead': oddTrace(
    8,
    /clocks disagree by 3\.00 s: that of tools is ahead of that of agent, its spans are shifted/,
    [
      { id: 2, parent: 1, fromMs: 10, toMs: 90, rest: { kind: 'CLIENT', name: 'HTTP POST' } },
      { id: 3, parent: 2, fromMs: 3020, toMs: 3080, rest: { kind: 'SERVER', resource: resourceOf('tools') } },
    ],
  ),
  'spans that are each other’s parent': oddTrace(
    9,
    /span 0{15}1 is its own ancestor; it is taken as a root/,
    [
      { id: 1, parent: 2, fromMs: 0, toMs: 100 },
      { id: 2, parent: 1, fromMs: 10, toMs: 90 },
    ],
    2,
  ),
  'names in other scripts, with a bidi override and a newline': oddTrace(10, /模型 🚀 e\u0301/, [
    { id: 2, parent: 1, fromMs: 10, toMs: 20, rest: { name: '模型 🚀 e\u0301 \u202Eתורה\n' } },
  ]),
  'an attribute of 2 MB': oddTrace(11, /2 spans, 2 levels/, [
    { id: 2, parent: 1, fromMs: 10, toMs: 20, rest: { attributes: { big: 'x'.repeat(2_097_152) } } },
  ]),
  'a chain of 10 000 spans': oddTrace(
    12,
    /10000 spans, 10000 levels/,
    Array.from({ length: 9999 }, (_, at) => ({ id: at + 2, parent: at + 1, fromMs: 0, toMs: 100 })),
  ),
  'OTLP JSON as in the protocol’s examples': {
    traceId: `${'0'.repeat(28)}beef`,
    spans: readSpans(otlpExample).spans,
    says: /span eee19b7ec3c1b174 names the parent eee19b7ec3c1b173, which is missing/,
    rows: 1,
  },
};
