import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@platform/mongo';
import {
  buildDomain,
  emptyDatabase,
  openDatabase,
  RESULT,
  ScriptedFramework,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import type { BacktestTrade } from '../frameworks/framework.js';
import { toBacktestMessage, toTradeMessage } from '../messages.js';
import { listBacktests, listTrades } from './listing.js';
import { backtestModel } from './record.js';

/** More than two chunks hold. */
const TRADES_COUNT = 2_345;
const OWNER = 'acc_1';

let connection: Connection;
let framework: ScriptedFramework;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('listing');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  framework = new ScriptedFramework();
  domain = await buildDomain(connection, { frameworks: new Map([['freqtrade', framework]]) });
});

afterAll(() => connection.close());

/** Trades that differ in every field that a mix-up could swap. */
function tradesOf(count: number): BacktestTrade[] {
  return Array.from({ length: count }, (_, index) => ({
    symbol: index % 2 === 0 ? 'BTC/USDC:USDC' : 'ETH/USDC:USDC',
    side: index % 3 === 0 ? 'short' : 'long',
    openedAtMs: 1_750_000_000_000 + (index % 7),
    closedAtMs: 1_750_000_600_000 + index,
    openRate: 100 + index,
    closeRate: 101 + index,
    amount: index / 1_000,
    stakeAmount: 50 + index,
    leverage: 1 + (index % 5),
    feesAbs: index / 100,
    profitAbs: 1_000 - index,
    profitRatio: index / 10_000,
    entryTag: index % 4 === 0 ? null : `tag ${index}`,
    exitReason: 'roi',
  }));
}

async function finishWith(trades: readonly BacktestTrade[]): Promise<string> {
  framework.run = async (_job, { onTrades }) => {
    for (let start = 0; start < trades.length; start += 300) await onTrades(trades.slice(start, start + 300));
    return { kind: 'finished', result: RESULT };
  };
  const { backtest } = await domain.creation.create(validRequest(), {
    accountId: OWNER,
    requestId: 'r1',
    isGivenUp: () => false,
  });
  await domain.workers.start();
  await untilStatuses(connection, { finished: 1 });
  await domain.workers.close();
  return backtest._id;
}

function page(id: string, limit: number, cursor?: string, accountId = OWNER) {
  return listTrades(domain.store, domain.cursors, accountId, {
    id,
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  });
}

async function pages(id: string, limit: number) {
  const found = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { items, nextCursor } = await page(id, limit, cursor);
    found.push(items);
    cursor = nextCursor;
  }
  return found;
}

describe('results of megabytes', () => {
  const COUNT = 12;
  const large = { ...RESULT, equity: Array.from({ length: 100_000 }, (_, index) => index + 0.5) };

  beforeEach(async () => {
    const id = await finishWith([]);
    const record = await backtestModel(connection).findById(id).lean().orFail();
    const many = Array.from({ length: COUNT }, (_, index) => ({ ...record, _id: `bt_${index}`, result: large }));
    await backtestModel(connection).create(many);
  });

  test('are listed by their figures alone', async () => {
    const { items } = await listBacktests(domain.store, domain.cursors, OWNER, { limit: 100 });
    expect(items).toHaveLength(COUNT + 1);
    for (const { result } of items) {
      expect(Object.keys(result ?? {}).sort()).toEqual([
        ...['marketChangePct', 'maxDrawdownPct', 'profitFactor', 'profitTotalPct', 'recomputed', 'sharpe', 'trades'],
        'winRate',
      ]);
    }
  });

  test('are read together as far as they are 4 MiB, and one always', async () => {
    const ids = Array.from({ length: COUNT }, (_, index) => `bt_${index}`);
    await expect(domain.store.findMany(OWNER, ids)).rejects.toMatchObject({ code: 'response_too_large' });
    for (const some of [ids.slice(0, 1), ids.slice(0, 2)])
      expect(await domain.store.findMany(OWNER, some)).toHaveLength(some.length);
    expect(await domain.store.findMany('acc_2', ids)).toEqual([]);
  });
});

