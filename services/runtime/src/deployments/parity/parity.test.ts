import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { HistoryRequest, MarketData } from '../../backtests/market-data.js';
import {
  ANY_MARKET,
  buildDomain,
  DIGEST,
  emptyDatabase,
  FINISHED,
  NO_BOTS,
  openDatabase,
  ScriptedFramework,
  TRADES,
  untilStatuses,
  validRequest,
} from '../../domain.fixture.js';
import type { BacktestOutcome, BacktestTrade } from '../../frameworks/framework.js';
import { created, running } from '../actions/deployments.fixture.js';
import { Notes } from '../notes.js';
import { ParityRecords, toParityMessage } from './index.js';

const OWNER = 'acc_1';
const STRANGER = 'acc_2';
const BTC = 'BTC/USDC:USDC';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Twenty minutes after the start of an hour. */
const START_MS = Date.UTC(2026, 5, 1, 12, 20);
const CALL = { requestId: 'r1', isGivenUp: () => false };

/** An instant of the day, of its hours and minutes. */
const at = (hour: number, minute = 0, seconds = 0) => Date.UTC(2026, 5, 1, hour, minute, seconds);

let connection: Connection;
let clock: ManualClock;
let framework: ScriptedFramework;
let marketData: MarketData;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('deployment_parity');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(START_MS);
  framework = new ScriptedFramework();
  marketData = { ...ANY_MARKET };
  domain = await buildDomain(connection, {
    clock,
    frameworks: new Map([['freqtrade', [framework]]]),
    marketData: {
      requireMarkets: (...request) => marketData.requireMarkets(...request),
      resolve: (...request) => marketData.resolve(...request),
    },
  });
});

afterAll(() => connection.close());

const start = (id: string, accountId = OWNER) => domain.deployments.parity.start(accountId, id, CALL);
const read = (id: string, accountId = OWNER) => domain.deployments.parity.get(accountId, id);

/** Notes what the bot of a deployment says of itself now. */
function beat(id: string, fields = {}): Promise<void> {
  return domain.deployments.store.note([{ id, generation: 1, fields: { heartbeatAt: clock.now(), ...fields } }]);
}

/** A deployment that has run for five hours. */
async function ran(accountId = OWNER, name = 'one'): Promise<string> {
  const { _id } = await running(domain, accountId, name);
  await domain.deployments.history.noteEquity(_id, clock.nowMs() + 5_000, 1_000);
  clock.advance(5 * HOUR_MS);
  await beat(_id);
  return _id;
}

/** A trade of the backtest. */
function replayed(openedAtMs: number, closedAtMs: number): BacktestTrade {
  const [trade] = TRADES;
  if (trade === undefined) throw new Error('the fixture has no trades');
  return { ...trade, openedAtMs, closedAtMs, openRate: 100, closeRate: 101, amount: 10, feesAbs: 1, profitAbs: 9 };
}

/** The same as a deployment's bot tells it. */
function closed(number: number, openedAtMs: number, closedAtMs: number, changes = {}) {
  return {
    ...{ number, symbol: BTC, side: 'long' as const, opened_at_ms: openedAtMs, closed_at_ms: closedAtMs },
    ...{ open_rate: 100, close_rate: 101, amount: 10, stake_amount: 1_000, leverage: 1, fees_abs: 1 },
    ...{ profit_abs: 9, profit_ratio: 0.009, entry_tag: null, exit_reason: 'roi' },
    ...changes,
  };
}

/** Lets the waiting backtests run, each with these trades. */
async function runAll(trades: readonly BacktestTrade[]): Promise<void> {
  framework.run = async (_job, { onTrades }) => {
    await onTrades(trades);
    return FINISHED;
  };
  await domain.workers.start();
  await untilStatuses(connection, { finished: 1 });
  await domain.workers.close();
}

