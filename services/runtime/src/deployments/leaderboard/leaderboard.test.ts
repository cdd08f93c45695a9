import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, emptyDatabase, openDatabase } from '../../domain.fixture.js';
import { running } from '../actions/deployments.fixture.js';
import { deploymentModel } from '../record.js';
import { createLeaderboard } from './index.js';

const NOW_MS = Date.UTC(2026, 5, 1);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let connection: Connection;
let clock: ManualClock;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('leaderboard');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(NOW_MS);
  domain = await buildDomain(connection, { clock });
  await settings().show('acc_1', true);
});

afterAll(() => connection.close());

const settings = () => domain.deployments.leaderboard.settings;
const board = () => domain.deployments.leaderboard.board.read();
const names = async () => (await board()).strategies.map(({ name }) => name);

interface Told {
  readonly accountId?: string;
  /** Balances, one an hour from now on. */
  readonly balancesUsd?: readonly number[];
  readonly trades?: { readonly total: number; readonly open: number; readonly wins: number; readonly losses: number };
}

/** Starts a deployment now, whose bot says this. */
async function deploy(
  name: string,
  { accountId = 'acc_1', balancesUsd = [1_000, 1_100], trades = { total: 4, open: 1, wins: 2, losses: 1 } }: Told = {},
): Promise<string> {
  const { _id: id, generation } = await running(domain, accountId, name);
  const { store, history } = domain.deployments;
  const figures = { realizedUsd: 0, unrealizedUsd: 0, positions: [] };
  const snapshot = { atMs: clock.nowMs(), trades, ...figures, balanceUsd: balancesUsd.at(-1) ?? null };
  await store.note([{ id, generation, fields: { snapshot } }]);
  for (const [index, balanceUsd] of balancesUsd.entries())
    await history.noteEquity(id, clock.nowMs() + index * HOUR_MS, balanceUsd);
  return id;
}

describe('the leaderboard', () => {
  test('has no row while no strategy is shown', async () => {
    expect(await board()).toEqual({ strategies: [], disclaimer: expect.stringContaining('Paper trading') });
  });

  test('shows of a strategy its name, its market and what it came to, and nothing of its account', async () => {
    await deploy('trend', { balancesUsd: [1_000, 1_250, 1_000, 1_100] });
    clock.advance(1.5 * DAY_MS);
    const { strategies } = await board();
    expect(strategies).toEqual([
      {
        ...{ displayRank: 1, name: 'trend', framework: 'freqtrade', venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'] },
        ...{ simulated: true, daysRunning: 1.5, profitPct: expect.closeTo(10), maxDrawdownPct: 20 },
        ...{ trades: 3, winRate: 2 / 3, startedAt: new Date(NOW_MS) },
      },
    ]);
  });

  test('ranks by profit in percent, then by the smaller fall, then by the earlier start', async () => {
    await deploy('third, for its fall', { balancesUsd: [1_000, 900, 1_100] });
    await deploy('last', { balancesUsd: [1_000, 950] });
    await deploy('first', { balancesUsd: [10, 20] });
    await settings().show('acc_2', true);
    clock.advance(1);
    await deploy('a later start', { accountId: 'acc_2', balancesUsd: [500, 550] });
    clock.advance(1);
    await deploy('the latest start', { accountId: 'acc_2', balancesUsd: [2_000, 2_200] });
    clock.advance(DAY_MS);
    expect(await names()).toEqual(['first', 'a later start', 'the latest start', 'third, for its fall', 'last']);
    expect((await board()).strategies.map(({ displayRank }) => displayRank)).toEqual([1, 2, 3, 4, 5]);
  });

  test('shows one that has run for a day and has closed a trade', async () => {
    await deploy('trend');
    await deploy('holder', { trades: { total: 1, open: 1, wins: 0, losses: 0 } });
    await deploy('worth nothing', { balancesUsd: [0, 0] });
    await deploy('not known', { balancesUsd: [] });
    clock.advance(DAY_MS - 1);
    expect(await names()).toEqual([]);
    clock.advance(1);
    expect(await names()).toEqual(['trend']);
  });

  test('shows none whose figures are no numbers', async () => {
    const id = await deploy('forged', { balancesUsd: [1e-300, 1e300] });
    clock.advance(DAY_MS);
    expect((await domain.deployments.store.findMany('acc_1', [id]))[0]?.equity?.lastUsd).toBe(1e300);
    expect(await names()).toEqual([]);
  });

  test('shows one no longer once it stops, and a day after it was started again with what it had before', async () => {
    const id = await deploy('trend');
    clock.advance(2 * DAY_MS);
    const { lifecycle, store } = domain.deployments;
    const stopping = await lifecycle.stop('acc_1', id);
    expect(await names()).toEqual([]);
    await store.move(stopping, 'ended');
    const again = await lifecycle.start('acc_1', id, {});
    await store.move(again, 'placed');
    await domain.deployments.history.noteEquity(id, clock.nowMs(), 500);
    expect(await names()).toEqual([]);
    clock.advance(DAY_MS);
    expect((await board()).strategies).toMatchObject([
      { daysRunning: 3, profitPct: -50, startedAt: new Date(NOW_MS), maxDrawdownPct: expect.closeTo(54.545, 2) },
    ]);
  });

  test('goes on showing one that is started again after it ended by itself', async () => {
    const id = await deploy('trend');
    clock.advance(DAY_MS);
    const [seen] = await domain.deployments.store.findMany('acc_1', [id]);
    if (seen === undefined) throw new Error('it is gone');
    await domain.deployments.store.move(seen, 'lost', { fields: { generation: seen.generation + 1 } });
    expect(await names()).toEqual(['trend']);
  });

  test('shows one no longer from the moment of its deletion', async () => {
    const id = await deploy('trend');
    clock.advance(DAY_MS);
    await domain.deployments.lifecycle.delete('acc_1', id, { acknowledged: true });
    expect(await names()).toEqual([]);
  });

  test('shows an account from the moment it asks for it until the moment it asks for the contrary', async () => {
    await deploy('private', { accountId: 'acc_2' });
    clock.advance(DAY_MS);
    expect(await names()).toEqual([]);
    for (const shown of [true, true]) await settings().show('acc_2', shown);
    expect([await settings().isShown('acc_2'), await names()]).toEqual([true, ['private']]);
    for (const shown of [false, false]) await settings().show('acc_2', shown);
    expect([await settings().isShown('acc_2'), await names()]).toEqual([false, []]);
  });

  test('shows a hundred at most', async () => {
    const id = await deploy('trend');
    clock.advance(DAY_MS);
    const model = deploymentModel(connection);
    const record = await model.findById(id).lean().orFail();
    const many = Array.from({ length: 105 }, (_, index) => ({
      ...{ ...record, _id: `dpl_${index}`, name: `copy ${index}`, uniqueName: `copy ${index}` },
    }));
    await model.insertMany(many);
    expect(await names()).toHaveLength(100);
  });

  test('says of a store that can not be read that it can not', async () => {
    const away = await openAway();
    await expect(createLeaderboard(away, clock).board.read()).rejects.toMatchObject({
      code: 'leaderboard_store_unavailable',
    });
  });
});

/** A connection that is closed. */
async function openAway(): Promise<Connection> {
  const away = await openDatabase('leaderboard_away');
  await away.close();
  return away;
}
