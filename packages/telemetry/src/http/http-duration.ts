import type { Histogram, Meter } from '@opentelemetry/api';

import { createAttributeSets, type AttributeSets } from './attribute-sets.ts';

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

/** Of `http.client.request.duration`: error type, method, status code, server address and port. Source: semconv HTTP 1.4x. */
export const httpClientAttributes: AttributeSets = createAttributeSets([
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'server.address',
  'server.port',
]);

/** Of `http.server.request.duration`: error type, method, status code, route, protocol version and scheme. Source: semconv HTTP 1.4x. */
export const httpServerAttributes: AttributeSets = createAttributeSets([
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'network.protocol.version',
  'url.scheme',
]);
