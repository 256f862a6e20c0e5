import type { BatchSettings } from '../pipeline/batch-settings.ts';
import type { OtelEnv } from './otel-env.ts';

/**
 * The specification says 2048, which loses most of a burst of 10 000; 32 768 spans are about 32 MB at worst.
 * The export timeout covers all retries of a batch, so that an outage of minutes loses nothing within the cap.
 */
const defaults = { maxQueueSize: 32_768, maxBatchSize: 512, exportTimeoutMs: 300_000 } as const;
const maxConcurrentExports = 8;

/** Reads `OTEL_BSP_*` (spans) or `OTEL_BLRP_*` (log records). Source: OpenTelemetry specification, "Batch Span Processor" and "Batch LogRecord Processor". */
export function readBatchSettings(env: OtelEnv, prefix: 'OTEL_BSP' | 'OTEL_BLRP'): BatchSettings {
  const maxQueueSize = env.integer(`${prefix}_MAX_QUEUE_SIZE`, 1) ?? defaults.maxQueueSize;
  const maxBatchSize = env.integer(`${prefix}_MAX_EXPORT_BATCH_SIZE`, 1) ?? defaults.maxBatchSize;
  const scheduleDelayMs = env.integer(`${prefix}_SCHEDULE_DELAY`, 0) ?? (prefix === 'OTEL_BSP' ? 5000 : 1000);
  return {
    maxQueueSize,
    maxBatchSize: Math.min(maxBatchSize, maxQueueSize),
    scheduleDelayMs: Math.min(scheduleDelayMs, 2 ** 31 - 1),
    exportTimeoutMs: env.timeoutMs(`${prefix}_EXPORT_TIMEOUT`) ?? defaults.exportTimeoutMs,
    maxConcurrentExports,
  };
}
