import type { Tracer, TracerOptions, TracerProvider } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';

import type { SpanLimits } from '../settings/read-limits.ts';
import type { RecordingSpan } from './recording-span.ts';
import { GymTracer, type TracerParts } from './tracer.ts';

/** What a {@link GymTracerProvider} is made of. */
export interface TracerProviderParts extends TracerParts {
  readonly resource: Resource;
  readonly limits: SpanLimits;
  /** Called with every span as it ends. */
  readonly onEnd: (span: RecordingSpan) => void;
  /** Sends what has ended. */
  readonly flush: () => Promise<void>;
}

/**
 * The provider of tracers.
 *
 * `forceFlush` and `shutdown` are there for hosts that know OpenTelemetry's own provider; both send what has ended, and
 * only the shutdown of the whole SDK ends this one.
 */
export class GymTracerProvider implements TracerProvider {
  readonly #parts: TracerProviderParts;
  readonly #tracers = new Map<string, Tracer>();

  constructor(parts: TracerProviderParts) {
    this.#parts = parts;
  }

  /** The tracer of a scope, the same one each time. */
  getTracer(name: string, version?: string, options?: TracerOptions): Tracer {
    const schemaUrl = options?.schemaUrl;
    const key = JSON.stringify([name, version, schemaUrl]);
    let tracer = this.#tracers.get(key);
    if (!tracer) {
      const scope = { name, ...(version && { version }), ...(schemaUrl && { schemaUrl }) };
      const { limits, onEnd, resource } = this.#parts;
      this.#tracers.set(key, (tracer = new GymTracer(this.#parts, { resource, scope, limits, onEnd })));
    }
    return tracer;
  }

  forceFlush(): Promise<void> {
    return this.#parts.flush();
  }

  shutdown(): Promise<void> {
    return this.#parts.flush();
  }
}
