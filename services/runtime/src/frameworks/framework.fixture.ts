import { PlatformError } from '@platform/errors';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { createLogger } from '@platform/observability/logging';
import type { CandlesOf, Framework, RunOptions } from './framework.js';
import { createFramework, defaultBacktestLimits, type FrameworksOptions } from './index.js';
import type { FrameworkDefinition } from './python/framework.js';

/** A framework as the service makes it, in the machine's own cache. */
export function createTestFramework(
  definition: FrameworkDefinition,
  changes: Partial<FrameworksOptions> = {},
  image = definition.images[0],
): Framework {
  return createFramework(definition, image, {
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
    maximumWorkers: 2,
    idleTimeoutMs: 60_000,
    limits: defaultBacktestLimits,
    allowUnisolatedStrategies: false,
    clock: systemClock,
    random: systemRandom,
    logger: createLogger({ process: 'test', level: 'fatal' }),
    report: () => {},
    ...changes,
  });
}

const nothingStored: CandlesOf = async () => {
  throw new PlatformError('data_unavailable', { message: 'nothing is stored.' });
};

/** What a run is connected to: nothing that it doesn't say. */
export function runOptions(overrides: Partial<RunOptions> = {}): RunOptions {
  return {
    signal: new AbortController().signal,
    onLog: () => {},
    onProgress: () => {},
    candlesOf: nothingStored,
    onTrades: async () => {},
    ...overrides,
  };
}