describe('the trades of a finished backtest', () => {
  test.each([500, 469, 335])('are those of its framework, whole and in its order, by pages of %i', async (limit) => {
    const trades = tradesOf(TRADES_COUNT);
    const found = await pages(await finishWith(trades), limit);
    expect(found.flat()).toEqual(trades);
    expect(found).toHaveLength(Math.ceil(TRADES_COUNT / limit));
  });

  test('go on from the cursor of any of them', async () => {
    const trades = tradesOf(1_010);
    const id = await finishWith(trades);
    const { cursors } = await page(id, 500, (await page(id, 500)).nextCursor);
    expect((await page(id, 3, cursors[497])).items).toEqual(trades.slice(998, 1_001));
    expect((await page(id, 500, cursors[499])).items).toEqual(trades.slice(1_000));
  });

  test('are none where nothing was traded, and where it has not finished', async () => {
    expect(await page(await finishWith([]), 10)).toEqual({ items: [], cursors: [] });
    const { backtest } = await domain.creation.create(validRequest(), {
      accountId: OWNER,
      requestId: 'r2',
      isGivenUp: () => false,
    });
    expect(await page(backtest._id, 10)).toEqual({ items: [], cursors: [] });
  });

  test('are those of the attempt that finished, not those of one that lost its lease', async () => {
    const id = await finishWith(tradesOf(1));
    await connection.collection('backtest_trades').updateMany({}, { $inc: { epoch: -1 } });
    expect((await page(id, 10)).items).toEqual([]);
  });

  test('are not found by another account, by an unknown id and once it is deleted', async () => {
    const id = await finishWith(tradesOf(2));
    const refusal = { code: 'backtest_not_found' };
    await expect(page(id, 1, undefined, 'acc_2')).rejects.toMatchObject(refusal);
    await expect(page('bt_unknown', 1)).rejects.toMatchObject(refusal);
    await domain.store.delete(OWNER, id);
    await expect(page(id, 1)).rejects.toMatchObject(refusal);
  });

  test('are not paged by a cursor of another backtest, account or list', async () => {
    const id = await finishWith(tradesOf(2));
    const { nextCursor = '' } = await page(id, 1);
    const refusal = { code: 'invalid_cursor' };
    await expect(page('bt_other', 1, nextCursor)).rejects.toMatchObject(refusal);
    await expect(page(id, 1, nextCursor, 'acc_2')).rejects.toMatchObject(refusal);
    const scope = { list: 'backtests', accountId: OWNER, filters: {} };
    await expect(page(id, 1, domain.cursors.backtests.encode(scope, id))).rejects.toMatchObject(refusal);
  });

  test.each([0, 501, 1.5])('are not given by pages of %d', async (limit) => {
    await expect(page('bt_1', limit)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path: 'limit' }] });
  });
});

describe('a run of before stakes, exit reasons and its data were kept', () => {
  test('is read without them', async () => {
    const id = await finishWith(tradesOf(1));
    await backtestModel(connection).updateOne(
      { _id: id },
      [
        { $unset: ['result.perExitReason', 'result.data', 'result.warnings'] },
        { $set: { 'result.perPair': [{ symbol: 'BTC/USDC:USDC', profitPct: 1.5, trades: 1 }] } },
      ],
      { updatePipeline: true },
    );
    const [listed] = await domain.store.list(OWNER, {}, { before: undefined, limit: 1 });
    expect(listed?.result).toEqual(expect.objectContaining({ profitTotalPct: 1.5, recomputed: [] }));
    const read = [
      ...(await domain.store.findMany(OWNER, [id])),
      (await domain.store.delete(OWNER, id)).backtest,
      (await domain.store.delete(OWNER, id)).backtest,
    ];
    for (const backtest of read) {
      const { result } = toBacktestMessage(backtest);
      expect(result).toMatchObject({ profitTotalPct: 1.5, perExitReason: [], warnings: [], data: null });
      expect(result?.perPair).toEqual([{ symbol: 'BTC/USDC:USDC', profitPct: 1.5, trades: 1 }]);
    }
    expect(read).toHaveLength(3);
  });

  test('has trades without them', async () => {
    const [trade] = tradesOf(1);
    const id = await finishWith(tradesOf(1));
    const later = {
      'items.$[].stakeAmount': 1,
      'items.$[].leverage': 1,
      'items.$[].feesAbs': 1,
      'items.$[].entryTag': 1,
    };
    await connection.collection('backtest_trades').updateMany({}, { $unset: later });
    const { stakeAmount: _stake, leverage: _leverage, feesAbs: _fees, ...earlier } = trade ?? {};
    expect((await page(id, 1)).items.map(toTradeMessage)).toEqual([{ ...earlier, entryTag: undefined }]);
  });
});
