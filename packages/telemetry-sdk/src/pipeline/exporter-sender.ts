import { ExportResultCode, type ExportResult } from '@opentelemetry/core';

import type { Sender } from './sender.ts';

/** What OpenTelemetry's span and log record exporters have in common. */
export interface ItemExporter<T> {
  export(items: T[], done: (result: ExportResult) => void): void;
  shutdown(): Promise<void>;
}

/** Drives an exporter written for OpenTelemetry's own processors; a failure is final, since retrying is the exporter's business there. */
export function createExporterSender<T>(exporter: ItemExporter<T>): Sender<T> {
  return {
    send: (items) =>
      new Promise((resolve, reject) => {
        exporter.export([...items], ({ code, error }) => {
          if (code === ExportResultCode.SUCCESS) resolve({ kind: 'ok' });
          else reject(error ?? new Error('the exporter failed'));
        });
      }),
    close: () => {
      Promise.resolve()
        .then(() => exporter.shutdown())
        .catch(() => {});
    },
  };
}
