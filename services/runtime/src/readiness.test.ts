import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import { openDatabase } from './domain.fixture.js';
import { createTestFramework } from './frameworks/framework.fixture.js';
import type { Framework } from './frameworks/framework.js';
import { freqtrade } from './frameworks/freqtrade/definition.js';
import { defaultBacktestLimits } from './frameworks/index.js';
import { PythonFramework, type PythonFrameworkOptions } from './frameworks/python/framework.js';
import { findInterpreter } from './frameworks/python/interpreter.js';
import { readinessChecks } from './readiness.js';
import { ProcessRunner } from './runners/process.js';

const READY_MS = 10 * 60_000;
let connection: Connection;
let directory: string;
/** One that starts programs, as the platform's own does. */
let interpreter: string;

beforeAll(async () => {
  connection = await openDatabase('readiness');
  interpreter = (await findInterpreter(process.env)).executable;
});

afterAll(() => connection.close());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'readiness-'));
});

afterEach(() => rm(directory, { recursive: true }));

/** A framework whose own interpreter does nothing, which is all that is asked of it here. */
function frameworkOf(
  bubblewrap: string | null,
  changes: Partial<PythonFrameworkOptions> = {},
  python = '/bin/true',
): Framework {
  const environment = { python, harness: directory, readOnlyPaths: [] };
  const runner = new ProcessRunner({ bubblewrap, python: interpreter, random: systemRandom });
  return new PythonFramework({
    definition: freqtrade,
    image: freqtrade.images[0],
    isDefault: true,
    provision: async () => ({ python: environment, runner, checker: runner, bubblewrap }),
    limits: defaultBacktestLimits,
    maximumWorkers: 1,
    idleTimeoutMs: 0,
    allowUnisolatedStrategies: false,
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'silent' }),
    ...changes,
  });
}

let isFeedSilent = false;

/** What each check says of the frameworks. */
async function look(...frameworks: Framework[]) {
  const objects = { requireRoom: async () => {} };
  const fails = async () => Promise.reject(new Error('it does not answer'));
  const checks = readinessChecks({
    ...{ connection, objects, frameworks: new Map([['freqtrade', frameworks]]) },
    checkRunner: async () => {},
    feeds: new Map([['hyperliquid', isFeedSilent ? fails : async () => {}]]),
  });
  const said = async (name: string) =>
    checks[name]?.().then(
      () => 'ready',
      (error: unknown) => String(error),
    );
  const names = Object.keys(checks).filter((name) => name.startsWith('runtime/'));
  const failed = [];
  for (const name of names) if ((await said(name)) !== 'ready') failed.push(name);
  return { runtime: await said('runtime'), frameworks: await said('frameworks'), failed };
}

async function installed(framework: Framework): Promise<Framework> {
  await framework.ensureReady();
  return framework;
}

test(
  'the runtime is ready with a framework whose isolated interpreter starts',
  async () => {
    const framework = await installed(createTestFramework(freqtrade));
    expect(await look(framework)).toEqual({ runtime: 'ready', frameworks: 'ready', failed: [] });
    expect(framework.pausesRuns()).toBe(true);
    await framework.close();
  },
  READY_MS,
);

test('the runtime is ready while a framework is being installed, and not once that has failed', async () => {
  const failing = frameworkOf(null, { provision: async () => Promise.reject(new Error('no network')) });
  expect(await look(failing)).toMatchObject({ runtime: 'ready', frameworks: expect.stringMatching('being installed') });
  await expect(failing.ensureReady()).rejects.toThrow('no network');
  expect(await look(failing)).toEqual({
    runtime: expect.stringMatching('could not be installed'),
    frameworks: 'ready',
    failed: ['runtime/freqtrade'],
  });
});

test('a default version that could not be installed keeps the runtime unready while it is tried again, until it is installed', async () => {
  const attempts = [Promise.withResolvers<never>(), Promise.withResolvers<never>()];
  const failing = frameworkOf(null, {
    provision: () => attempts.shift()?.promise ?? Promise.reject(new Error('done')),
  });
  const [first, second] = attempts;
  const begun = failing.ensureReady();
  first?.reject(new Error('no network'));
  await expect(begun).rejects.toThrow('no network');
  const again = failing.ensureReady();
  expect((await look(failing)).runtime).toMatch('could not be installed');
  second?.reject(new Error('no network'));
  await expect(again).rejects.toThrow('no network');
});

test('an isolated program that starts slowly leaves the runtime as it was, and says how it ended afterwards', async () => {
  const bubblewrap = join(directory, 'bwrap');
  const script = (text: string) => writeFile(bubblewrap, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await script('exit 0');
  const framework = await installed(frameworkOf(bubblewrap));
  const runtime = async () => (await look(framework)).runtime;
  expect(await runtime()).toBe('ready');
  await script('sleep 3; exit 1');
  expect(await runtime()).toBe('ready');
  for (let told = await runtime(); !/no isolated program starts/.test(told ?? ''); told = await runtime()) {
    expect(told).toBe('ready');
    await sleep(500);
  }
});

test('the runtime is ready although a version that is not the default one could not be installed', async () => {
  const provision = async () => Promise.reject(new Error('no network'));
  const older = frameworkOf(null, { isDefault: false, provision });
  await expect(older.ensureReady()).rejects.toThrow('no network');
  expect((await look(older)).runtime).toBe('ready');
});

test('the runtime is ready without isolation only where the operator accepts that', async () => {
  const refused = await look(await installed(frameworkOf(null)));
  expect(refused.runtime).toMatch('nothing isolates them');
  expect(refused.failed).toEqual(['runtime/isolation', 'runtime/freqtrade']);
  const accepted = await installed(frameworkOf(null, { allowUnisolatedStrategies: true }));
  expect((await look(accepted)).runtime).toBe('ready');
  // Nothing would end a stopped process with the service.
  expect(accepted.pausesRuns()).toBe(false);
});

test('the runtime is not ready while its isolation tool or its interpreter does not start, and is again afterwards', async () => {
  const bubblewrap = join(directory, 'bwrap');
  const framework = await installed(frameworkOf(bubblewrap));
  expect((await look(framework)).runtime).toMatch('no isolated program starts');
  await writeFile(bubblewrap, '#!/bin/sh\nexit 1\n');
  await chmod(bubblewrap, 0o755);
  expect((await look(framework)).runtime).toMatch('no isolated program starts');
  await writeFile(bubblewrap, '#!/bin/sh\nexit 0\n');
  expect((await look(framework)).runtime).toBe('ready');
  const gone = frameworkOf(null, { allowUnisolatedStrategies: true }, join(directory, 'python'));
  expect((await look(await installed(gone))).runtime).toMatch('no isolated program starts');
});

test('the runtime is not ready while the feed of a venue does not answer, and names it', async () => {
  isFeedSilent = true;
  const framework = await installed(frameworkOf(null, { allowUnisolatedStrategies: true }));
  const { runtime, failed } = await look(framework);
  isFeedSilent = false;
  expect(runtime).toMatch('it does not answer');
  expect(failed).toEqual(['runtime/feed:hyperliquid']);
});
