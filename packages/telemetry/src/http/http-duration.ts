import type { Histogram, Meter } from '@opentelemetry/api';

/** Which end of an HTTP request is timed. */
export type HttpSide = 'client' | 'server';

/** Bucket bounds in seconds. Source: semconv HTTP 1.4x. */
const boundsSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const histograms: Readonly<Record<HttpSide, WeakMap<Meter, Histogram>>> = {
  client: new WeakMap(),
  server: new WeakMap(),
};

/** The histogram `http.client.request.duration` or `http.server.request.duration` (seconds) of a meter, made at the first use. */
export function httpDuration(meter: Meter, side: HttpSide): Histogram {
  let histogram = histograms[side].get(meter);
  if (!histogram) {
    histogram = meter.createHistogram(`http.${side}.request.duration`, {
      description: `Duration of HTTP ${side} requests.`,
      unit: 's',
      advice: { explicitBucketBoundaries: boundsSeconds },
    });
    histograms[side].set(meter, histogram);
  }
  return histogram;
}
