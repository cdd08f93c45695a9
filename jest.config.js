/** One configuration for every test: unit tests beside their code, what crosses packages in test/. */
export default {
  testEnvironment: '<rootDir>/test/measured-environment.js',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // These name their TypeScript as `source`, as our packages do, but outside of what is transformed.
    '^(eventsource(-parser)?)$': '<rootDir>/node_modules/$1/dist/index.js',
    '^(eventsource-parser)/stream$': '<rootDir>/node_modules/$1/dist/stream.js',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  globalSetup: '<rootDir>/test/src/setup/start.ts',
  globalTeardown: '<rootDir>/test/src/setup/stop.ts',
  testSequencer: '<rootDir>/test/slow-first.js',
  cacheDirectory: '<rootDir>/.jest-cache',
  // For what hangs: a test that takes five seconds alone may take minutes on a busy machine.
  testTimeout: 300_000,
};
