import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import { queriesOf } from '@platform/store/mongo/testing';
import {
  buildDomain,
  DIGEST,
  emptyDatabase,
  openDatabase,
  RESULT,
  ScriptedFramework,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import type { BacktestTrade } from '../frameworks/framework.js';
import { toBacktestMessage, toSummaryMessage, toTradeMessage } from '../messages.js';
import { inputsModel } from '../records/inputs.js';
import { type BacktestRecord, backtestModel } from '../records/record.js';
import { listBacktests, listTrades } from './listing.js';

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
  domain = await buildDomain(connection, { frameworks: new Map([['freqtrade', [framework]]]) });
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
  const idOf = (index: number) => `bt_${String(index).padStart(26, '0')}`;
  const large = { ...RESULT, equity: Array.from({ length: 100_000 }, (_, index) => index + 0.5) };

  beforeEach(async () => {
    const id = await finishWith([]);
    const record = await backtestModel(connection).findById(id).lean().orFail();
    const many = Array.from({ length: COUNT }, (_, index) => ({ ...record, _id: idOf(index), result: large }));
    await backtestModel(connection).create(many);
  });

  test('are listed by their figures alone', async () => {
    const { items } = await listBacktests(domain.store, domain.cursors, OWNER, { limit: 100, statuses: [] });
    expect(items).toHaveLength(COUNT + 1);
    for (const { result } of items) {
      expect(Object.keys(result ?? {}).sort()).toEqual([
        ...[
          'endingBalance',
          'marketChangePct',
          'maxDrawdownPct',
          'profitFactor',
          'profitTotalPct',
          'recomputed',
          'sharpe',
        ],
        ...['startingBalance', 'totalPnl', 'trades', 'winRate'],
      ]);
    }
  });

  test('are read together as far as they are 4 MiB, and one always', async () => {
    const ids = Array.from({ length: COUNT }, (_, index) => idOf(index));
    await expect(domain.store.findMany(OWNER, ids)).rejects.toMatchObject({ code: 'response_too_large' });
    for (const some of [ids.slice(0, 1), ids.slice(0, 2)])
      expect(await domain.store.findMany(OWNER, some)).toHaveLength(some.length);
    expect(await domain.store.findMany('acc_2', ids)).toEqual([]);
  });
});

describe('a list of backtests', () => {
  const COUNT = 120;
  const LIMIT = 5;
  const START_MS = 1_700_000_000_000;
  const after = (seconds: number) => START_MS + seconds * 1_000;
  /** One a second; their ids say nothing of their order. */
  const records = Array.from({ length: COUNT }, (_, index): BacktestRecord => {
    const symbols = index % 4 === 0 ? ['BTC/USDC:USDC', 'ETH/USDC:USDC'] : ['ETH/USDC:USDC'];
    return {
      _id: `bt_${(index * 7) % COUNT}`,
      accountId: OWNER,
      status: index % 3 === 0 ? 'error' : 'finished',
      ...(index % 8 === 0 && { held: true }),
      framework: { id: 'freqtrade', imageDigest: DIGEST },
      // Of a venue that is to come.
      venue: (index % 5 === 0 ? 'lighter' : 'hyperliquid') as 'hyperliquid',
      symbols,
      canonicalSymbols: symbols,
      codeSha256: (index % 6 === 0 ? 'a' : 'b').repeat(64),
      range: { from: '2026-01-01', to: '2026-02-01' },
      createdAt: new Date(after(index)),
      failures: 0,
      interruptions: 0,
    };
  });
  const list = (request: object) =>
    listBacktests(domain.store, domain.cursors, OWNER, { limit: LIMIT, statuses: [], ...request });

  beforeEach(() => backtestModel(connection).insertMany(records));

  const cases: [object, (record: BacktestRecord) => boolean][] = [
    [{}, () => true],
    [{ status: 'error' }, ({ status }) => status === 'error'],
    [{ statuses: ['error', 'queued'] }, ({ status }) => status === 'error'],
    [{ statuses: ['finished', 'error'] }, () => true],
    [{ held: true }, ({ held }) => held === true],
    [{ venue: 'lighter' }, ({ venue }) => String(venue) === 'lighter'],
    [{ symbol: 'BTC/USDC:USDC' }, ({ symbols }) => symbols.length === 2],
    [{ codeSha256: 'a'.repeat(64) }, ({ codeSha256 }) => codeSha256 === 'a'.repeat(64)],
    [{ createdFromMs: after(60) }, ({ createdAt }) => createdAt.getTime() >= after(60)],
    [
      { status: 'finished', createdToMs: after(60) },
      ({ status, createdAt }) => status === 'finished' && createdAt.getTime() < after(60),
    ],
  ];

  test.each(cases)('narrowed to %j has those alone, newest first', async (filter, isWanted) => {
    const found = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const { items, nextCursor } = await list({ ...filter, cursor });
      found.push(...items.map(({ _id }) => _id));
      cursor = nextCursor;
    }
    expect(found).toEqual(
      records
        .filter(isWanted)
        .map(({ _id }) => _id)
        .reverse(),
    );
  });

  test.each(cases)('narrowed to %j reads from an index hardly more than it shows', async (filter) => {
    const { nextCursor: cursor } = await list(filter);
    const queries = await queriesOf(connection, 'backtests', () => list({ ...filter, cursor }));
    expect(queries).toEqual([
      { plan: expect.stringContaining('IXSCAN'), documents: expect.any(Number), isSorted: false },
    ]);
    // One more than is shown, and that of the cursor.
    expect(queries[0]?.documents).toBeLessThanOrEqual(LIMIT + 2);
  });

  test.each([
    [{ createdFromMs: 2, createdToMs: 1 }, 'createdFrom'],
    [{ symbol: 'x'.repeat(101) }, 'symbol'],
    [{ codeSha256: 'A'.repeat(64) }, 'codeSha256'],
  ])('narrowed to %j is refused, naming %s', async (filter, path) => {
    await expect(list(filter)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path }] });
  });
});

