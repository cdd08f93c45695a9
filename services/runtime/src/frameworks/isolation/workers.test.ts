import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { createLogger } from '@platform/observability/logging';
import { ProcessRunner } from '../../runners/process.js';
import { runOptions } from '../framework.fixture.js';
import { freqtrade } from '../freqtrade/definition.js';
import {
  createTestFreqtrade,
  example,
  generateMarket,
  SYMBOLS,
  strategyWith,
  type TestMarket,
  workerProcesses,
} from '../freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../index.js';
import { provisionPython } from '../python/environment.js';
import { PythonFramework, type PythonParts } from '../python/framework.js';
import { imageDigest } from '../python/image.js';

const PROVISIONING_MS = 10 * 60_000;
const options = runOptions();
const valid = strategyWith({});

let market: TestMarket;

beforeAll(async () => {
  market = await generateMarket();
});

afterAll(() => market.remove());

const image = freqtrade.images[0];

const python = () =>
  provisionPython(
    image,
    { name: 'freqtrade', relatives: [] },
    { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env, report: () => {} },
  );

/** Less memory than in production: what a test has to fill takes its time. */
const LIMITS = {
  ...defaultBacktestLimits,
  process: { ...defaultBacktestLimits.process, memoryBytes: 1024 ** 3 },
};

function frameworkOf(provision: () => Promise<PythonParts>, allowUnisolatedStrategies = false) {
  return new PythonFramework({
    definition: freqtrade,
    image,
    isDefault: true,
    provision,
    limits: LIMITS,
    maximumWorkers: 2,
    idleTimeoutMs: 60_000,
    allowUnisolatedStrategies,
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'fatal' }),
  });
}

/** Far longer than a busy machine takes to show a process that was started, or to forget one that has ended. */
const IDLE_MS = 4_000;

/** Waits until there are as many worker processes: the system shows a new one a moment after it was started. */
async function untilWorkers(count: number): Promise<void> {
  while ((await workerProcesses()) !== count) await sleep(20);
}

describe('waiting workers', () => {
  test(
    'start with a valid strategy, are replaced while one runs, and retire when nothing comes',
    async () => {
      const framework = createTestFreqtrade(defaultBacktestLimits, IDLE_MS);
      try {
        await framework.ensureReady();
        expect(await workerProcesses()).toBe(0);
        await framework.validate({ code: 'not a strategy', configJson: '{}', symbols: SYMBOLS });
        expect(await workerProcesses()).toBe(0);
        await framework.validate({ code: valid, configJson: '{}', symbols: SYMBOLS });
        await untilWorkers(1);
        const running = framework.run(market.job(valid), options);
        await untilWorkers(2);
        expect((await running).kind).toBe('finished');
        await untilWorkers(1);
        await untilWorkers(0);
      } finally {
        await framework.close();
      }
    },
    PROVISIONING_MS,
  );

  test('end with the framework, those at work included', async () => {
    const framework = createTestFreqtrade();
    const running = framework.run(market.job(strategyWith({ indicators: 'while True: pass' })), options);
    while ((await workerProcesses()) < 2) await sleep(20);
    await framework.close();
    expect(await workerProcesses()).toBe(0);
    expect(await running).toMatchObject({ kind: 'error', code: 'platform_failed' });
    await expect(framework.run(market.job(valid), options)).rejects.toThrow('closed');
  });

  test('that are cancelled before they are ready end too', async () => {
    const framework = createTestFreqtrade();
    try {
      await framework.ensureReady();
      const controller = new AbortController();
      const running = framework.run(market.job(valid), { ...options, signal: controller.signal });
      controller.abort();
      expect(await running).toMatchObject({ kind: 'error', code: 'cancelled' });
    } finally {
      await framework.close();
    }
  });

  test('whose candles are missing are our failure', async () => {
    const framework = createTestFreqtrade();
    try {
      const job = market.job(valid);
      const candles = job.candles.map((file) => ({ ...file, path: `${file.path}.absent` }));
      expect(await framework.run({ ...job, candles }, options)).toMatchObject({ code: 'platform_failed' });
    } finally {
      await framework.close();
    }
  });
});

describe('without an isolation tool', () => {
  const unisolated = async () => {
    const environment = await python();
    const runner = new ProcessRunner({ bubblewrap: null, python: environment.python, random: systemRandom });
    return { python: environment, runner, checker: runner, bubblewrap: null };
  };

  test("users' strategies are refused, the shipped sample is not", async () => {
    const framework = frameworkOf(unisolated);
    try {
      expect(await framework.validate({ code: valid, configJson: '{}', symbols: SYMBOLS })).toEqual({
        kind: 'strategy_invalid',
        findings: [{ line: null, text: expect.stringContaining('ALLOW_UNISOLATED_STRATEGIES') }],
      });
      expect(await framework.run(market.job(valid), options)).toMatchObject({ code: 'platform_failed' });
      const sample = market.job(await example('sample_strategy'));
      expect(await framework.validate(sample.source)).toEqual({ kind: 'valid' });
      expect((await framework.run(sample, options)).kind).toBe('finished');
    } finally {
      await framework.close();
    }
  });

  test('they run where the operator accepts it, still limited', async () => {
    const framework = frameworkOf(unisolated, true);
    try {
      expect((await framework.run(market.job(valid), options)).kind).toBe('finished');
      const bomb = strategyWith({ indicators: 'x = bytearray(b"x") * (2 * 1024 ** 3)' });
      expect(await framework.run(market.job(bomb), options)).toMatchObject({ code: 'memory_limit_exceeded' });
    } finally {
      await framework.close();
    }
    expect(await workerProcesses()).toBe(0);
  });
});

describe('provisioning', () => {
  test('that fails is told, and tried again when asked again', async () => {
    let attempts = 0;
    const framework = frameworkOf(async () => {
      attempts += 1;
      throw new Error('no network');
    });
    expect(framework.describe()).toMatchObject({ id: 'freqtrade', version: '2026.9', status: 'provisioning' });
    await expect(framework.ensureReady()).rejects.toThrow('no network');
    expect(framework.describe().status).toBe('failed');
    await expect(framework.ensureReady()).rejects.toThrow('no network');
    expect(attempts).toBe(2);
    await framework.close();
  });

  test('is named by a digest that depends on the harness', () => {
    expect(imageDigest(image)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(imageDigest({ ...image, harness: {} })).not.toBe(imageDigest(image));
  });
});
