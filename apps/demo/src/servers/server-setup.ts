import type { Settings } from '../config/read-settings.ts';
import type { DemoServerType } from '../config/setting-table.ts';

/** What the supervisor tells a server: who it is, its settings, and the addresses of the servers it refers to. */
export interface ServerSetup {
  readonly name: string;
  readonly type: DemoServerType;
  readonly settings: Settings;
  /** Base URLs by the setting that refers to the server, for example `model_server`. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** The environment variable that carries a {@link ServerSetup} as JSON. */
export const setupVariable = 'GYM_SERVER_SETUP';

/** What a server tells the supervisor over IPC once it listens. */
export interface ListeningMessage {
  readonly kind: 'listening';
  readonly url: string;
}

/** Reads the setup out of the environment; throws when the program was not started by the supervisor. */
export function readServerSetup(env: Readonly<Record<string, string | undefined>>): ServerSetup {
  const text = env[setupVariable];
  if (!text) throw new Error(`${setupVariable} is not set: this program is started by the demo's supervisor`);
  return JSON.parse(text) as ServerSetup;
}

/** Whether a message of a child process says that it listens. */
export function isListeningMessage(message: unknown): message is ListeningMessage {
  return typeof message === 'object' && message !== null && (message as { kind?: unknown }).kind === 'listening';
}
