import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { queriesOf } from '@platform/store/mongo/testing';
import type { ClosedTrade } from '../../bots/frames.js';
import { buildDomain, emptyDatabase, openDatabase } from '../../domain.fixture.js';
import { sweep } from '../../workers/retention.js';
import { running } from '../actions/deployments.fixture.js';
import type { DeploymentHistory } from './index.js';

const OWNER = 'acc_1';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The start of a day. */
const NOW_MS = Date.UTC(2026, 5, 1);

let connection: Connection;
let clock: ManualClock;
let domain: Awaited<ReturnType<typeof buildDomain>>;
let history: DeploymentHistory;
let id: string;

beforeAll(async () => {
  connection = await openDatabase('deployment_history');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(NOW_MS);
  domain = await buildDomain(connection, { clock });
  ({ history } = domain.deployments);
  id = (await running(domain, OWNER, 'one'))._id;
});

afterAll(() => connection.close());

/** Trades that differ in every field that a mix-up could swap; the later ones closed later. */
function tradesOf(first: number, count: number): ClosedTrade[] {
  return Array.from({ length: count }, (_, index) => tradeOf(first + index));
}

function tradeOf(number: number): ClosedTrade {
  return {
    ...{ number, symbol: 'BTC/USDC:USDC', side: number % 2 === 0 ? 'long' : 'short' },
    ...{ opened_at_ms: NOW_MS + number, closed_at_ms: NOW_MS + 2 * number, open_rate: 100 + number },
    ...{ close_rate: 101 + number, amount: 0.5, stake_amount: 50, leverage: 2, fees_abs: 0.1 },
    ...{ profit_abs: 3 - number, profit_ratio: 0.01, entry_tag: number % 3 === 0 ? null : 'dip', exit_reason: 'roi' },
  };
}

const numbers = async (limit = 100_000) => (await history.trades(id, undefined, limit)).map(({ number }) => number);

describe('closed trades', () => {
  test('are kept whole, those that were closed last first', async () => {
    await history.noteTrades(id, [{ ...tradeOf(1), closed_at_ms: NOW_MS + 5_000 }, tradeOf(2), tradeOf(3)]);
    expect(await numbers()).toEqual([1, 3, 2]);
    const [trade] = await history.trades(id, { closedAtMs: NOW_MS + 5_000, number: 1 }, 1);
    expect(trade).toEqual({
      ...{ number: 3, symbol: 'BTC/USDC:USDC', side: 'short', openedAtMs: NOW_MS + 3, closedAtMs: NOW_MS + 6 },
      ...{ openRate: 103, closeRate: 104, amount: 0.5, stakeAmount: 50, leverage: 2, feesAbs: 0.1 },
      ...{ profitAbs: 0, profitRatio: 0.01, entryTag: null, exitReason: 'roi' },
    });
  });

  test('that are told again are kept once, as they were told last', async () => {
    await history.noteTrades(id, tradesOf(1, 3));
    await history.noteTrades(id, [
      { ...tradeOf(2), exit_reason: 'stop_loss', entry_tag: null },
      tradeOf(3),
      tradeOf(4),
    ]);
    expect(await numbers()).toEqual([4, 3, 2, 1]);
    const told = await history.trades(id, undefined, 3);
    expect(told.at(-1)).toMatchObject({ exitReason: 'stop_loss', entryTag: null });
  });

  test('have tags and reasons of 255 characters at most', async () => {
    await history.noteTrades(id, [{ ...tradeOf(1), entry_tag: 'a'.repeat(1_000), exit_reason: 'b'.repeat(1_000) }]);
    const [trade] = await history.trades(id, undefined, 1);
    expect([trade?.entryTag, trade?.exitReason]).toEqual(['a'.repeat(255), 'b'.repeat(255)]);
  });

  test('are the newest 50,000 of a deployment', async () => {
    const other = (await running(domain, OWNER, 'two'))._id;
    await history.noteTrades(other, [tradeOf(1)]);
    for (let first = 1; first <= 50_001; first += 1_000) await history.noteTrades(id, tradesOf(first, 1_000));
    const kept = await numbers();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([50_000, 51_000, 1_001]);
    expect(await history.trades(other, undefined, 10)).toHaveLength(1);
  });

  test('are read from an index, and hardly more than are shown', async () => {
    await history.noteTrades(id, tradesOf(1, 50));
    const queries = await queriesOf(connection, 'deployment_trades', () =>
      history.trades(id, { closedAtMs: NOW_MS + 60, number: 30 }, 5),
    );
    expect(queries).toEqual([
      { plan: expect.stringContaining('IXSCAN'), documents: expect.any(Number), isSorted: false },
    ]);
    expect(queries[0]?.documents).toBeLessThanOrEqual(6);
  });
});

