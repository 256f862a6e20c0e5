import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** One configuration for the whole tree: `jest` at the root, `jest -c ../../jest.config.mjs --rootDir .` in a package. */
export default {
  testEnvironment: here('./jest.environment.mjs'),
  testEnvironmentOptions: { customExportConditions: ['@gym/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['**/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/', '/.turbo/'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript', explicitResourceManagement: true }, target: 'es2022' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  reporters: ['default', here('./jest.reporter.mjs')],
  coverageProvider: 'babel',
  testTimeout: 30_000,
};
