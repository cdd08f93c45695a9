/** On which of two machines a bot is: where its files are and what it runs with, and nowhere while it may run elsewhere. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import { created } from '../deployments/actions/deployments.fixture.js';
import { readDiagnosis } from '../deployments/diagnosis/index.js';
import { deploymentModel } from '../deployments/record.js';
import { emptyDatabase, openDatabase } from '../domain.fixture.js';
import { createdLive, type Instance, moved, OWNER, started, takeAway, twoInstances } from './instances.fixture.js';

const BTC = 'BTC/USDC:USDC';
const ETH = 'ETH/USDC:USDC';
let connection: Connection;
let a: Instance;
let b: Instance;

beforeAll(async () => {
  connection = await openDatabase('two_places');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  [a, b] = await twoInstances(connection);
});

afterAll(() => connection.close());

const start = ({ deployments }: Instance, id: string) => deployments.lifecycle.start(OWNER, id, {});
const findings = async (id: string) =>
  (await readDiagnosis(b.deployments, OWNER, id)).map(({ code, severity }) => `${severity} ${code}`);

/** A deployment that ran on `a`, and has stopped. */
async function stoppedOnA(name: string): Promise<string> {
  const { _id } = await started(a, name);
  await moved(a, _id, 'placed', 'stopped', 'ended');
  return _id;
}

describe('a stopped deployment', () => {
  test('starts where its files are, whichever instance is asked', async () => {
    const id = await stoppedOnA('one');
    expect(await start(b, id)).toMatchObject({ status: 'starting', node: 'a' });
    expect(await findings(id)).toEqual(['blocking starting']);
  });

  test('starts on the machine that is asked where its own is away, and nothing runs there', async () => {
    const id = await stoppedOnA('one');
    await takeAway(connection, 'a');
    expect(await start(b, id)).toMatchObject({ status: 'starting', node: 'b' });
  });

  test('waits for the machine where what shares its process runs, and its owner is told', async () => {
    const id = await stoppedOnA('one');
    const { _id: other } = await started(a, 'two');
    await moved(a, other, 'placed');
    await takeAway(connection, 'a');
    expect(await start(b, id)).toMatchObject({ status: 'starting', node: 'a' });
    expect(await findings(id)).toEqual(['blocking node_away', 'blocking starting']);
    expect(await findings(other)).toContain('blocking node_away');
  });
});

test('a deployment that failed waits for its machine: its bot may still run there', async () => {
  const { _id } = await started(a, 'one');
  await moved(a, _id, 'failed');
  await takeAway(connection, 'a');
  expect(await start(b, _id)).toMatchObject({ status: 'starting', node: 'a' });
});

test('a deployment is created where those are that it is to run with', async () => {
  await stoppedOnA('one');
  expect(await created(b, OWNER, 'two')).toMatchObject({ node: 'a' });
  expect(await created(b, 'acc_2', 'other')).toMatchObject({ node: 'b' });
  await takeAway(connection, 'a');
  expect(await created(b, OWNER, 'three')).toMatchObject({ node: 'b' });
});

test('one that never ran is deleted where that is asked, whatever machine was to have it', async () => {
  const { _id } = await created(a, OWNER, 'one');
  await takeAway(connection, 'a');
  await b.deployments.lifecycle.delete(OWNER, _id, { acknowledged: false });
  expect(await b.deployments.store.get(OWNER, _id)).toMatchObject({ status: 'deleting', node: 'b' });
});

describe('live deployments of an account at a venue', () => {
  test('that are started on both machines at once run on one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const records = [await createdLive(a, `a ${round}`, BTC), await createdLive(b, `b ${round}`, ETH)];
      // As where a machine was away while one of them was created.
      await deploymentModel(connection).updateOne({ _id: records[1]?._id ?? '' }, { node: 'b' });
      const both = await Promise.all(records.map(({ _id }, index) => start(index === 0 ? a : b, _id)));
      expect(new Set(both.map(({ node }) => node)).size).toBe(1);
      for (const { _id } of both) await moved(a, _id, 'placed', 'stopped', 'ended', 'deleted', 'removed');
    }
  });

  test('never have one market twice, also where both machines start one at once', async () => {
    const records = [await createdLive(a, 'one', BTC), await createdLive(b, 'two', BTC)];
    const settled = await Promise.allSettled(records.map(({ _id }, index) => start(index === 0 ? a : b, _id)));
    const outcomes = settled.map((each) => (each.status === 'fulfilled' ? each.value.status : each.reason.code));
    expect(outcomes.toSorted()).toEqual(['starting', 'symbols_in_use']);
  });
});

test('a machine that gives a sign again works again', async () => {
  await takeAway(connection, 'a');
  expect(await b.nodes.isAlive('a')).toBe(false);
  expect(await b.nodes.awaySince('a')).toEqual(expect.any(Date));
  await a.nodes.beat();
  expect([await b.nodes.isAlive('a'), await b.nodes.awaySince('a')]).toEqual([true, undefined]);
  expect(await b.nodes.awaySince('never seen')).toBeNull();
});
