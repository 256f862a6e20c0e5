/** The version of this package, the scope version of its tracer and meter; a test holds it to package.json. */
export const version = '0.1.0';

/** The name of the tracer and the meter all `gym.*` telemetry comes from. Contract section 10. */
export const scopeName = 'nemo.gym';
