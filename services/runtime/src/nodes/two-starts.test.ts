/** Two instances of the service over one database: what one process keeps in order by turns, the store keeps for both. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import { created } from '../deployments/actions/deployments.fixture.js';
import { deploymentModel } from '../deployments/record.js';
import { buildDomain, emptyDatabase, openDatabase, testLimits } from '../domain.fixture.js';

const OWNER = 'acc_1';
const RUNNING_MAX = 2;
const KEPT_MAX = 200;
let connection: Connection;
let instances: Awaited<ReturnType<typeof buildDomain>>[];

beforeAll(async () => {
  connection = await openDatabase('two_instances_deployments');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  const limits = { ...testLimits, runningDeployments: RUNNING_MAX };
  instances = await Promise.all(['a:/a', 'b:/b'].map((owner) => buildDomain(connection, { owner, limits })));
});

afterAll(() => connection.close());

const first = () => {
  const [instance] = instances;
  if (instance === undefined) throw new Error('there is no instance');
  return instance;
};

const outcomesOf = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code)).sort();

test('the limit of running deployments is exact over both', async () => {
  const records = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => created(first(), OWNER, name)));
  const starts = records.map(({ _id }, index) => instances[index % 2]?.deployments.lifecycle.start(OWNER, _id, {}));
  expect(await outcomesOf(starts.map(async (start) => start))).toEqual([
    ...Array(RUNNING_MAX).fill('done'),
    ...Array(records.length - RUNNING_MAX).fill('rate_limited'),
  ]);
  expect(await first().deployments.store.countRunning(OWNER)).toBe(RUNNING_MAX);
});

test('one deployment that is started at both at once is started once', async () => {
  const { _id } = await created(first(), OWNER, 'one');
  const started = await Promise.all(instances.map(({ deployments }) => deployments.lifecycle.start(OWNER, _id, {})));
  expect(started.map(({ status, generation }) => [status, generation])).toEqual(Array(2).fill(['starting', 1]));
});

test('the limit of kept deployments is exact over both', async () => {
  const { _id, uniqueName: _name, ...record } = await created(first(), OWNER, 'first');
  const more = Array.from({ length: KEPT_MAX - 2 }, (_, index) => ({ ...record, _id: `dpl_${index}` }));
  await deploymentModel(connection).insertMany(more);
  const creations = ['a', 'b', 'c', 'd'].map((name, index) => created(instances[index % 2] ?? first(), OWNER, name));
  expect(await outcomesOf(creations)).toEqual(['done', 'rate_limited', 'rate_limited', 'rate_limited']);
});

test('requests under one key at both at once create one deployment, and all are told of it', async () => {
  const body = { framework: 'freqtrade', venue: 'hyperliquid', mode: 'paper', code: 'x = 1' };
  const configJson = '{"exchange": {"pair_whitelist": ["BTC/USDC:USDC"]}}';
  for (let round = 0; round < 5; round += 1) {
    const request = { ...body, configJson, name: `bot ${round}`, idempotencyKey: `key-${round}` };
    const answers = await Promise.all(
      instances.map(({ deployments }) => deployments.creation.create(request, { accountId: OWNER, requestId: 'r1' })),
    );
    expect(new Set(answers.map(({ deployment }) => deployment._id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  }
});
