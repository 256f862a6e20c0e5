import type { LogRecord, SpanRecord } from '@gym/trace-analysis';
import type { VNode } from 'preact';

import { formatDuration } from '../src/report/format-duration.ts';
import type { AsJson } from './as-json.ts';
import { LoadState } from './load-state.tsx';
import { useLoaded } from './use-loaded.ts';
import { linkTo } from './use-route.ts';

/** Longer values are cut: a megabyte of text stops a browser. */
const maxValue = 10_000;

/** Which span to show; `copy` tells spans with one id apart, from 0. */
export interface SpanDetailsProps {
  readonly traceId: string;
  readonly spanId: string;
  readonly copy: number;
}

/** Everything a span carries, as text. */
export function SpanDetails({ traceId, spanId, copy }: SpanDetailsProps): VNode {
  const { answer: span, error } = useLoaded<AsJson<SpanRecord>>(
    'span',
    { trace: traceId, id: spanId, copy: String(copy) },
    0,
  );
  if (span === undefined) return <LoadState error={error} />;
  const { endNs, links, parentSpanId, scope, startNs } = span;
  return (
    <aside class="details" aria-label="Span details">
      <h2>{span.name === '' ? '(no name)' : span.name}</h2>
      <p>
        {span.kind}, {span.status}
        {span.statusMessage !== undefined && `: ${span.statusMessage}`}
      </p>
      <p>
        {formatDuration(BigInt(endNs) - BigInt(startNs))} from {new Date(Number(BigInt(startNs) / 1_000_000n)).toJSON()}
      </p>
      <p>
        span {spanId}
        {parentSpanId !== undefined && (
          <>
            {' under '}
            <a href={linkTo(['trace', traceId], { span: parentSpanId })}>{parentSpanId}</a>
          </>
        )}
        {scope.name !== '' && `, from ${[scope.name, scope.version].filter((part) => part !== undefined).join(' ')}`}
      </p>
      <Fields title="Attributes" fields={span.attributes} />
      {span.events.map(({ name, attributes, timeNs }, at) => (
        <Fields
          key={at}
          title={`Event ${name}, +${formatDuration(BigInt(timeNs) - BigInt(startNs))}`}
          fields={attributes}
        />
      ))}
      {links.map((link, at) => (
        <div key={at}>
          <h3>
            Link to <a href={linkTo(['trace', link.traceId], { span: link.spanId })}>{link.traceId}</a>
          </h3>
          <FieldList fields={link.attributes} />
        </div>
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

type FieldsProps = { readonly fields: Readonly<Record<string, unknown>> };

function Fields({ title, fields }: FieldsProps & { readonly title: string }): VNode {
  return (
    <>
      <h3>{title}</h3>
      <FieldList fields={fields} />
    </>
  );
}

function FieldList({ fields }: FieldsProps): VNode {
  return (
    <dl>
      {Object.entries(fields).map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{shortText(typeof value === 'string' ? value : JSON.stringify(value))}</dd>
        </div>
      ))}
    </dl>
  );
}

function shortText(text: string): string {
  return text.length <= maxValue
    ? text
    : `${text.slice(0, maxValue)} ... (the first ${maxValue} of ${text.length} characters)`;
}
