import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, openDatabase, untilStatuses, validRequest } from '../domain.fixture.js';
import { backtestModel } from '../records/record.js';
import { sweep } from './retention.js';

const DAY_MS = 86_400_000;
let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase('retention');
});

afterAll(() => connection.close());

test('results are kept for twelve months and deleted records for thirty days, and nothing of them stays behind', async () => {
  const clock = new ManualClock(1_760_000_000_000);
  const domain = await buildDomain(connection, { clock });
  const call = { accountId: 'acc_1', requestId: 'r', isGivenUp: () => false };
  const kept = await domain.creation.create(validRequest({ idempotencyKey: 'key' }), call);
  const deleted = await domain.creation.create(validRequest(), call);
  await domain.workers.start();
  await untilStatuses(connection, { finished: 2 });
  await domain.workers.close();
  await domain.store.delete('acc_1', deleted.backtest._id);
  const waiting = await domain.creation.create(validRequest(), call);

  clock.advance(30 * DAY_MS);
  expect(await sweep({ ...domain, clock })).toEqual({ backtests: 0 });
  clock.advance(1);
  expect(await sweep({ ...domain, clock })).toEqual({ backtests: 1 });
  expect(await domain.store.findMany('acc_1', [kept.backtest._id])).toHaveLength(1);

  clock.advance(336 * DAY_MS - 1);
  expect(await sweep({ ...domain, clock })).toEqual({ backtests: 0 });
  clock.advance(1);
  expect(await sweep({ ...domain, clock })).toEqual({ backtests: 1 });
  expect(await backtestModel(connection).distinct('_id')).toEqual([waiting.backtest._id]);
  for (const [collection, count] of [
    ['backtest_inputs', 1],
    ['backtest_trades', 0],
    ['backtest_logs', 0],
    ['idempotency_records', 0],
  ] as const)
    expect([collection, await connection.collection(collection).countDocuments()]).toEqual([collection, count]);
});