describe('what a deployment was worth', () => {
  const note = (minutes: number, balanceUsd: number) =>
    history.noteEquity(id, NOW_MS + minutes * MINUTE_MS, balanceUsd);
  const points = async (window = {}) => {
    const { tMs, balanceUsd } = await history.equity(id, window);
    return tMs.map((timeMs, index) => [(timeMs - NOW_MS) / MINUTE_MS, balanceUsd[index]]);
  };
  const figures = async () => (await domain.deployments.store.get(OWNER, id)).equity;

  test('is one point per five minutes, the latest of them', async () => {
    for (const [minutes, balanceUsd] of [
      [0, 1_000],
      [4, 1_001],
      [5, 1_002.5],
      [60, 990],
      [DAY_MS / MINUTE_MS + 1, 1_010],
    ] as const)
      await note(minutes, balanceUsd);
    expect(await points()).toEqual([
      [0, 1_001],
      [5, 1_002.5],
      [60, 990],
      [1_440, 1_010],
    ]);
  });

  test('is narrowed to a window', async () => {
    for (const minutes of [0, 5, 10, 1_440, 1_445]) await note(minutes, minutes);
    const at = (minutes: number) => NOW_MS + minutes * MINUTE_MS;
    expect(await points({ fromMs: at(5), toMs: at(1_445) })).toEqual([
      [5, 5],
      [10, 10],
      [1_440, 1_440],
    ]);
    expect(await points({ toMs: at(5) })).toEqual([[0, 0]]);
    expect(await points({ fromMs: at(1_445) })).toEqual([[1_445, 1_445]]);
  });

  test('leaves out what was said before what is known already', async () => {
    await note(10, 1_000);
    await note(5, 2_000);
    expect(await points()).toEqual([[10, 1_000]]);
    expect(await figures()).toMatchObject({ firstUsd: 1_000, peakUsd: 1_000, lastUsd: 1_000 });
  });

  test('gives its first, highest and latest balance, and the largest fall from a high', async () => {
    for (const [index, balanceUsd] of [1_000, 1_200, 900, 1_300, 1_235].entries()) await note(index, balanceUsd);
    expect(await figures()).toEqual({
      ...{ since: new Date(NOW_MS), firstUsd: 1_000, peakUsd: 1_300, maxDrawdownPct: 25 },
      ...{ lastAt: new Date(NOW_MS + 4 * MINUTE_MS), lastUsd: 1_235 },
    });
    await domain.deployments.store.note([{ id, generation: 1, fields: { heartbeatAt: new Date(NOW_MS) } }]);
    expect((await figures())?.peakUsd).toBe(1_300);
  });

  test('has no fall while it never had anything', async () => {
    await note(0, 0);
    await note(1, -5);
    expect(await figures()).toMatchObject({ peakUsd: 0, maxDrawdownPct: 0 });
  });

  test('is kept for ninety days', async () => {
    for (const minutes of [0, 5]) await note(minutes, 1_000);
    clock.advance(90 * DAY_MS);
    expect(await points()).toHaveLength(2);
    clock.advance(1);
    expect(await points()).toEqual([[5, 1_000]]);
    await sweep({ ...domain, clock });
    expect(await connection.collection('deployment_equity').countDocuments()).toBe(1);
    clock.advance(DAY_MS);
    await sweep({ ...domain, clock });
    expect(await connection.collection('deployment_equity').countDocuments()).toBe(0);
  });
});

describe('times in which a bot saw nothing', () => {
  const SILENCE = { kind: 'feed_silent', symbol: null, fromMs: NOW_MS, toMs: NOW_MS + 20_000 } as const;
  const LATE = {
    kind: 'late_candle',
    symbol: 'BTC/USDC:USDC',
    fromMs: NOW_MS + 60_000,
    toMs: NOW_MS + 75_000,
  } as const;

  test('are kept once, however often they are told', async () => {
    await history.noteIncidents(id, [SILENCE]);
    await history.noteIncidents(id, [SILENCE, LATE]);
    await history.noteIncidents(id, [SILENCE, { ...LATE, toMs: LATE.toMs + 1 }]);
    await history.noteIncidents(id, [LATE]);
    expect(await history.incidents(id, {})).toEqual([SILENCE, { ...LATE, toMs: LATE.toMs + 1 }]);
  });

  test('are found where they reach into a window', async () => {
    await history.noteIncidents(id, [SILENCE, LATE]);
    expect(await history.incidents(id, { fromMs: NOW_MS + 19_999, toMs: NOW_MS + 60_000 })).toEqual([SILENCE]);
    expect(await history.incidents(id, { fromMs: NOW_MS + 20_000 })).toEqual([LATE]);
  });

  test('are the newest thousand of a deployment', async () => {
    const many = Array.from({ length: 1_005 }, (_, index) => ({ ...SILENCE, fromMs: NOW_MS + index }));
    await history.noteIncidents(id, many);
    const kept = await history.incidents(id, {});
    expect([kept.length, kept[0]?.fromMs]).toEqual([1_000, NOW_MS + 5]);
  });
});

const COLLECTIONS = ['deployment_trades', 'deployment_equity', 'deployment_incidents'];
const storedDocuments = () =>
  Promise.all(COLLECTIONS.map((name) => connection.collection(name).countDocuments({ deploymentId: id })));

/** What its bot says of everything. */
async function noteAll(): Promise<void> {
  await history.noteTrades(id, [tradeOf(1)]);
  await history.noteEquity(id, clock.nowMs(), 1_000);
  await history.noteIncidents(id, [{ kind: 'feed_silent', symbol: null, fromMs: NOW_MS, toMs: NOW_MS + 20_000 }]);
}

test('nothing of a deployment is left once it is deleted, and nothing is added', async () => {
  await noteAll();
  expect(await storedDocuments()).toEqual([1, 1, 1]);
  await domain.deployments.lifecycle.delete(OWNER, id, { acknowledged: true });
  await history.remove(id);
  await noteAll();
  expect(await storedDocuments()).toEqual([0, 0, 0]);
});

test('a deleted deployment is listed for thirty days', async () => {
  const { store, lifecycle } = domain.deployments;
  const deleting = (await lifecycle.delete(OWNER, id, { acknowledged: true })).deployment;
  await store.move(deleting, 'removed', { fields: { deletedAt: clock.now() } });
  clock.advance(30 * DAY_MS);
  await sweep({ ...domain, clock });
  expect(await store.findMany(OWNER, [id])).toHaveLength(1);
  clock.advance(1);
  await sweep({ ...domain, clock });
  expect(await store.findMany(OWNER, [id])).toEqual([]);
});
