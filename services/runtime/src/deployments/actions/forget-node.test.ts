/** A machine that is gone for good: what it had goes on elsewhere, once an operator says so. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { ClosedTrade } from '../../bots/frames.js';
import { emptyDatabase, openDatabase } from '../../domain.fixture.js';
import { type Instance, moved, OWNER, started, takeAway, twoInstances } from '../../nodes/instances.fixture.js';
import { nodeModel } from '../../nodes/nodes.js';
import type { DeploymentStatus } from '../state.js';
import { created } from './deployments.fixture.js';
import { forgetNode } from './forget-node.js';

const START_MS = Date.UTC(2026, 5, 1);
let connection: Connection;
let clock: ManualClock;
let a: Instance;
let b: Instance;

beforeAll(async () => {
  connection = await openDatabase('forgotten_nodes');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(START_MS);
  [a, b] = await twoInstances(connection, { clock });
});

afterAll(() => connection.close());

const forget = (name: string, to: string) => forgetNode(name, to, { ...b.deployments, nodes: b.nodes });

function trade(number: number): ClosedTrade {
  return {
    ...{ number, symbol: 'BTC/USDC:USDC', side: 'long', opened_at_ms: START_MS, closed_at_ms: START_MS + number },
    ...{ open_rate: 100, close_rate: 101, amount: 1, stake_amount: 100, leverage: 1, fees_abs: 0 },
    ...{ profit_abs: 1, profit_ratio: 0.01, entry_tag: null, exit_reason: 'roi' },
  };
}

/** Lets time pass on the other machine until a deployment has a status. */
async function until(id: string, status: DeploymentStatus): Promise<void> {
  for (let step = 0; (await b.deployments.store.get(OWNER, id)).status !== status; step += 1) {
    if (step > 500) throw new Error(`${id} is not ${status}`);
    clock.advance(500);
    await wait(2);
  }
}

test('a machine that works, or another that does not, is not to be forgotten', async () => {
  await expect(forget('a', 'b')).rejects.toThrow('a works');
  await takeAway(connection, 'a');
  await expect(forget('a', 'c')).rejects.toThrow('c does not work');
});

test('its bots run on the other, its stops and deletions end there, and it counts no more', async () => {
  const { _id: running } = await started(a, 'one');
  const { _id: stopping } = await started(a, 'two');
  const { _id: deleting } = await created(a, OWNER, 'three');
  await moved(a, running, 'placed');
  await moved(a, stopping, 'placed', 'stopped');
  await moved(a, deleting, 'deleted');
  await takeAway(connection, 'a');
  expect(await forget('a', 'b')).toBe(3);
  expect(await forget('a', 'b')).toBe(0);
  await b.deployments.workers.start();
  await until(stopping, 'stopped');
  await until(deleting, 'deleted');
  await until(running, 'running');
  expect(b.runner.stateOf(running)).toMatchObject({ state: 'running', ended: null });
  await b.deployments.workers.close();
  expect((await nodeModel(connection).find().lean()).map(({ _id }) => _id)).toEqual(['b']);
});

test('trades from before stay, and those of its next bot are others', async () => {
  const { _id } = await started(a, 'one');
  await moved(a, _id, 'placed');
  const { history } = b.deployments;
  await history.noteTrades(_id, [trade(1), trade(2)]);
  await takeAway(connection, 'a');
  await forget('a', 'b');
  await b.deployments.workers.start();
  await until(_id, 'starting');
  await until(_id, 'running');
  b.runner.close(_id, [trade(1)]);
  for (let step = 0; step < 60; step += 1) {
    clock.advance(500);
    await wait(5);
  }
  await b.deployments.workers.close();
  expect((await history.trades(_id, undefined, 10)).map(({ number }) => number).toSorted()).toEqual([1, 2, 4]);
});

test('trades stay too where a start moves a stopped deployment', async () => {
  const { _id } = await started(a, 'one');
  await moved(a, _id, 'placed', 'stopped', 'ended');
  await b.deployments.history.noteTrades(_id, [trade(1)]);
  await takeAway(connection, 'a');
  const record = await b.deployments.lifecycle.start(OWNER, _id, {});
  expect(record).toMatchObject({ node: 'b', tradesBefore: 2 });
});
