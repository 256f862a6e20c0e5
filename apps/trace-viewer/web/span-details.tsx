import type { LogRecord, SpanRecord } from '@gym/trace-analysis';
import type { VNode } from 'preact';

import { formatDuration } from '../src/report/format-duration.ts';
import type { AsJson } from './as-json.ts';
import { LoadState } from './load-state.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

/** Everything a span carries, as text. */
export function SpanDetails({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): VNode {
  const { answer: span, error } = useLoaded<AsJson<SpanRecord>>('span', { trace: traceId, id: spanId }, 0);
  if (span === undefined) return <LoadState error={error} />;
  return (
    <aside class="details" aria-label="Span details">
      <h2>{span.name}</h2>
      <p>
        {span.kind}, {span.status}
        {span.statusMessage !== undefined && `: ${span.statusMessage}`}
      </p>
      <Fields title="Attributes" fields={span.attributes} />
      {span.events.map(({ name, attributes }, at) => (
        <Fields key={at} title={`Event ${name}`} fields={attributes} />
      ))}
      {span.links.map((link, at) => (
        <p key={at}>
          Link to <a href={linkTo(['trace', link.traceId], { span: link.spanId })}>{link.traceId}</a>
        </p>
      ))}
      <Logs traceId={traceId} spanId={spanId} startNs={span.startNs} />
      <Fields title="Resource" fields={span.resource} />
    </aside>
  );
}

/** What the span's code has logged, with the time after the span's start. */
function Logs({
  traceId,
  spanId,
  startNs,
}: {
  readonly traceId: string;
  readonly spanId: string;
  readonly startNs: string;
}): VNode | null {
  const { answer: logs = [] } = useLoaded<AsJson<readonly LogRecord[]>>('logs', { trace: traceId, span: spanId }, 0);
  if (logs.length === 0) return null;
  return (
    <>
      <h3>Logs</h3>
      <dl>
        {logs.map(({ attributes, body, severity, timeNs }, at) => (
          <div key={at}>
            <dt class={/^(ERROR|FATAL)/i.test(severity) ? 'bad' : ''}>
              +{formatDuration(BigInt(timeNs) - BigInt(startNs))} {severity}
            </dt>
            <dd>
              {body}
              {Object.keys(attributes).length > 0 && ` ${JSON.stringify(attributes)}`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Fields({
  title,
  fields,
}: {
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}): VNode {
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {Object.entries(fields).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
