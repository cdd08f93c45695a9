import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { UserCaller } from '@platform/keys/tokens';
import type { CallContext } from '@platform/rpc/grpc';
import { contextHandlers, translateError } from './server.js';
import { openTestDomain, type TestDomain } from './testing/domain.js';

const HOUR_MS = 3_600_000;
const KPEPE = 'KPEPE/USDC:USDC';
const BTC = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
const CALL: { caller: UserCaller } & CallContext = {
  caller: {
    kind: 'user',
    workload: 'gateway',
    accountId: 'acc_1',
    credentialId: 'key_1',
    credentialType: 'api_key',
    permissions: ['read'],
  },
  requestId: 'r1',
  token: '',
  isGivenUp: () => false,
};
let context: TestDomain;
let handlers: ReturnType<typeof contextHandlers>;

beforeAll(async () => {
  context = await openTestDomain('test_context_server');
  handlers = contextHandlers(context.domain, new Set(['FEATURE_MANAGED_LIVE']));
  await context.collector.discover();
  await context.collectAll();
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
});

beforeEach(() => {
  context.venue.misbehave = () => undefined;
});

/** Returns the code and details that a caller sees. */
async function refusal(answer: Promise<unknown>): Promise<unknown> {
  const error = await answer.then(
    () => new Error('it was answered'),
    (cause: unknown) => translateError(cause),
  );
  return error instanceof Error && 'code' in error
    ? { code: error.code, ...('details' in error && error.details !== undefined ? { details: error.details } : {}) }
    : error;
}

function candles(request: Partial<Parameters<typeof handlers.ListCandles>[0]>) {
  return handlers.ListCandles({ ...BTC, timeframe: '1h', limit: 500, newestFirst: false, ...request }, CALL);
}

describe('markets', () => {
  test('are found by any words of venue, symbol and name, and pages follow one another', async () => {
    const first = await handlers.ListMarkets({ query: 'HYPER', limit: 1 }, CALL);
    expect(first.markets).toMatchObject([{ symbol: 'BTC/USDC:USDC', backtestReady: true, minOrderUsd: '10.00' }]);
    const cursor = first.nextCursor ?? '';
    const second = await handlers.ListMarkets({ query: 'hyper', limit: 1, cursor }, CALL);
    expect(second).toMatchObject({ markets: [{ symbol: 'KPEPE/USDC:USDC' }], nextCursor: undefined });
    expect(await refusal(handlers.ListMarkets({ query: 'x', limit: 1, cursor }, CALL))).toEqual({
      code: 'invalid_cursor',
    });
    const none = await handlers.ListMarkets({ query: 'hyper nothing', limit: 200 }, CALL);
    expect(none.markets).toEqual([]);
  });

  test('are narrowed to a venue, a kind, a status and whether they are ready, and counted over all pages', async () => {
    context.venue.coins.push({ name: 'OLD', szDecimals: 2, maxLeverage: 3, isDelisted: true });
    context.clock.advance(15_000);
    const symbols = async (filter: object) => {
      const { markets, totalCount } = await handlers.ListMarkets({ query: '', limit: 1, ...filter }, CALL);
      return [markets.map(({ symbol }) => symbol), totalCount];
    };
    expect(await symbols({})).toEqual([['BTC/USDC:USDC'], 3]);
    expect(await symbols({ venue: 'hyperliquid', kind: 'perpetual' })).toEqual([['BTC/USDC:USDC'], 3]);
    expect(await symbols({ kind: 'spot' })).toEqual([[], 0]);
    expect(await symbols({ status: 'closed' })).toEqual([['OLD/USDC:USDC'], 1]);
    expect(await symbols({ backtestReady: false })).toEqual([['OLD/USDC:USDC'], 1]);
    expect(await symbols({ backtestReady: true, status: 'active' })).toEqual([['BTC/USDC:USDC'], 2]);
    const { nextCursor: cursor = '' } = await handlers.ListMarkets({ query: '', limit: 1 }, CALL);
    expect(await symbols({ cursor })).toEqual([['KPEPE/USDC:USDC'], 3]);
    expect(await refusal(handlers.ListMarkets({ query: '', limit: 1, cursor, status: 'active' }, CALL))).toEqual({
      code: 'invalid_cursor',
    });
    expect(await refusal(symbols({ venue: 'lighter' }))).toEqual({ code: 'feature_not_available' });
    expect(await refusal(symbols({ kind: 'bond' }))).toMatchObject({ details: [{ path: 'kind' }] });
  });

  test('come in the order asked, without unknown ones', async () => {
    const references = [{ ...BTC, symbol: 'KPEPE/USDC:USDC' }, { ...BTC, symbol: 'NO/USDC:USDC' }, BTC];
    const { markets } = await handlers.BatchGetMarkets({ references }, CALL);
    expect(markets.map(({ symbol }) => symbol)).toEqual(['KPEPE/USDC:USDC', 'BTC/USDC:USDC']);
  });

  test('can not be listed while the venue can not be read, once the listing is older than 15 s', async () => {
    context.venue.misbehave = () => ({ status: 422 });
    await expect(handlers.ListMarkets({ query: '', limit: 1 }, CALL)).resolves.toBeDefined();
    context.clock.advance(15_000);
    expect(await refusal(handlers.ListMarkets({ query: '', limit: 1 }, CALL))).toEqual({
      code: 'context_upstream_unavailable',
    });
  });
});