describe('the backtest of a report', () => {
  test('is of the same strategy, markets and version, from the first start to the last whole candle, at any time of a day', async () => {
    const id = await ran();
    const parity = await start(id);
    // Its first candle is left out by a run, so that one more comes before the candle of the start.
    const period = { fromMs: at(11), toMs: at(17) };
    expect(parity).toEqual({ backtestId: expect.any(String), status: 'queued', ...period, createdAt: clock.now() });
    const [backtest] = await domain.store.findMany(OWNER, [parity.backtestId]);
    const { codeSha256 } = await domain.deployments.store.get(OWNER, id);
    expect(backtest).toMatchObject({
      ...{ name: 'parity of one', venue: 'hyperliquid', symbols: [BTC], codeSha256 },
      framework: { id: 'freqtrade', imageDigest: DIGEST },
      range: { from: '2026-06-01T11:00:00.000Z', to: '2026-06-01T17:00:00.000Z' },
    });
    const strategy = await domain.store.readStrategy(OWNER, parity.backtestId);
    expect(strategy).toMatchObject({ code: 'x = 1', configJson: expect.stringContaining('pair_whitelist') });
    const range = { rangeFrom: '2026-06-01T11:00:00Z', rangeTo: '2026-06-01T17:00:00Z' };
    const asked = domain.creation.create(validRequest(range), { ...CALL, accountId: OWNER });
    await expect(asked).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is the one that is under way, also for two that ask at once', async () => {
    const id = await ran();
    const [first, second] = await Promise.all([start(id), start(id)]);
    expect(second).toEqual(first);
    expect(await start(id)).toEqual(first);
    expect(await read(id)).toEqual(first);
  });

  test('is one for two that ask two instances at once', async () => {
    const id = await ran();
    const frameworks = new Map([['freqtrade' as const, [framework]]]);
    const other = await buildDomain(connection, { clock, frameworks, owner: 'other' });
    const asked = [domain, other].map(({ deployments }) => deployments.parity.start(OWNER, id, CALL));
    const backtestIds = (await Promise.all(asked)).map(({ backtestId }) => backtestId);
    expect(new Set(backtestIds).size).toBe(1);
    expect(await domain.store.count(OWNER, 'queued')).toBe(1);
  });

  test('is another one once it has ended', async () => {
    const id = await ran();
    const first = await start(id);
    await runAll([]);
    clock.advance(HOUR_MS);
    const second = await start(id);
    expect(second).toMatchObject({ status: 'queued', toMs: at(18) });
    expect(second.backtestId).not.toBe(first.backtestId);
  });

  test('of a deployment that has stopped ends with its last heartbeat', async () => {
    const id = await ran();
    const { store } = domain.deployments;
    await domain.deployments.lifecycle.stop(OWNER, id);
    await store.move(await store.get(OWNER, id), 'ended');
    clock.advance(3 * HOUR_MS);
    expect(await start(id)).toMatchObject({ fromMs: at(11), toMs: at(17) });
  });

  test('begins with the first start, whatever was started again since', async () => {
    const id = await ran();
    const { lifecycle, store } = domain.deployments;
    await lifecycle.stop(OWNER, id);
    await store.move(await store.get(OWNER, id), 'ended');
    const again = await lifecycle.start(OWNER, id, {});
    expect([again.firstStartedAt, again.startedAt]).toEqual([new Date(START_MS), clock.now()]);
    expect(await start(id)).toMatchObject({ fromMs: at(11), toMs: at(17) });
  });

  test('ends where history is stored, of the table that is stored least far', async () => {
    const coverage = { from: '2026-01-01T00:00:00.000Z', to: '2026-06-01T15:00:00.000Z' };
    const asked: HistoryRequest[] = [];
    marketData.resolve = async (request) => {
      asked.push(request);
      const details = { symbol: BTC, table: 'candles_1h', timeframe: '1h', coverage };
      if (request.toMs > Date.parse(coverage.to)) throw new PlatformError('data_unavailable', { details });
      return { candles: [], instruments: [] };
    };
    const id = await ran();
    expect(await start(id)).toMatchObject({ fromMs: at(11), toMs: at(15) });
    expect(asked.map(({ toMs }) => toMs)).toEqual([at(17), at(15)]);
    coverage.to = '2026-06-01T12:30:00.000Z';
    await domain.store.delete(OWNER, (await read(id))?.backtestId ?? '');
    await expect(start(id)).rejects.toMatchObject({ code: 'data_unavailable', details: { coverage } });
  });

  test('has a name of at most a hundred characters, none of them cut', async () => {
    const id = await ran(OWNER, `${'a'.repeat(89)}🚀`);
    const [backtest] = await domain.store.findMany(OWNER, [(await start(id)).backtestId]);
    expect(backtest?.name).toBe(`parity of ${'a'.repeat(89)}`);
  });
});

