import { expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import {
  buildDomain,
  FINISHED,
  openDatabase,
  ScriptedFramework,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import { ProgressMeter } from './progress.js';

const window = { fromMs: 1_000, toMs: 2_000 };

test('progress is told once, the latest of what came', () => {
  const meter = new ProgressMeter(window);
  expect(meter.take()).toBeUndefined();
  meter.add({ fraction: 0.1, simulatedMs: 1_100 });
  meter.add({ fraction: 0.2, simulatedMs: 1_200 });
  expect(meter.take()).toEqual({ fraction: 0.2, simulatedMs: 1_200 });
  expect(meter.take()).toBeUndefined();
});

test('progress never goes back, and stays within the window', () => {
  const meter = new ProgressMeter(window);
  meter.add({ fraction: 0.5, simulatedMs: 9_999 });
  expect(meter.take()).toEqual({ fraction: 0.5, simulatedMs: 2_000 });
  meter.add({ fraction: 0.4, simulatedMs: 0 });
  expect(meter.take()).toBeUndefined();
  meter.add({ fraction: 1, simulatedMs: 1_500 });
  expect(meter.take()).toEqual({ fraction: 1, simulatedMs: 2_000 });
  const first = new ProgressMeter(window);
  first.add({ fraction: 0, simulatedMs: 0 });
  expect(first.take()).toEqual({ fraction: 0, simulatedMs: 1_000 });
});

/** Waits for a condition; fails after a minute. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; !(await holds()); attempt += 1) {
    if (attempt === 2_400) throw new Error('it did not come to hold');
    await systemClock.sleep(25);
  }
}

test('a run shows how far it has come while it lasts, and no more once it has ended or starts again', async () => {
  const connection = await openDatabase('progress');
  const framework = new ScriptedFramework();
  const domain = await buildDomain(connection, { frameworks: new Map([['freqtrade', [framework]]]) });
  let end = () => {};
  let runs = 0;
  framework.run = async (_job, { onProgress }) => {
    runs += 1;
    if (runs === 1) onProgress({ fraction: 0.5, simulatedMs: Date.UTC(2026, 0, 16) });
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    if (runs === 2) return FINISHED;
    return { kind: 'error', code: 'platform_failed', message: 'a disk', findings: [], claimed: false };
  };
  await domain.workers.start();
  const call = { accountId: 'acc_1', requestId: 'r', isGivenUp: () => false };
  const id = (await domain.creation.create(validRequest(), call)).backtest._id;
  const progressOf = async () => (await domain.store.findMany('acc_1', [id]))[0]?.progress;
  await until(async () => (await progressOf()) !== undefined);
  expect(await progressOf()).toEqual({ fraction: 0.5, simulatedAt: new Date('2026-01-16') });
  const [listed] = await domain.store.list('acc_1', {}, { older: {}, limit: 1 });
  expect(listed?.progress?.fraction).toBe(0.5);
  end();
  await until(async () => runs === 2);
  expect(await progressOf()).toBeUndefined();
  end();
  await untilStatuses(connection, { finished: 1 });
  expect(await progressOf()).toBeUndefined();
  await domain.workers.close();
  await connection.close();
});
