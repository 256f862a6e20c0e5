import { disableSpanGroups } from '@gym/telemetry-span-groups';

import { closeCallSites } from './call-sites.ts';
import { describeLoss, emptyReport, type DeliveryReport } from './delivery-report.ts';
import { installExitHooks } from './exit-hooks.ts';
import type { StartedSdk } from './load-sdk.ts';
import type { LogSink } from './log-sink.ts';
import { closeLogs } from './logs/log-outlet.ts';
import { defaultTimeoutMs, type Telemetry, type TelemetryFacts } from './telemetry-handle.ts';

/** The handle of a process that owns the SDK it started. */
export function ownedHandle(about: TelemetryFacts, sdk: StartedSdk, exitHooks: boolean, log: LogSink): Telemetry {
  let stopped: Promise<DeliveryReport> | undefined;
  const stop = async (timeoutMs: number): Promise<DeliveryReport> => {
    disableSpanGroups(); // No new spans; context still goes through until the last request is answered.
    closeLogs();
    const report = await guard(sdk.shutdown({ timeoutMs }));
    closeCallSites();
    removeHooks();
    const loss = describeLoss(report);
    if (loss) log('warn', loss);
    return report;
  };
  const guard = (delivery: Promise<DeliveryReport>): Promise<DeliveryReport> =>
    delivery.catch((error: unknown) => {
      log('warn', `telemetry could not be flushed: ${String(error)}`);
      return emptyReport;
    });
  const forceFlush: Telemetry['forceFlush'] = ({ timeoutMs = defaultTimeoutMs } = {}) =>
    stopped ?? guard(sdk.forceFlush({ timeoutMs }));
  const shutdown: Telemetry['shutdown'] = ({ timeoutMs = defaultTimeoutMs } = {}) => (stopped ??= stop(timeoutMs));
  const removeHooks = exitHooks ? installExitHooks({ flush: forceFlush, shutdown }) : (): void => {};
  return { ...about, counts: () => sdk.counts(), forceFlush, shutdown };
}
