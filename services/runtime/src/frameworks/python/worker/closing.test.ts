import { expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { freqtrade } from '../../freqtrade/definition.js';
import { defaultBacktestLimits } from '../../index.js';
import { PythonFramework, type PythonParts } from '../framework.js';

test('a framework that is being installed closes at once: its installers are told to end, and nothing starts after them', async () => {
  const { promise: installed, resolve } = Promise.withResolvers<PythonParts>();
  let told: AbortSignal | undefined;
  const framework = new PythonFramework({
    definition: freqtrade,
    image: freqtrade.images[0],
    isDefault: true,
    provision: (_report, signal) => {
      told = signal;
      return installed;
    },
    limits: defaultBacktestLimits,
    maximumWorkers: 2,
    idleTimeoutMs: 60_000,
    allowUnisolatedStrategies: false,
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'fatal' }),
  });
  const starting = expect(framework.ensureReady()).rejects.toThrow('aborted');
  await framework.close();
  expect(told?.aborted).toBe(true);
  const started: string[] = [];
  const start = () => {
    started.push('a worker');
    throw new Error('closed');
  };
  const python = { python: '', harness: '', readOnlyPaths: [] };
  const runner = { isolates: true, start };
  resolve({ python, runner, checker: runner, bubblewrap: null });
  await starting;
  await expect(framework.ensureReady()).rejects.toThrow('aborted');
  expect([framework.describe().status, started]).toEqual(['failed', []]);
});
