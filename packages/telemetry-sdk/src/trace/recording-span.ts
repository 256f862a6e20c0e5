import { diag, SpanStatusCode } from '@opentelemetry/api';
import type {
  Attributes,
  AttributeValue,
  Exception,
  HrTime,
  Link,
  Span,
  SpanContext,
  SpanKind,
  SpanStatus,
  TimeInput,
} from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';

import type { SpanLimits } from '../settings/read-limits.ts';
import { cutValue, isAttributeValue, keepAttributes, refuseAttribute } from './attribute-values.ts';
import { describeException } from './describe-exception.ts';
import type { FinishedSpan, InstrumentationScope, SpanEvent, SpanLink } from './finished-span.ts';
import { epochOriginMs, toEpochMs, toHrTime } from './span-clock.ts';

/** What the spans of one tracer have in common. */
export interface SpanOrigin {
  readonly resource: Resource;
  readonly scope: InstrumentationScope;
  readonly limits: SpanLimits;
  /** Called once, with the span ended. */
  readonly onEnd: (span: RecordingSpan) => void;
}

const unset: SpanStatus = Object.freeze({ code: SpanStatusCode.UNSET });

/**
 * A span that is recorded, and what exporters read of it. Written for few allocations: events, links and times in
 * OpenTelemetry's form are made when somebody asks for them.
 *
 * Changes after its end are ignored. Times are exact to a quarter of a microsecond, given ones of seconds and
 * nanoseconds wholly. Source: OpenTelemetry specification,
 * "Trace API" and "Span limits".
 */
export class RecordingSpan implements Span, FinishedSpan {
  name: string;
  status: SpanStatus = unset;
  ended: boolean = false;
  droppedAttributesCount: number = 0;
  droppedEventsCount: number = 0;
  droppedLinksCount: number = 0;
  /** Neighbours among the open spans. */
  previous: RecordingSpan | undefined = undefined;
  next: RecordingSpan | undefined = undefined;
  readonly attributes: Attributes = {};
  readonly kind: SpanKind;
  readonly parentSpanContext: SpanContext | undefined;
  readonly #origin: SpanOrigin;
  readonly #context: SpanContext;
  /** What to add to the times of the monotonic clock, in which all times are kept. */
  readonly #epochMs: number;
  readonly #startMs: number;
  #endMs: number = 0;
  /** Times given as seconds and nanoseconds, which are finer. */
  readonly #exactStart: HrTime | undefined;
  #exactEnd: HrTime | undefined = undefined;
  /** At least as many as there are: a key that is set again counts again, until the limit is reached. */
  #attributeCount: number = 0;
  #events: SpanEvent[] | undefined = undefined;
  #links: SpanLink[] | undefined = undefined;

  constructor(
    origin: SpanOrigin,
    name: string,
    kind: SpanKind,
    context: SpanContext,
    parent: SpanContext | undefined,
    startTime: TimeInput | undefined,
  ) {
    const nowMs = performance.now();
    this.name = name;
    this.kind = kind;
    this.parentSpanContext = parent;
    this.#origin = origin;
    this.#context = context;
    this.#epochMs = epochOriginMs(nowMs);
    this.#startMs = startTime === undefined ? nowMs : toEpochMs(startTime) - this.#epochMs;
    this.#exactStart = Array.isArray(startTime) ? startTime : undefined;
  }

  get resource(): Resource {
    return this.#origin.resource;
  }

  get instrumentationScope(): InstrumentationScope {
    return this.#origin.scope;
  }

  get startTime(): HrTime {
    return this.#exactStart ?? toHrTime(this.#epochMs + this.#startMs);
  }

  get endTime(): HrTime {
    return this.#exactEnd ?? toHrTime(this.ended ? this.#epochMs + this.#endMs : 0);
  }