describe('no report is begun', () => {
  test('of a deployment that never ran', async () => {
    const { _id } = await created(domain, OWNER, 'one');
    const details = { status: 'created', action: 'start_parity' };
    await expect(start(_id)).rejects.toMatchObject({ code: 'invalid_state', details });
  });

  test('before a candle has passed', async () => {
    const { _id } = await running(domain, OWNER, 'one');
    clock.advance(39 * MINUTE_MS);
    await beat(_id);
    const details = { status: 'running', action: 'start_parity' };
    await expect(start(_id)).rejects.toMatchObject({ code: 'invalid_state', details });
    clock.advance(MINUTE_MS);
    expect(await start(_id)).toMatchObject({ fromMs: at(11), toMs: at(13) });
  });

  test('of one that is deleted', async () => {
    const id = await ran();
    await domain.deployments.lifecycle.delete(OWNER, id, { acknowledged: true });
    const details = { status: 'deleting', action: 'start_parity' };
    await expect(start(id)).rejects.toMatchObject({ code: 'invalid_state', details });
  });

  test('while its framework is not installed', async () => {
    const id = await ran();
    framework.status = 'provisioning';
    await expect(start(id)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('of a strategy that is refused by now', async () => {
    const id = await ran();
    framework.validation = { kind: 'strategy_invalid', findings: [{ line: 1, text: 'no' }] };
    await expect(start(id)).rejects.toMatchObject({ code: 'strategy_invalid' });
    expect(await read(id)).toBeUndefined();
  });
});

describe('a report', () => {
  test('names what explains each difference, and what it came to', async () => {
    const id = await ran();
    const { history } = domain.deployments;
    await history.noteIncidents(id, [
      { kind: 'feed_silent', symbol: null, fromMs: at(14, 59), toMs: at(15, 2) },
      { kind: 'late_candle', symbol: BTC, fromMs: at(16), toMs: at(16, 3) },
    ]);
    await history.noteTrades(id, [
      closed(1, at(13, 0, 5), at(14, 0, 5)),
      closed(2, at(16, 3, 5), at(16, 30), { open_rate: 100.5, fees_abs: 2, profit_abs: 3 }),
    ]);
    await start(id);
    await runAll([replayed(at(13), at(14)), replayed(at(15), at(15)), replayed(at(16), at(16))]);
    const parity = await read(id);
    expect(parity).toMatchObject({
      status: 'finished',
      report: {
        ...{ trades: 3, same: 1, explainedPct: 100, isTruncated: false },
        causes: [
          { cause: 'price', trades: 1 },
          { cause: 'fee', trades: 1 },
          { cause: 'late_candle', trades: 1 },
          { cause: 'feed_silent', trades: 1 },
        ],
        effects: { priceUsd: -5, sizeUsd: 0, feeUsd: -1, fundingUsd: 0 },
        rows: [{ causes: [] }, { causes: ['feed_silent'] }, { causes: ['late_candle', 'price', 'fee'] }],
      },
    });
    const message = parity && toParityMessage(parity);
    expect(message?.report?.rows[1]).toEqual({
      ...{ symbol: BTC, side: 'long', deployed: null, causes: ['feed_silent'], effects: null },
      replayed: {
        ...{ openedAtMs: at(15), closedAtMs: at(15), openRate: 100, closeRate: 101, amount: 10 },
        ...{ feesUsd: 1, profitUsd: 9, exitReason: 'roi' },
      },
    });
  });

  test('of a live deployment names slippage and partial fills', async () => {
    const id = await ran();
    const { history, store } = domain.deployments;
    await store.change(await store.get(OWNER, id), { mode: 'live' });
    await history.noteTrades(id, [
      closed(1, at(13, 0, 5), at(14, 0, 5), { open_rate: 100.5, profit_abs: 4 }),
      closed(2, at(15, 0, 5), at(16, 0, 5), { amount: 6, fees_abs: 0.6, profit_abs: 5.4, partly_filled: true }),
    ]);
    await start(id);
    await runAll([replayed(at(13), at(14)), replayed(at(15), at(16))]);
    const parity = await read(id);
    expect(parity?.report).toMatchObject({
      explainedPct: 100,
      effects: { priceUsd: -5, sizeUsd: -4 },
      rows: [{ causes: ['slippage'] }, { causes: ['partial_fill'] }],
    });
    const message = parity && toParityMessage(parity);
    expect(message?.report?.rows[1]?.deployed).toEqual({
      ...{ openedAtMs: at(15, 0, 5), closedAtMs: at(16, 0, 5), openRate: 100, closeRate: 101, amount: 6 },
      ...{ feesUsd: 0.6, profitUsd: 5.4, exitReason: 'roi' },
    });
  });

  test('knows what was not running yet, what is silent still, what was blocked, and what is held', async () => {
    const id = await ran();
    const positions = [{ symbol: 'ETH/USDC:USDC', side: 'long', sizeUsd: 100 }];
    const snapshot = { atMs: clock.nowMs(), trades: { total: 1, open: 1, wins: 0, losses: 0 }, positions };
    const money = { realizedUsd: 0, unrealizedUsd: 0, balanceUsd: 1_000 };
    await beat(id, {
      ...{ feedSilentSince: new Date(at(16, 50)), entriesBlockedSince: new Date(at(15, 30)) },
      snapshot: { ...snapshot, ...money },
    });
    await start(id);
    const eth = { ...replayed(at(13), at(17)), symbol: 'ETH/USDC:USDC' };
    await runAll([replayed(at(12), at(12)), replayed(at(16), at(16)), eth]);
    const report = (await read(id))?.report;
    expect(report?.rows.map(({ causes }) => causes)).toEqual([['not_running'], ['open_at_end'], ['entries_blocked']]);
    const { store } = domain.deployments;
    await store.change(await store.get(OWNER, id), {}, ['entriesBlockedSince']);
    expect((await read(id))?.report?.rows[2]?.causes).toEqual(['open_at_end']);
  });

  test('compares the newest 5,000 of either side and shows the newest 1,000', async () => {
    const id = await ran();
    const times = Array.from({ length: 5_050 }, (_, index) => at(12, 30) + index * 1_000);
    await domain.deployments.history.noteTrades(
      id,
      times.slice(-1_100).map((timeMs, index) => closed(index, timeMs, timeMs + 500)),
    );
    await start(id);
    await runAll(times.map((timeMs) => replayed(timeMs, timeMs + 500)));
    const report = (await read(id))?.report;
    expect(report).toMatchObject({ trades: 5_000, same: 1_100, isTruncated: true });
    expect([report?.rows.length, report?.rows[0]?.replayed?.openedAtMs]).toEqual([1_000, times.at(-1_000)]);
  });

  test('says why its backtest has no result', async () => {
    const id = await ran();
    await start(id);
    const failed: BacktestOutcome = {
      ...{ kind: 'error', code: 'strategy_failed', message: 'KeyError', findings: [], claimed: true },
    };
    framework.run = async () => failed;
    await domain.workers.start();
    await untilStatuses(connection, { error: 1 });
    await domain.workers.close();
    expect(await read(id)).toMatchObject({ status: 'error', error: { code: 'strategy_failed', message: 'KeyError' } });
  });

  test('is none where none was asked for, its backtest was deleted, or the deployment is gone', async () => {
    const id = await ran();
    expect(await read(id)).toBeUndefined();
    const { backtestId } = await start(id);
    await domain.store.delete(OWNER, backtestId);
    expect(await read(id)).toBeUndefined();
    expect(await start(id)).toMatchObject({ status: 'queued' });
    const { store, history } = domain.deployments;
    await new Notes({ store, history, parityRecords: new ParityRecords(connection), runner: NO_BOTS, clock }).forget(
      id,
    );
    expect(await connection.collection('deployment_parity').countDocuments()).toBe(0);
    expect(await read(id)).toBeUndefined();
  });

  test('is seen by its own account alone', async () => {
    const [own, foreign] = [await ran(), await ran(STRANGER, 'two')];
    await start(own);
    expect(await read(foreign, STRANGER)).toBeUndefined();
    const refusal = { code: 'deployment_not_found' };
    for (const [accountId, id] of [
      [STRANGER, own],
      [OWNER, foreign],
      [OWNER, 'dpl_unknown'],
    ] as const) {
      await expect(read(id, accountId)).rejects.toMatchObject(refusal);
      await expect(start(id, accountId)).rejects.toMatchObject(refusal);
    }
    expect(await domain.store.list(STRANGER, {}, { older: {}, limit: 10 })).toEqual([]);
  });
});
