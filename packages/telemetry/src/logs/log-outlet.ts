import { context } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';

import type { LogSink } from '../log-sink.ts';
import { getRuntime } from '../runtime.ts';
import { suppressKey } from '../suppress-key.ts';
import type { GymLogRecord, LogEmitter } from './log-record.ts';
import { isQuiet, quietly } from './quietly.ts';

/** How many records are kept until telemetry has started. */
const maxWaiting = 1000;

type BridgedRecord = GymLogRecord & { readonly context: Context };

let closed = false;
let emitter: LogEmitter | undefined;
let waiting: BridgedRecord[] = [];
let tooEarly = 0;
let bridged = false;
let saidUseless = false;

/** Whether anybody takes log records, now or once telemetry has started: one boolean. */
export function takesLogs(): boolean {
  return !closed;
}

/**
 * Emits the record that `make` returns, or keeps it until telemetry has started. Never throws.
 *
 * What is written while a record is made or emitted, by the `log` sink, or by an exporter is left out: no loop.
 */
export function emitLog(make: () => GymLogRecord): void {
  const active = context.active();
  if (closed || isQuiet() || active.getValue(suppressKey) === true) return;
  quietly(() => {
    try {
      const record = { ...make(), context: active };
      if (emitter) emitter.emit(record);
      else if (waiting.length < maxWaiting) waiting.push(record);
      else tooEarly += 1;
    } catch {
      // A value that cannot be read costs its record, not the host's call.
    }
  });
}

/** Telemetry has started: emits what waited. Without an emitter it is forgotten, and nothing is kept from now on. */
export function openLogs(next: LogEmitter | undefined, log: LogSink): void {
  const early = waiting;
  const dropped = tooEarly;
  waiting = [];
  tooEarly = 0;
  closed = !next;
  emitter = next;
  sayWhenUseless();
  if (!next) return;
  quietly(() => {
    for (const record of early) next.emit(record);
  });
  if (dropped > 0) {
    const total = early.length + dropped;
    log('warn', `${dropped} of ${total} log records made before telemetry had started were dropped`);
  }
}

/** Telemetry ends: the bridges go back to one boolean. */
export function closeLogs(): void {
  closed = true;
  emitter = undefined;
}

/** As before the first record. */
export function resetLogs(): void {
  closed = false;
  emitter = undefined;
  waiting = [];
  tooEarly = 0;
  saidUseless = false;
}

/** A bridge was put up: it is said once when telemetry is on and logs are not. */
export function noteBridge(): void {
  bridged = true;
  sayWhenUseless();
}

function sayWhenUseless(): void {
  const runtime = getRuntime();
  if (!runtime || !bridged || runtime.logger || saidUseless) return;
  saidUseless = true;
  runtime.sink('info', 'console or pino is bridged, but no log records are exported here: see logs_enabled');
}
