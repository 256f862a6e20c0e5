/** The version of this package and of the `@gym/*` packages released with it; a test holds it to package.json. */
export const version = '0.1.0';

/** The instrumentation scope of everything these packages record. */
export const scopeName = 'nemo.gym';
