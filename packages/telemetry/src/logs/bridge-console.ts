import { format, types } from 'node:util';

import type { Attributes } from '@opentelemetry/api';

import { exceptionAttributes } from './exception-attributes.ts';
import { emitLog, noteBridge, takesLogs } from './log-outlet.ts';
import { severityNumbers } from './log-record.ts';
import { quietly } from './quietly.ts';

const severities = { debug: 'DEBUG', info: 'INFO', log: 'INFO', warn: 'WARN', error: 'ERROR' } as const;

type Method = keyof typeof severities;

/**
 * Makes a log record of each `console.debug`, `info`, `log`, `warn` and `error`; returns what undoes it.
 *
 * The original method is called first, as before. The body is the text the console writes; it is not redacted. The first
 * error among the arguments also becomes `exception.*` attributes. A record carries the active span. One made before
 * `initTelemetry` has finished is kept (at most 1000) and emitted after it; with logs off a call costs one boolean.
 * Undoing leaves alone what others have wrapped since. Contract section 11; issue 3, section 6.
 */
export function bridgeConsole(): () => void {
  noteBridge();
  const undos = (Object.keys(severities) as Method[]).map(bridgeMethod);
  return () => {
    for (const undo of undos) undo();
  };
}

function bridgeMethod(method: Method): () => void {
  const original = console[method];
  const severityText = severities[method];
  let active = true;
  const wrapper = function (this: unknown, ...args: unknown[]): void {
    if (!active || !takesLogs()) return original.apply(this, args);
    // Quiet, so that a console whose methods call each other, or two bridges, make one record of one call.
    quietly(() => original.apply(this, args));
    emitLog(() => ({
      timestamp: new Date(),
      severityNumber: severityNumbers[severityText],
      severityText,
      body: format(...args),
      attributes: firstError(args),
    }));
  };
  Reflect.set(console, method, wrapper);
  return () => {
    active = false;
    if (console[method] === wrapper) Reflect.set(console, method, original);
  };
}

function firstError(args: readonly unknown[]): Attributes {
  // Not `instanceof`, which runs the traps of a proxy.
  const error = args.find((arg) => types.isNativeError(arg));
  if (!error) return {};
  const { message, name, stack } = error;
  return exceptionAttributes({ type: name, message, stack });
}
