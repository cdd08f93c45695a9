import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import {
  buildDomain,
  emptyDatabase,
  FINISHED,
  openDatabase,
  ScriptedFramework,
  testLimits,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import { ProcessorTime } from './processor-time.js';

const MINUTE_MS = 60_000;
const NOON_MS = Date.UTC(2026, 0, 5, 12);
const LIMITS = { ...testLimits, processorSecondsPerHour: 100 };
const CALL = { requestId: 'r', isGivenUp: () => false };

let connection: Connection;
let clock: ManualClock;

beforeAll(async () => {
  connection = await openDatabase('processor_time');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(NOON_MS);
});

afterAll(() => connection.close());

describe('the processor time of an account', () => {
  test('is that of the last hour, by account, and outlives the service', async () => {
    const before = new ProcessorTime(connection, clock, 100);
    await before.add('acc_1', 30_000);
    await before.add('acc_1', 20_500);
    clock.advance(30 * MINUTE_MS);
    await before.add('acc_1', 10_000);
    await before.add('acc_2', 1_000);
    const restarted = new ProcessorTime(connection, clock, 100);
    expect(await restarted.usedSeconds('acc_1')).toBe(60.5);
    expect(await restarted.usedSeconds('acc_2')).toBe(1);
    clock.advance(30 * MINUTE_MS);
    expect(await restarted.usedSeconds('acc_1')).toBe(10);
  });

  test('is kept for as long as it counts by the clock of the service, and then swept', async () => {
    const time = new ProcessorTime(connection, clock, 100);
    const kept = () => connection.collection('processor_time').countDocuments();
    await time.add('acc_1', 10_000);
    clock.advance(60 * MINUTE_MS - 1);
    await time.sweep();
    expect(await kept()).toBe(1);
    clock.advance(1);
    await time.sweep();
    expect(await kept()).toBe(0);
  });

  test('is refused beyond its maximum, saying from when on there is some again', async () => {
    const time = new ProcessorTime(connection, clock, 100);
    await time.add('acc_1', 10_000);
    clock.advance(10 * MINUTE_MS);
    await time.add('acc_1', 95_000);
    clock.advance(5 * MINUTE_MS);
    await expect(time.require('acc_1')).rejects.toMatchObject({
      code: 'processor_time_exhausted',
      details: {
        maximum_seconds: 100,
        used_seconds: 105,
        available_at: '2026-01-05T13:00:00.000Z',
        retry_after_seconds: 45 * 60,
      },
    });
    await time.require('acc_2');
    expect([...(await time.exhausted(['acc_1', 'acc_2']))]).toEqual(['acc_1']);
    clock.advance(45 * MINUTE_MS);
    await time.require('acc_1');
  });
});

test('a database that has its own idea of the time removes nothing', async () => {
  await buildDomain(connection, { clock });
  const indexes = await connection.collection('processor_time').indexes();
  expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toEqual([]);
});

test('an account that has used it up starts nothing until some is free: what waits waits, and more is refused', async () => {
  const framework = new ScriptedFramework();
  framework.run = async (_job, { onProcessorTime }) => {
    onProcessorTime?.(60_000);
    return FINISHED;
  };
  const frameworks = new Map([['freqtrade' as const, [framework]]]);
  const slots = { workers: 1, paused: 0, pausedBytes: 0, sliceMs: 5_000 };
  const domain = await buildDomain(connection, { frameworks, clock, limits: LIMITS, slots });
  const create = (accountId: string) => domain.creation.create(validRequest(), { accountId, ...CALL });
  try {
    for (let count = 0; count < 3; count += 1) await create('acc_1');
    await create('acc_2');
    await domain.workers.start();
    await untilStatuses(connection, { finished: 3, queued: 1 });
    await expect(create('acc_1')).rejects.toMatchObject({ code: 'processor_time_exhausted' });
    await create('acc_2');
    await untilStatuses(connection, { finished: 4, queued: 1 });
    clock.advance(61 * MINUTE_MS);
    domain.workers.wake();
    await untilStatuses(connection, { finished: 5 });
  } finally {
    await domain.workers.close();
  }
});
