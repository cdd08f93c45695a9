import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, DIGEST, emptyDatabase, openDatabase, queueOf, validRequest } from '../domain.fixture.js';
import { backtestModel } from '../records/record.js';

let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase('dead_workers');
});

beforeEach(() => emptyDatabase(connection));

afterAll(() => connection.close());

async function queueOne({ creation }: Awaited<ReturnType<typeof buildDomain>>): Promise<string> {
  const call = { accountId: 'acc_1', requestId: 'r', isGivenUp: () => false };
  return (await creation.create(validRequest(), call)).backtest._id;
}

test('a backtest whose worker is restarted however often starts again each time', async () => {
  const domain = await buildDomain(connection);
  await queueOne(domain);
  const restarted = queueOf(connection, systemClock, 'restarted');
  for (let restart = 0; restart <= 20; restart += 1) {
    expect(await restarted.claim([DIGEST])).toBeDefined();
    expect(await restarted.reclaimOwn()).toBe(1);
  }
});

test('a backtest on which ten workers fell silent is given up', async () => {
  const domain = await buildDomain(connection);
  const id = await queueOne(domain);
  const silent = queueOf(connection, systemClock, 'silent');
  for (let death = 0; death <= 10; death += 1) {
    await silent.claim([DIGEST]);
    await backtestModel(connection).updateOne({ _id: id }, { 'lease.expiresAt': new Date(0) });
    await silent.reclaimLapsed();
  }
  const [backtest] = await domain.store.findMany('acc_1', [id]);
  expect(backtest).toMatchObject({ status: 'error', error: { code: 'platform_failed' } });
});
