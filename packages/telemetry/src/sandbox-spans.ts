import { SpanGroup } from '@gym/telemetry-span-groups';
import type { Span } from '@opentelemetry/api';

import { GymAttribute } from './attribute-names.ts';
import { noopSpan } from './open-span.ts';
import { withInstruments } from './recorders.ts';
import { currentRolloutId } from './rollout-id.ts';
import { runInSpan } from './with-span.ts';

/** A sandbox: who provides it (a low-cardinality word such as `docker`), and its id once it has one. */
export interface Sandbox {
  readonly provider: string;
  readonly id?: string;
}

function sandboxAttributes({ provider, id }: Sandbox): Record<string, string | undefined> {
  return {
    [GymAttribute.SANDBOX_PROVIDER]: provider,
    [GymAttribute.SANDBOX_ID]: id,
    [GymAttribute.ROLLOUT_ID]: currentRolloutId(),
  };
}

/**
 * Runs the creation of a sandbox in a `gym.sandbox.start` span; when it succeeds `gym.sandbox.active` goes up by one and
 * `gym.sandbox.startup_duration_ms` is recorded (group `sandbox`). Set the id on the span when it is known.
 */
export function withSandboxStart<T>(sandbox: Sandbox, fn: (span: Span) => T): T {
  if (!SpanGroup.SANDBOX.enabled) return fn(noopSpan);
  const startedAt = performance.now();
  return runInSpan('gym.sandbox.start', { attributes: () => sandboxAttributes(sandbox) }, fn, (failed) => {
    if (failed) return;
    const provider = { [GymAttribute.SANDBOX_PROVIDER]: sandbox.provider };
    withInstruments((instruments) => {
      instruments.sandboxStartup.record(performance.now() - startedAt, provider);
      instruments.sandboxesActive.add(1, provider);
    });
  });
}

/**
 * Runs one command in a sandbox in a `gym.sandbox.exec` span and records `gym.sandbox.exec_duration_ms` (group
 * `sandbox`). The command itself is never recorded; put `nemo.gym.sandbox.return_code` and `.error_type` on the span.
 */
export function withSandboxExec<T>(sandbox: Sandbox, fn: (span: Span) => T): T {
  if (!SpanGroup.SANDBOX.enabled) return fn(noopSpan);
  const startedAt = performance.now();
  return runInSpan('gym.sandbox.exec', { attributes: () => sandboxAttributes(sandbox) }, fn, () =>
    withInstruments(({ sandboxExec }) =>
      sandboxExec.record(performance.now() - startedAt, { [GymAttribute.SANDBOX_PROVIDER]: sandbox.provider }),
    ),
  );
}

/** Runs the end of a sandbox in a `gym.sandbox.stop` span; `gym.sandbox.active` goes down by one (group `sandbox`). */
export function withSandboxStop<T>(sandbox: Sandbox, fn: (span: Span) => T): T {
  if (!SpanGroup.SANDBOX.enabled) return fn(noopSpan);
  return runInSpan('gym.sandbox.stop', { attributes: () => sandboxAttributes(sandbox) }, fn, () =>
    withInstruments(({ sandboxesActive }) =>
      sandboxesActive.add(-1, { [GymAttribute.SANDBOX_PROVIDER]: sandbox.provider }),
    ),
  );
}

/** Counts one repeated creation of a sandbox (`gym.sandbox.create_retry_total`, group `sandbox`). */
export function recordSandboxCreateRetry(provider: string): void {
  if (!SpanGroup.SANDBOX.enabled) return;
  withInstruments(({ sandboxRetries }) => sandboxRetries.add(1, { [GymAttribute.SANDBOX_PROVIDER]: provider }));
}
