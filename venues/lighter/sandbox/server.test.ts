import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { createFaults } from '../../simulation/index.js';
import { type RunningLighter, startLighter } from './server.js';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const HOUR_MS = 3_600_000;
const [ETH, POPCAT, MKR] = [0, 23, 28];
const faults = createFaults();
const clock = new ManualClock(NOW_MS);

const start = (seed = 1, allowances = new Map([['127.0.0.1', 1_000_000]])) =>
  startLighter({
    host: '127.0.0.1',
    port: 0,
    seed,
    allowances,
    faults,
    clock,
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
let venue: RunningLighter;
beforeAll(async () => {
  venue = await start();
});
afterAll(() => venue.close());
afterEach(() => faults.clear());

type Candle = { t: number; o: number; h: number; l: number; c: number; v: number; V: number; i: number };

async function get(path: string, query: Record<string, string | number> = {}, at = venue) {
  const url = new URL(path, at.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  // biome-ignore lint/suspicious/noExplicitAny: the tests read what they expect, and fail where it is not there.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}
const candles = async (query: Record<string, string | number>, at = venue): Promise<Candle[] | null> => {
  const asked = { market_id: ETH, resolution: '1m', count_back: 0, end_timestamp: NOW_MS, ...query };
  return (await get('/api/v1/candles', asked, at)).body.c;
};

describe('candles', () => {
  test('are at most five hundred, the newest of the window, ascending', async () => {
    const found = (await candles({ start_timestamp: NOW_MS - 24 * HOUR_MS }))!;
    expect(found).toHaveLength(500);
    expect(found.at(-1)!.t).toBe(Date.UTC(2026, 10, 21, 9, 17));
    expect(found.map(({ t }) => t)).toEqual(found.map(({ t }) => t).toSorted((a, b) => a - b));
  });

  test('make up those of coarser resolutions', async () => {
    const startMs = Date.UTC(2026, 10, 20, 4);
    const window = { start_timestamp: startMs, end_timestamp: startMs + HOUR_MS - 1 };
    for (const market_id of [ETH, POPCAT]) {
      const fine = (await candles({ ...window, market_id }))!;
      const [coarse] = (await candles({ ...window, market_id, resolution: '1h' }))!;
      expect(coarse).toMatchObject({
        t: startMs,
        o: fine[0]!.o,
        h: Math.max(...fine.map(({ h }) => h)),
        l: Math.min(...fine.map(({ l }) => l)),
        c: fine.at(-1)!.c,
        v: expect.closeTo(fine.reduce((sum, { v }) => sum + v, 0)),
      });
    }
  });

  test('are left out where nothing was traded, and null where there is none', async () => {
    const startMs = Date.UTC(2026, 10, 20);
    const found = (await candles({ market_id: POPCAT, start_timestamp: startMs, end_timestamp: startMs + HOUR_MS }))!;
    expect(found.length).toBeGreaterThan(3);
    expect(found.length).toBeLessThan(58);
    expect(found.every(({ v }) => v > 0)).toBe(true);
    expect(await candles({ market_id: MKR, start_timestamp: startMs })).toBeNull();
    expect(await candles({ start_timestamp: 0, end_timestamp: 1_000 })).toBeNull();
  });

  test('are the same after a restart, and others under another seed', async () => {
    const window = { start_timestamp: NOW_MS - HOUR_MS };
    const [again, other] = [await start(), await start(2)];
    expect(await candles(window, again)).toEqual(await candles(window));
    expect(await candles(window, other)).not.toEqual(await candles(window));
    await Promise.all([again.close(), other.close()]);
  });
});

test('funding is hourly, in percent without a sign, with the side that paid', async () => {
  const startS = Date.UTC(2026, 10, 1) / 1_000;
  const asked = { market_id: ETH, resolution: '1h', start_timestamp: startS, end_timestamp: startS + 71 * 3_600 };
  const { fundings } = (await get('/api/v1/fundings', { ...asked, count_back: 0 })).body;
  expect(fundings).toHaveLength(72);
  expect(fundings[1]).toEqual({
    timestamp: startS + 3_600,
    value: expect.stringMatching(/^\d+\.\d{8}$/),
    rate: expect.stringMatching(/^0\.\d{4}$/),
    direction: expect.stringMatching(/^(long|short)$/),
  });
  expect((await get('/api/v1/fundings', { ...asked, count_back: 5 })).body.fundings).toEqual(fundings.slice(-5));
});

test('takes the instants of a window in seconds and in milliseconds', async () => {
  const [startS, endS] = [Date.UTC(2026, 10, 20) / 1_000, Date.UTC(2026, 10, 20, 5, 30) / 1_000];
  for (const path of ['/api/v1/candles', '/api/v1/fundings']) {
    const asked = { market_id: ETH, resolution: '1h', count_back: 0 };
    const inSeconds = await get(path, { ...asked, start_timestamp: startS, end_timestamp: endS });
    const inMs = await get(path, { ...asked, start_timestamp: startS * 1_000, end_timestamp: endS * 1_000 });
    expect(inSeconds.body).toEqual(inMs.body);
    expect((inMs.body.c ?? inMs.body.fundings).length).toBe(6);
  }
});

test('lists active and inactive perpetuals and a spot market', async () => {
  const { order_book_details, spot_order_book_details } = (await get('/api/v1/orderBookDetails')).body;
  expect(order_book_details.map(({ symbol, status }: Record<string, string>) => [symbol, status])).toEqual([
    ['ETH', 'active'],
    ['BTC', 'active'],
    ['SOL', 'active'],
    ['1000PEPE', 'active'],
    ['POPCAT', 'active'],
    ['MKR', 'inactive'],
  ]);
  expect(spot_order_book_details).toMatchObject([{ symbol: 'ETH/USDC', market_id: 2_048 }]);
  const spot = (await get('/api/v1/orderBooks', { filter: 'spot' })).body.order_books;
  expect(spot).toMatchObject([{ market_type: 'spot' }]);
});

test('shows the newest trades, the best orders and what a day brought', async () => {
  const { trades } = (await get('/api/v1/recentTrades', { market_id: ETH, limit: 3 })).body;
  expect(trades).toHaveLength(3);
  expect(trades[0].trade_id).toBeGreaterThan(trades[2].trade_id);
  const book = (await get('/api/v1/orderBookOrders', { market_id: ETH, limit: 5 })).body;
  expect([book.total_asks, book.total_bids]).toEqual([5, 5]);
  expect(Number(book.asks[0].price)).toBeGreaterThan(Number(book.bids[0].price));
  expect((await get('/api/v1/exchangeStats')).body).toMatchObject({ code: 200, total: 7 });
  expect((await get('/api/v1/funding-rates')).body.funding_rates).toHaveLength(5);
});

test('says that it is a sandbox', async () => {
  const { headers, body } = await get('/');
  expect(headers.get('x-sandbox')).toBe('simulated market data');
  expect(body).toEqual({ status: 200, network_id: 304, timestamp: Math.floor(NOW_MS / 1_000) });
});

test.each([
  ['an unknown market', '/api/v1/candles', { market_id: 9, resolution: '1m', start_timestamp: 0, end_timestamp: 1 }],
  [
    'an unknown resolution',
    '/api/v1/candles',
    { market_id: 0, resolution: '3m', start_timestamp: 0, end_timestamp: 1 },
  ],
  ['too large a limit', '/api/v1/recentTrades', { market_id: 0, limit: 101 }],
])('refuses %s as the venue does', async (_, path, query) => {
  expect(await get(path, { count_back: 0, ...query })).toMatchObject({
    status: 400,
    body: { code: 20001, message: expect.stringContaining('invalid param') },
  });
});

describe('limits', () => {
  test('allow an address sixty requests per minute, of trades forty', async () => {
    const strict = await start(1, new Map());
    const statuses = async (path: string, query: Record<string, number>, times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => get(path, query, strict)));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await statuses('/info', {}, 61)).toBe(60);
    expect((await get('/info', {}, strict)).body).toEqual({ code: 23000, message: 'Too Many Requests!' });
    clock.advance(60_001);
    expect(await statuses('/api/v1/recentTrades', { market_id: ETH, limit: 1 }, 41)).toBe(40);
    await strict.close();
  });
});

describe('faults', () => {
  test.each([
    ['rate_limit', 429],
    ['err_internal', 500],
    ['reject', 400],
  ] as const)('%s answers a read with %i', async (kind, status) => {
    faults.inject({ venue: 'lighter', kind, when: 'before_accept', scope: 'all' });
    expect((await get('/info')).status).toBe(status);
    expect((await get('/info')).status).toBe(200);
  });

  test('disconnect and malformed give nothing that can be read', async () => {
    faults.inject({ venue: 'lighter', kind: 'disconnect', when: 'before_accept', scope: 'all' });
    await expect(get('/info')).rejects.toThrow('fetch failed');
    faults.inject({ venue: 'lighter', kind: 'malformed', when: 'after_accept', scope: 'all' });
    await expect(get('/info')).rejects.toThrow('JSON');
  });
});