describe('a symbol', () => {
  test.each(['BTC-PERP.HYPERLIQUID', 'btc', 'BTC/USDC'])(
    '%s is not canonical; its candidate is told',
    async (symbol) => {
      const refused = { code: 'symbol_not_canonical', details: { candidate: 'BTC/USDC:USDC' } };
      expect(await refusal(candles({ symbol }))).toEqual(refused);
      expect(await refusal(handlers.ListDatasets({ venue: 'hyperliquid', symbol }, CALL))).toEqual(refused);
      expect(await refusal(handlers.GetMarket({ reference: { venue: 'hyperliquid', symbol } }, CALL))).toEqual(refused);
    },
  );

  test('that resembles an alias of no market has its candidate too', async () => {
    const refused = { code: 'symbol_not_canonical', details: { candidate: 'NO/USDC:USDC' } };
    expect(await refusal(candles({ symbol: 'NO-PERP.HYPERLIQUID' }))).toEqual(refused);
  });

  test('of no market is not found', async () => {
    expect(await refusal(candles({ symbol: 'NO/USDC:USDC' }))).toEqual({ code: 'market_not_found' });
  });

  test('that is not canonical and has a candidate of no market is told both that and what is named nearly so', async () => {
    const details = { candidate: 'PEPECOIN/USDC:USDC', similar: [{ venue: 'hyperliquid', symbol: KPEPE }] };
    expect(await refusal(candles({ symbol: 'pepecoin' }))).toEqual({ code: 'symbol_not_canonical', details });
  });

  test.each(['PEPE/USDC:USDC', 'KPEPES/USDC:USDC', 'KPEPECOIN/USDC:USDC'])(
    '%s of no market is not found, and what is named nearly so is told',
    async (symbol) => {
      const near = { code: 'market_not_found', details: { similar: [{ venue: 'hyperliquid', symbol: KPEPE }] } };
      expect(await refusal(candles({ symbol }))).toEqual(near);
      expect(await refusal(handlers.ListFunding({ ...BTC, symbol, newestFirst: false, limit: 1 }, CALL))).toEqual(near);
      expect(await refusal(handlers.GetMarket({ reference: { ...BTC, symbol } }, CALL))).toEqual(near);
      await expect(candles({ symbol })).rejects.toThrow(`There is no such market. Similar: ${KPEPE} (hyperliquid).`);
    },
  );

  test('of a planned venue can not be read yet', async () => {
    expect(await refusal(candles({ venue: 'lighter' }))).toEqual({ code: 'feature_not_available' });
  });
});

