/** Two instances of the service over one database: what one process keeps in order by turns, the store keeps for both. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, emptyDatabase, openDatabase, testLimits, validRequest } from '../domain.fixture.js';

const QUEUED_MAX = 3;
const call = { accountId: 'acc_1', requestId: 'r1', isGivenUp: () => false };
let connection: Connection;
let instances: Awaited<ReturnType<typeof buildDomain>>[];

beforeAll(async () => {
  connection = await openDatabase('two_instances_backtests');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  const limits = { ...testLimits, queuedBacktests: QUEUED_MAX };
  instances = await Promise.all(['a:/a', 'b:/b'].map((owner) => buildDomain(connection, { owner, limits })));
});

afterAll(() => connection.close());

/** Creates as many on each instance at once, and returns what became of each. */
async function createOnEach(count: number, key?: string) {
  const created = instances.flatMap(({ creation }) =>
    Array.from({ length: count }, () =>
      creation.create({ ...validRequest(), ...(key === undefined ? {} : { idempotencyKey: key }) }, call),
    ),
  );
  return Promise.allSettled(created);
}

test('the limit of waiting backtests is exact over both', async () => {
  const settled = await createOnEach(5);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(QUEUED_MAX);
  const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(new Set(refusals)).toEqual(new Set(['rate_limited']));
  expect(await instances[0]?.store.count('acc_1', 'queued')).toBe(QUEUED_MAX);
});

test('requests under one key at both at once queue one backtest, and all are told of it, also where it fills the queue', async () => {
  await createOnEach(1);
  for (let round = 0; round < 5; round += 1) {
    const settled = await createOnEach(3, `key ${round}`.replace(' ', '-'));
    const answers = settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason));
    expect(answers).toEqual(Array(6).fill(expect.objectContaining({ backtest: expect.anything() })));
    expect(new Set(answers.map(({ backtest }) => backtest._id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await instances[0]?.store.cancel('acc_1', answers[0].backtest._id);
  }
});
