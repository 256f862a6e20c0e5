import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

import { initTelemetry, shutdownTelemetry, type Telemetry } from '@gym/telemetry';
import type { TranslatedTelemetry } from '@gym/telemetry-env';

/** The name of the supervisor in spans, and of its log. */
export const supervisorName = 'supervisor';

/** The supervisor's own telemetry; `stop` delivers what is left. */
export interface SupervisorTelemetry {
  readonly telemetry: Telemetry;
  readonly stop: () => Promise<void>;
}

/**
 * Starts telemetry in the supervisor. Its console lines go to `<run folder>/supervisor.log`, as those of the servers go
 * to theirs: standard output is for people.
 */
export async function startSupervisorTelemetry(
  translated: TranslatedTelemetry,
  runFolder: string,
): Promise<SupervisorTelemetry> {
  const log = createWriteStream(join(runFolder, `${supervisorName}.log`), { flags: 'a' });
  const telemetry = await initTelemetry({
    serverName: supervisorName,
    serverType: 'supervisor',
    config: translated.config,
    env: translated.env,
    exitHooks: false,
    log: (level, message) => void log.write(`[${level}] ${message}\n`),
    consoleStream: log,
  });
  return {
    telemetry,
    stop: async () => {
      await shutdownTelemetry();
      await new Promise<void>((resolve) => log.end(() => resolve()));
    },
  };
}