describe('candles', () => {
  test('page through stored and newest rows without a seam', async () => {
    context.clock.advance(90 * 60_000);
    const whole = await candles({});
    expect(whole.tMs).toHaveLength(61);
    expect(whole.tMs.every((time, index) => index === 0 || time === (whole.tMs[index - 1] ?? 0) + HOUR_MS)).toBe(true);
    const paged: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await candles({ fromMs: 0, limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.tMs);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole.tMs);
    const [fromMs = 0, lastMs = 0] = [whole.tMs[0], whole.tMs.at(-1)];
    expect(whole.rowsFrom).toEqual([{ source: 'venue', fromMs, toMs: lastMs + HOUR_MS }]);
  });

  test('without a start are the newest ones, ascending, and no page follows', async () => {
    const whole = await candles({ fromMs: 0 });
    const { tMs, close, nextCursor } = await candles({ limit: 3 });
    expect(tMs).toEqual(whole.tMs.slice(-3));
    expect(close).toEqual(whole.close.slice(-3));
    expect(nextCursor).toBeUndefined();
    const toMs = whole.tMs[20] ?? 0;
    expect((await candles({ toMs, limit: 2 })).tMs).toEqual(whole.tMs.slice(18, 20));
    expect((await candles({ limit: 500 })).tMs).toEqual(whole.tMs);
  });

  test('of a time before there are any say since when there are', async () => {
    const whole = await candles({ fromMs: 0 });
    const { tMs, availableFromMs, nextCursor } = await candles({ fromMs: 0, toMs: 1_000 });
    expect({ tMs, availableFromMs, nextCursor }).toEqual({
      tMs: [],
      availableFromMs: whole.tMs[0],
      nextCursor: undefined,
    });
    expect(whole.availableFromMs).toBe(whole.tMs[0]);
  });

  test.each([7, 60, 500])('newest first are the same, the other way round, by pages of %i', async (limit) => {
    context.clock.advance(90 * 60_000);
    const newestFirst = true;
    const whole = await candles({});
    const paged: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await candles({ newestFirst, limit, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.tMs);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual([...whole.tMs].reverse());
    const [fromMs, toMs] = [whole.tMs[10] ?? 0, whole.tMs[20] ?? 0];
    const window = await candles({ newestFirst, fromMs, toMs, limit: 4 });
    expect(window.tMs).toEqual(whole.tMs.slice(16, 20).reverse());
    expect(window.close).toEqual(whole.close.slice(16, 20).reverse());
    const mixed = candles({ limit: 4, fromMs, toMs, cursor: window.nextCursor ?? '' });
    expect(await refusal(mixed)).toEqual({ code: 'invalid_cursor' });
  });

  test('of a window are those that open in it', async () => {
    const fromMs = Date.UTC(2026, 2, 1, 0, 30);
    const { tMs } = await candles({ fromMs, toMs: fromMs + 2 * HOUR_MS });
    expect(tMs).toEqual([Date.UTC(2026, 2, 1, 1), Date.UTC(2026, 2, 1, 2)]);
  });

  test('that are stored are read while the venue is down; those that are not fail the call', async () => {
    context.clock.advance(HOUR_MS);
    context.venue.misbehave = () => ({ status: 422 });
    await expect(candles({ toMs: Date.UTC(2026, 2, 2, 10) })).resolves.toBeDefined();
    expect(await refusal(candles({}))).toEqual({ code: 'context_upstream_unavailable' });
  });

  test('newest ones cost the venue one question an interval, however many ask', async () => {
    context.clock.advance(HOUR_MS);
    context.venue.questions.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => candles({ limit: 5_000 })));
    expect(context.venue.questions).toHaveLength(1);
  });

  test('whose newest one never comes are asked for less and less often', async () => {
    context.clock.advance(HOUR_MS);
    const newestMs = context.clock.nowMs() - (context.clock.nowMs() % HOUR_MS) - HOUR_MS;
    context.venue.isMissing = (timeMs) => timeMs === newestMs;
    context.venue.questions.length = 0;
    for (let second = 0; second < 1_200; second += 5) {
      await candles({ limit: 5_000 });
      context.clock.advance(5_000);
    }
    context.venue.isMissing = () => false;
    expect(context.venue.questions.length).toBeLessThan(8);
  });

  test.each([
    [{ timeframe: '2h' }, 'timeframe'],
    [{ limit: 5_001 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ venue: 'nowhere' }, 'venue'],
    [{ fromMs: 2, toMs: 1 }, 'from'],
  ])('with %j are refused, naming %s', async (request, path) => {
    expect(await refusal(candles(request))).toMatchObject({ code: 'invalid_request', details: [{ path }] });
  });

  test('a cursor of other filters is refused', async () => {
    const { nextCursor = '' } = await candles({ fromMs: 0, limit: 1 });
    expect(await refusal(candles({ timeframe: '4h', fromMs: 0, limit: 1, cursor: nextCursor }))).toEqual({
      code: 'invalid_cursor',
    });
  });
});

