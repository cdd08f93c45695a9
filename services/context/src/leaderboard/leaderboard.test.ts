import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { Leaderboard } from './leaderboard.js';

let connection: Connection;
let leaderboard: Leaderboard;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_context_leaderboard');
  await resetDatabase(connection);
  leaderboard = new Leaderboard(connection);
  await leaderboard.initialize();
});

afterAll(() => connection.close());

function row(displayRank: number) {
  return {
    ...{ displayRank, name: `strategy ${displayRank}`, framework: 'freqtrade', venue: 'hyperliquid' },
    ...{ symbols: ['ETH/USDC:USDC'], simulated: true, daysRunning: 12.5, profitPct: 4.2, maxDrawdownPct: 1.3 },
    ...{ trades: 37, winRate: 0.5, startedAt: new Date('2026-01-01') },
  };
}

test('no row is made up while no strategy is shown', async () => {
  expect(await leaderboard.read()).toEqual({ strategies: [], disclaimer: expect.stringContaining('Paper trading') });
});

test('strategies come in the order of their ranks', async () => {
  const rows = [3, 1, 2].map((rank) => ({ ...row(rank), _id: `dep_${rank}` }));
  await connection.collection<{ _id: string }>('leaderboard').insertMany(rows);
  expect((await leaderboard.read()).strategies).toEqual([row(1), row(2), row(3)]);
});

test('a store that can not be read is said to be that', async () => {
  const away = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_context_leaderboard');
  const unread = new Leaderboard(away);
  await away.close();
  await expect(unread.read()).rejects.toMatchObject({ code: 'leaderboard_store_unavailable' });
});