  get duration(): HrTime {
    return toHrTime(this.ended ? this.#endMs - this.#startMs : 0);
  }

  get events(): SpanEvent[] {
    return this.#events ?? [];
  }

  get links(): SpanLink[] {
    return this.#links ?? [];
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  isRecording(): boolean {
    return !this.ended;
  }

  setAttribute(key: string, value: AttributeValue): this {
    if (this.#isLate() || value === undefined || value === null) return this;
    if (key === '' || !isAttributeValue(value)) {
      refuseAttribute(key);
      return this;
    }
    const { attributes } = this;
    const { attributeCountLimit, attributeValueLengthLimit } = this.#origin.limits;
    if (this.#attributeCount >= attributeCountLimit) {
      this.#attributeCount = Object.keys(attributes).length;
      if (this.#attributeCount >= attributeCountLimit && !Object.hasOwn(attributes, key)) {
        this.droppedAttributesCount += 1;
        return this;
      }
    }
    this.#attributeCount += 1;
    attributes[key] = cutValue(value, attributeValueLengthLimit);
    return this;
  }

  setAttributes(attributes: Attributes): this {
    for (const key in attributes) {
      if (Object.hasOwn(attributes, key)) this.setAttribute(key, attributes[key] as AttributeValue);
    }
    return this;
  }

  /** Beyond the limit the oldest events go. */
  addEvent(name: string, attributesOrTime?: Attributes | TimeInput, time?: TimeInput): this {
    if (this.#isLate()) return this;
    const [given, at] = isTime(attributesOrTime) ? [undefined, time ?? attributesOrTime] : [attributesOrTime, time];
    const { attributePerEventCountLimit, attributeValueLengthLimit, eventCountLimit } = this.#origin.limits;
    const { attributes, dropped } = keepAttributes(given, attributePerEventCountLimit, attributeValueLengthLimit);
    const eventTime = Array.isArray(at)
      ? at
      : toHrTime(at === undefined ? this.#epochMs + performance.now() : toEpochMs(at));
    const events = (this.#events ??= []);
    events.push({ name, attributes, time: eventTime, droppedAttributesCount: dropped });
    if (events.length > eventCountLimit) {
      events.shift();
      this.droppedEventsCount += 1;
    }
    return this;
  }

  /** Beyond the limit the oldest links go. */
  addLink(link: Link): this {
    if (this.#isLate()) return this;
    const { attributePerLinkCountLimit, attributeValueLengthLimit, linkCountLimit } = this.#origin.limits;
    const { attributes, dropped } = keepAttributes(
      link.attributes,
      attributePerLinkCountLimit,
      attributeValueLengthLimit,
    );
    const links = (this.#links ??= []);
    links.push({ context: link.context, attributes, droppedAttributesCount: dropped });
    if (links.length > linkCountLimit) {
      links.shift();
      this.droppedLinksCount += 1;
    }
    return this;
  }

  addLinks(links: Link[]): this {
    for (const link of links) this.addLink(link);
    return this;
  }

  /** OK is final, UNSET changes nothing; only an error has a message. */
  setStatus({ code, message }: SpanStatus): this {
    if (this.#isLate() || code === SpanStatusCode.UNSET || this.status.code === SpanStatusCode.OK) return this;
    const hasMessage = code === SpanStatusCode.ERROR && typeof message === 'string';
    this.status = hasMessage ? { code, message } : { code };
    return this;
  }

  updateName(name: string): this {
    if (!this.#isLate()) this.name = name;
    return this;
  }

  recordException(exception: Exception, time?: TimeInput): void {
    this.addEvent('exception', describeException(exception), time);
  }

  /** An end before the start counts as the start. */
  end(endTime?: TimeInput): void {
    if (this.#isLate()) return;
    const endMs = endTime === undefined ? performance.now() : toEpochMs(endTime) - this.#epochMs;
    const isBackwards = endMs < this.#startMs;
    this.#endMs = isBackwards ? this.#startMs : endMs;
    if (isBackwards) this.#exactEnd = this.#exactStart;
    else if (Array.isArray(endTime)) this.#exactEnd = endTime;
    this.ended = true;
    this.#origin.onEnd(this);
  }

  #isLate(): boolean {
    if (this.ended) diag.warn(`span "${this.name}" has ended and is not changed any more`);
    return this.ended;
  }
}

function isTime(value: Attributes | TimeInput | undefined): value is TimeInput {
  return typeof value === 'number' || value instanceof Date || Array.isArray(value);
}