describe('funding', () => {
  test('shows the hourly rate as a rate a year', async () => {
    const { tMs, rate, annualized, rowsFrom } = await handlers.ListFunding(
      { ...BTC, newestFirst: false, limit: 1 },
      CALL,
    );
    expect([rate, annualized]).toEqual([[0.0000125], [0.0000125 * 8_760]]);
    const [fromMs = 0] = tMs;
    expect(rowsFrom).toEqual([{ source: 'venue', fromMs, toMs: fromMs + HOUR_MS }]);
  });
});

describe('datasets', () => {
  test('need a venue for a symbol', async () => {
    expect(await refusal(handlers.ListDatasets({ symbol: 'BTC/USDC:USDC' }, CALL))).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'symbol' }],
    });
  });

  test('of a planned venue are none', async () => {
    expect((await handlers.ListDatasets({ venue: 'polymarket' }, CALL)).datasets).toEqual([]);
  });
});

describe('candles for a backtest', () => {
  const window = { fromMs: Date.UTC(2026, 2, 1), toMs: Date.UTC(2026, 2, 2, 12) };

  test('are the objects that hold the window, with the instruments', async () => {
    const resolved = await handlers.ResolveHistory(
      {
        venue: 'hyperliquid',
        tables: [{ symbol: BTC.symbol, timeframe: '1h' }],
        funding: false,
        fundingMayLack: false,
        ...window,
      },
      CALL,
    );
    expect(resolved.instruments).toEqual([
      expect.objectContaining({
        symbol: BTC.symbol,
        coin: 'BTC',
        sizeDecimals: 5,
        maxLeverage: 40,
        markPrice: '97000.0',
      }),
      expect.objectContaining({ symbol: 'KPEPE/USDC:USDC', coin: 'kPEPE' }),
    ]);
    expect(resolved.candles).toMatchObject([{ symbol: BTC.symbol, timeframe: '1h', toMs: Date.UTC(2026, 2, 2, 11) }]);
  });

  test('in a corrupted object are an error that names the object', async () => {
    const files = await readdir(context.objectsDirectory, { recursive: true });
    const object = files.find((file) => file.includes('KPEPE') && file.includes('candles_4h/')) ?? '';
    // The cache doesn't hide the change.
    expect((await candles({ symbol: 'KPEPE/USDC:USDC', timeframe: '4h' })).tMs.length).toBeGreaterThan(0);
    await writeFile(join(context.objectsDirectory, object), 'rubbish');
    const request = {
      venue: 'hyperliquid',
      tables: [{ symbol: 'KPEPE/USDC:USDC', timeframe: '4h' }],
      ...{ funding: false, fundingMayLack: false },
    };
    const wanted = { ...request, fromMs: Date.UTC(2026, 2, 1), toMs: Date.UTC(2026, 2, 2) };
    const corrupted = { code: 'context_store_unavailable', details: { object } };
    expect(await refusal(handlers.ResolveHistory(wanted, CALL))).toEqual(corrupted);
    expect(await refusal(candles({ symbol: 'KPEPE/USDC:USDC', timeframe: '4h' }))).toEqual(corrupted);
  });
});

test('venues say that what is switched on can be done, and what is not can not', async () => {
  const { venues } = await handlers.ListVenues({}, CALL);
  const can = (what: 'live' | 'withdraw') =>
    venues.filter(({ capabilities }) => capabilities?.[what]).map(({ id }) => id);
  expect([can('live'), can('withdraw')]).toEqual([['hyperliquid'], ['hyperliquid']]);
});

test('the newest candles are found beyond a long time without any', async () => {
  context.venue.isMissing = () => true;
  context.clock.advance(400 * HOUR_MS);
  const { tMs } = await candles({});
  expect(tMs.length).toBeGreaterThan(2);
  expect((await candles({ newestFirst: true, limit: 2 })).tMs).toEqual(tMs.slice(-2).reverse());
});
