import { GymAttribute } from './attribute-names.ts';
import { gymInstruments, type GymInstruments } from './instruments.ts';
import { getRuntime } from './runtime.ts';

/** Calls `record` with the instruments while metrics are on; a fault in it never reaches the host. */
export function withInstruments(record: (instruments: GymInstruments) => void): void {
  const meter = getRuntime()?.meter;
  if (!meter) return;
  try {
    record(gymInstruments(meter));
  } catch {
    // A meter of another SDK that throws costs one point, not the host's call.
  }
}

/** Records how many servers the supervisor runs (`gym.servers.active`); 0 when they are stopped. */
export function recordServersActive(count: number): void {
  withInstruments((instruments) => instruments.serversActive.record(count));
}

/** Counts one repeated HTTP call (`gym.http.retry_total`); `reason` is a low-cardinality word such as `timeout`. */
export function recordHttpRetry(reason: string): void {
  withInstruments((instruments) => instruments.httpRetries.add(1, { [GymAttribute.HTTP_RETRY_REASON]: reason }));
}

/** Counts one timed out HTTP call (`gym.http.timeout_total`); `reason` says which limit, such as `headers`. */
export function recordHttpTimeout(reason: string): void {
  withInstruments((instruments) => instruments.httpTimeouts.add(1, { [GymAttribute.HTTP_TIMEOUT_REASON]: reason }));
}
