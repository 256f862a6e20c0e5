import { createRequire } from 'node:module';

import * as imported from '@opentelemetry/api';

/** The module `@opentelemetry/api`. */
export type OtelApi = typeof imported;

/**
 * The instances of the API that this process has loaded, the imported one last: from 1.10 on, `require` gives another
 * one than `import`.
 *
 * They share what is registered, but a tracer that was fetched before finds its provider only through the instance it
 * came from.
 */
export function apiInstances(): readonly OtelApi[] {
  try {
    const require = createRequire(import.meta.url);
    const required = require.cache[require.resolve('@opentelemetry/api')]?.exports as OtelApi | undefined;
    if (required?.trace !== undefined && required.trace !== imported.trace) return [required, imported];
  } catch {
    // Not to be found from here, as in a bundle of the host: there is one instance.
  }
  return [imported];
}