describe('what a backtest was given to run', () => {
  test('is read as its caller sent it, by its owner alone, and has its name', async () => {
    const call = { accountId: OWNER, requestId: 'r1', isGivenUp: () => false };
    const request = validRequest({
      code: 'class A: ...  # \u{1F680}',
      configJson: '{"a":  1}',
      name: 'Dip, wide stop',
    });
    const { backtest } = await domain.creation.create(request, call);
    expect(toBacktestMessage(backtest).name).toBe('Dip, wide stop');
    const { code, configJson, strategyClass } = await domain.store.readStrategy(OWNER, backtest._id);
    expect([code, configJson, strategyClass]).toEqual([request.code, request.configJson, undefined]);
    const { seed } = await inputsModel(connection).findById(backtest._id).lean().orFail();
    expect(toBacktestMessage(backtest)).toMatchObject({
      codeSha256: createHash('sha256').update(request.code).digest('hex'),
      configSha256: createHash('sha256').update(request.configJson).digest('hex'),
      seed,
    });
    const refusal = { code: 'backtest_not_found' };
    await expect(domain.store.readStrategy('acc_2', backtest._id)).rejects.toMatchObject(refusal);
    await domain.store.delete(OWNER, backtest._id);
    await expect(domain.store.readStrategy(OWNER, backtest._id)).rejects.toMatchObject(refusal);
  });

  test('gives the same run whatever it is called, whatever is checked beside, and where its version is pinned', async () => {
    const seeds = [];
    for (const same of [{}, { name: 'one' }, { name: 'two' }, { checks: ['lookahead'] }, { imageDigest: DIGEST }]) {
      const call = { accountId: OWNER, requestId: 'r1', isGivenUp: () => false };
      const { backtest } = await domain.creation.create(validRequest(same), call);
      seeds.push((await inputsModel(connection).findById(backtest._id).lean().orFail()).seed);
    }
    expect(new Set(seeds).size).toBe(1);
  });

  test.each(['', 'x'.repeat(101), 'a\nb'])('is refused with the name %j', async (name) => {
    const call = { accountId: OWNER, requestId: 'r1', isGivenUp: () => false };
    const refusal = { code: 'invalid_request', details: [{ path: 'name' }] };
    await expect(domain.creation.create(validRequest({ name }), call)).rejects.toMatchObject(refusal);
  });
});

