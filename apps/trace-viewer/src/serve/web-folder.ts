import { fileURLToPath } from 'node:url';

/** Where the build puts the page: `dist/web`, seen from the sources as from the build. */
export const webFolder: string = fileURLToPath(new URL('../../dist/web/', import.meta.url));
