/** Two instances that work at once: what each does is done once, and what both do harms nothing. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { created } from '../deployments/actions/deployments.fixture.js';
import {
  buildDomain,
  emptyDatabase,
  FINISHED,
  openDatabase,
  ScriptedFramework,
  TRADES,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import { sweep } from '../workers/retention.js';
import { twoInstances } from './instances.fixture.js';

const BACKTESTS = 20;
let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase('two_workers');
});

beforeEach(() => emptyDatabase(connection));

afterAll(() => connection.close());

test('backtests are run by both, each once, and an account has no more slots than by one', async () => {
  const runs: string[] = [];
  let atOnce = 0;
  let atOnceMax = 0;
  const open = async (owner: string) => {
    const framework = new ScriptedFramework();
    framework.run = async ({ id }, { onTrades }) => {
      runs.push(id);
      atOnce += 1;
      atOnceMax = Math.max(atOnceMax, atOnce);
      await onTrades(TRADES);
      await wait(20);
      atOnce -= 1;
      return FINISHED;
    };
    return buildDomain(connection, { owner, frameworks: new Map([['freqtrade', [framework]]]) });
  };
  const instances = [await open('a'), await open('b')];
  const [first] = instances;
  for (let index = 0; index < BACKTESTS; index += 1)
    await first?.creation.create(validRequest(), {
      accountId: 'acc_1',
      requestId: 'r1',
      isGivenUp: () => false,
    });
  for (const { workers } of instances) await workers.start();
  await untilStatuses(connection, { finished: BACKTESTS });
  for (const { workers } of instances) await workers.close();
  expect([runs.length, new Set(runs).size]).toEqual([BACKTESTS, BACKTESTS]);
  expect(atOnceMax).toBeLessThanOrEqual(2);
});

test('what is past its time is swept by both at once, and nothing else', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const instances = await Promise.all(['a', 'b'].map((owner) => buildDomain(connection, { owner, clock })));
  const call = { accountId: 'acc_1', requestId: 'r1', isGivenUp: () => false };
  const [first] = instances;
  const create = async () => (await first?.creation.create(validRequest(), call))?.backtest._id ?? '';
  const old = await Promise.all(Array.from({ length: 5 }, create));
  for (const id of old) await first?.store.delete('acc_1', id);
  clock.advance(31 * 86_400_000);
  const kept = await create();
  const both = () => Promise.all(instances.map((each) => sweep({ ...each, clock })));
  await Promise.all([both(), ...instances.map(({ storage }) => storage.sweep())]);
  await both();
  expect((await connection.collection('backtests').find().toArray()).map(({ _id }) => String(_id))).toEqual([kept]);
  expect(await connection.collection('backtest_inputs').countDocuments()).toBe(1);
});

test('each deployment is looked after by its own machine alone', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const [a, b] = await twoInstances(connection, { clock });
  for (const { deployments } of [a, b]) await deployments.workers.start();
  const ids: [owner: string, id: string][] = [];
  for (const [index, owner] of ['acc_1', 'acc_2', 'acc_3', 'acc_4'].entries()) {
    const { _id } = await created(index % 2 === 0 ? a : b, owner, 'one');
    // The other one is asked to start it.
    await (index % 2 === 0 ? b : a).deployments.lifecycle.start(owner, _id, {});
    ids.push([owner, _id]);
  }
  const areRunning = async () =>
    (await Promise.all(ids.map(([owner, id]) => a.deployments.store.get(owner, id)))).every(
      ({ status }) => status === 'running',
    );
  for (let step = 0; !(await areRunning()); step += 1) {
    if (step > 500) throw new Error('they do not run');
    clock.advance(500);
    await wait(2);
  }
  for (let step = 0; step < 40; step += 1) {
    clock.advance(2_000);
    await wait(2);
  }
  for (const { deployments } of [a, b]) await deployments.workers.close();
  expect([a.runner.starts, b.runner.starts]).toEqual([2, 2]);
});