describe('the trades of a finished backtest', () => {
  test.each([500, 469, 335])('are those of its framework, whole and in its order, by pages of %i', async (limit) => {
    const trades = tradesOf(TRADES_COUNT);
    const found = await pages(await finishWith(trades), limit);
    expect(found.flat()).toEqual(trades);
    expect(found).toHaveLength(Math.ceil(TRADES_COUNT / limit));
  });

  test('are narrowed to a market and to when they were closed', async () => {
    const trades = tradesOf(1_010);
    const id = await finishWith(trades);
    const filter = { symbol: 'ETH/USDC:USDC', closedFromMs: 1_750_000_600_300, closedToMs: 1_750_000_601_000 };
    const wanted = trades.filter((trade, index) => trade.symbol === filter.symbol && index >= 300 && index < 1_000);
    const narrowed = (cursor?: string) =>
      listTrades(domain.store, domain.cursors, OWNER, { id, limit: 200, ...filter, ...(cursor && { cursor }) });
    const first = await narrowed();
    const second = await narrowed(first.nextCursor);
    expect([...first.items, ...second.items]).toEqual(wanted);
    await expect(page(id, 200, first.nextCursor)).rejects.toMatchObject({ code: 'invalid_cursor' });
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
    await expect(page(id, 1, domain.cursors.backtests.encode(scope, [0, id]))).rejects.toMatchObject(refusal);
  });

  test.each([0, 501, 1.5])('are not given by pages of %d', async (limit) => {
    await expect(page('bt_1', limit)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path: 'limit' }] });
  });
});

test('a run with funding says so, what it read of it, and that no trade holds any', async () => {
  const funding = { symbol: 'BTC/USDC:USDC', fromMs: 1, toMs: 2, rows: 2, objects: ['a'.repeat(64)] };
  const result = { ...RESULT, fundingPnl: -1.5, data: { ...RESULT.data, funding: [funding] } };
  const id = await finishWith([]);
  await backtestModel(connection).updateOne({ _id: id }, { $set: { result } });
  const [whole] = (await domain.store.findMany(OWNER, [id])).map(toBacktestMessage);
  const [listed] = (await domain.store.list(OWNER, {}, { older: {}, limit: 1 })).map(toSummaryMessage);
  for (const message of [whole, listed])
    expect(message?.result).toMatchObject({ fundingPnl: -1.5, tradePnlModel: 'price_and_fees', totalPnl: 15 });
  expect(whole?.result?.data?.funding).toEqual([funding]);
});

test('a run shows what its trades came to by day, week and month, where it is read alone', async () => {
  const id = await finishWith([]);
  const [whole] = (await domain.store.findMany(OWNER, [id])).map(toBacktestMessage);
  const { day, week, month } = whole?.result?.breakdown ?? {};
  expect(day).toEqual(RESULT.days);
  expect([week?.startMs, month?.startMs]).toEqual([[Date.UTC(2025, 5, 9)], [Date.UTC(2025, 5, 1)]]);
  const [listed] = (await domain.store.list(OWNER, {}, { older: {}, limit: 1 })).map(toSummaryMessage);
  expect(listed?.result?.breakdown).toBeNull();
});

describe('a run of before stakes, exit reasons and its data were kept', () => {
  test('is read without them', async () => {
    const id = await finishWith(tradesOf(1));
    await backtestModel(connection).updateOne(
      { _id: id },
      [
        { $unset: ['result.perExitReason', 'result.data', 'result.warnings', 'result.days', 'seed'] },
        { $set: { 'result.perPair': [{ symbol: 'BTC/USDC:USDC', profitPct: 1.5, trades: 1 }] } },
      ],
      { updatePipeline: true },
    );
    const [listed] = await domain.store.list(OWNER, {}, { older: {}, limit: 1 });
    expect(listed?.result).toEqual(expect.objectContaining({ profitTotalPct: 1.5, recomputed: [] }));
    const read = [
      ...(await domain.store.findMany(OWNER, [id])),
      (await domain.store.delete(OWNER, id)).backtest,
      (await domain.store.delete(OWNER, id)).backtest,
    ];
    for (const backtest of read) {
      const { result } = toBacktestMessage(backtest);
      expect(result).toMatchObject({
        profitTotalPct: 1.5,
        perExitReason: [],
        warnings: [],
        data: null,
        breakdown: null,
      });
      expect(toBacktestMessage(backtest).seed).toBeUndefined();
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
