import type { HrTime, TimeInput } from '@opentelemetry/api';

/** Milliseconds since the epoch at which the monotonic clock (`performance.now()`) showed 0, as far as is known now. */
let originMs: number = performance.timeOrigin;

/**
 * The epoch time of the monotonic clock's zero, in milliseconds, checked at `monotonicMs`, a `performance.now()`.
 *
 * Epoch times are this plus the monotonic clock, so they are finer than the wall clock's whole milliseconds and spans of
 * one process lie in order. It changes when the two clocks have come more than a millisecond apart.
 */
export function epochOriginMs(monotonicMs: number): number {
  const wallMs = Date.now();
  const ahead = originMs + monotonicMs - wallMs;
  // Date.now() is up to a millisecond behind.
  if (ahead < -1 || ahead > 2) originMs = wallMs + 0.5 - monotonicMs;
  return originMs;
}

/** A time as the OpenTelemetry API takes it, in milliseconds since the epoch; one of `performance.now()` is understood too. */
export function toEpochMs(time: TimeInput): number {
  if (typeof time === 'number') return time <= performance.now() ? originMs + time : time;
  return time instanceof Date ? time.getTime() : time[0] * 1000 + time[1] / 1e6;
}

/** Milliseconds as seconds and nanoseconds. */
export function toHrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  const nanos = Math.round((ms - seconds * 1000) * 1e6);
  return nanos < 1e9 ? [seconds, nanos] : [seconds + 1, 0];
}
