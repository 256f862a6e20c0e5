import { readFileSync } from 'node:fs';

import type { OtlpTls } from '../otlp/otlp-transport.ts';
import type { Warn } from './otel-env.ts';

/** Reads the PEM files of `OTEL_EXPORTER_OTLP_[<SIGNAL>_]CERTIFICATE`, `_CLIENT_CERTIFICATE` and `_CLIENT_KEY`; one that cannot be read is warned about and left out. */
export function readTls(setting: (suffix: string) => string | undefined, warn: Warn): OtlpTls {
  const read = (suffix: string): Buffer | undefined => {
    const path = setting(suffix);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      warn(`OTEL_EXPORTER_OTLP_${suffix}: cannot read ${JSON.stringify(path)} (${String(code)}); ignored`);
      return undefined;
    }
  };
  const ca = read('CERTIFICATE');
  const cert = read('CLIENT_CERTIFICATE');
  const key = read('CLIENT_KEY');
  if ((cert === undefined) !== (key === undefined)) {
    warn('OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE and _CLIENT_KEY work only together; both ignored');
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
  };
}
