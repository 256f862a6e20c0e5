import { defineTelemetryConfig, type TelemetryConfigInput } from '@gym/telemetry-config';

import { startSdk, type StartedSdk, type StartSdkOptions } from '../src/index.ts';

/** A running SDK whose log lines are kept; shut down when its block ends. */
export interface TestSdk extends StartedSdk, AsyncDisposable {
  readonly lines: string[];
}

/** Starts the SDK with settings written in code and an environment of its own. */
export async function startTestSdk(
  config: TelemetryConfigInput,
  options: Partial<Omit<StartSdkOptions, 'config'>> = {},
): Promise<TestSdk> {
  const lines: string[] = [];
  const sdk = await startSdk({
    config: defineTelemetryConfig({ enabled: true, ...config }),
    runId: 'run-1',
    env: {},
    log: (level, message) => lines.push(`${level} ${message}`),
    ...options,
  });
  return {
    ...sdk,
    lines,
    [Symbol.asyncDispose]: async () => {
      await sdk.shutdown({ timeoutMs: 0 });
    },
  };
}
