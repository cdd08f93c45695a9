import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { createFaults } from '../../simulation/index.js';
import { type RunningPolymarket, startPolymarket } from './server.js';

const NOW_MS = Date.UTC(2026, 10, 23, 5);
const DAY_S = 86_400;
const clock = new ManualClock(NOW_MS);
const faults = createFaults();
const logger = createLogger({ process: 'test', level: 'silent' });
let directory: string;
let venue: RunningPolymarket;

const start = (seed = 1, recordingsDirectory: string | undefined = undefined) => {
  const stateDirectory = join(directory, `seed-${seed}`);
  return startPolymarket({
    host: '127.0.0.1',
    port: 0,
    seed,
    recordingsDirectory,
    stateDirectory,
    faults,
    clock,
    logger,
  });
};
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-polymarket-'));
  venue = await start();
});
afterAll(async () => {
  await venue.close();
  await rm(directory, { recursive: true });
});
afterEach(() => {
  faults.clear();
  clock.advance(11_000);
});

interface GammaMarket {
  readonly id: string;
  readonly slug: string;
  readonly question: string;
  readonly conditionId: string;
  readonly endDate?: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly acceptingOrders: boolean;
  readonly negRisk: boolean;
  readonly volume24hr: number;
  readonly outcomePrices: string;
  readonly clobTokenIds: string;
}
interface Point {
  readonly t: number;
  readonly p: number;
}

const read = async <Answer>(url: string): Promise<Answer> => (await (await fetch(url)).json()) as Answer;
const gamma = <Answer>(path: string) => read<Answer>(venue.gammaUrl + path);
const tokensOf = ({ clobTokenIds }: GammaMarket) => JSON.parse(clobTokenIds) as string[];
const historyOf = async (tokenId: string, query: string, of = venue) =>
  (await read<{ history: Point[] }>(`${of.clobUrl}/prices-history?market=${tokenId}&${query}`)).history;

/** Every market of a list, page by page. */
async function everyMarket(query: string): Promise<GammaMarket[]> {
  const all: GammaMarket[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const after: string = cursor === '' ? '' : `&after_cursor=${cursor}`;
    const page: { markets: GammaMarket[]; next_cursor?: string } = await gamma(
      `/markets/keyset?limit=100&${query}${after}`,
    );
    all.push(...page.markets);
    cursor = page.next_cursor;
  }
  return all;
}

describe('Gamma', () => {
  test('holds what real use meets: open and closed, paused, archived, overdue and endless markets, many rivals, long questions', async () => {
    const [open, closed] = [await everyMarket('closed=false'), await everyMarket('closed=true')];
    const all = [...open, ...closed];
    expect([open.length > 200, closed.length > 500, new Set(all.map(({ id }) => id)).size]).toEqual([
      true,
      true,
      all.length,
    ]);
    const some = (isIt: (market: GammaMarket) => boolean) => expect(open.filter(isIt).length).toBeGreaterThan(3);
    some(({ acceptingOrders }) => !acceptingOrders);
    some(({ active }) => !active);
    some(({ archived }) => archived);
    some(({ endDate }) => endDate === undefined);
    some(({ endDate, acceptingOrders }) => acceptingOrders && endDate !== undefined && Date.parse(endDate) < NOW_MS);
    some(({ negRisk }) => negRisk);
    some(({ question }) => question.length > 300 && /[ßЀ-ӿ぀-ヿ]/.test(question));
    expect(closed.every(({ outcomePrices }) => ['["1","0"]', '["0","1"]'].includes(outcomePrices))).toBe(true);
  });

  test('lists by offset as before, with the warning that this ends, and closed ones only on request', async () => {
    const response = await fetch(`${venue.gammaUrl}/markets?limit=2&offset=1&order=volume24hr&ascending=false`);
    expect(response.headers.get('deprecation')).toBe('true');
    const [second, third] = (await response.json()) as GammaMarket[];
    expect(second?.volume24hr).toBeGreaterThan(third?.volume24hr ?? Number.NaN);
    const [closed] = await gamma<GammaMarket[]>('/markets?closed=true&limit=1');
    const [tokenId = ''] = closed === undefined ? [] : tokensOf(closed);
    expect(await gamma(`/markets?clob_token_ids=${tokenId}`)).toEqual([]);
    expect(await gamma(`/markets?clob_token_ids=${tokenId}&closed=true`)).toEqual([closed]);
    expect(await gamma(`/markets/slug/${closed?.slug}`)).toMatchObject({ id: closed?.id });
    expect(await gamma(`/markets/${closed?.id}`)).toMatchObject({ slug: closed?.slug });
    expect(await gamma(`/events?limit=1`)).toMatchObject([{ markets: [{ acceptingOrders: true }] }]);
  });

  test.each([
    ['/markets?order=nonsense', 422],
    ['/markets/keyset?offset=3', 422],
    ['/markets/keyset?after_cursor=nonsense', 422],
    ['/markets/slug/nonsense', 404],
    ['/public-search', 422],
  ])('%s is refused with %i', async (path, status) => {
    expect((await fetch(venue.gammaUrl + path)).status).toBe(status);
  });

  test('searches titles and questions whatever the marks and the case, by pages', async () => {
    interface Found {
      readonly events: { readonly id: string; readonly markets: GammaMarket[] }[] | null;
      readonly pagination: { readonly hasMore: boolean };
    }
    const search = (query: string) => gamma<Found>(`/public-search?events_status=active&${query}`);
    const first = await search('q=MERIDIAN%20cup&limit_per_type=2');
    const second = await search('q=meridian%20cup&limit_per_type=2&page=2');
    expect([first.events?.length, first.pagination.hasMore]).toEqual([2, true]);
    expect(second.events?.map(({ id }) => id)).not.toContain(first.events?.[0]?.id);
    expect(first.events?.[0]?.markets[0]?.question).toMatch(/Meridian Cup/);
    expect((await search('q=sao%20vicente')).events?.length).toBeGreaterThan(0);
    expect(await search('q=zzzz')).toEqual({ events: null, pagination: { hasMore: false, totalResults: 0 } });
  });
});

describe('price history', () => {
  test('is one point per minute with gaps, rivals share what is certain, and a resolved market ends where it resolved', async () => {
    const [market] = await everyMarket('closed=true');
    const [yes = '', no = ''] = market === undefined ? [] : tokensOf(market);
    const endS = Math.floor(Date.parse((market as { closedTime?: string } | undefined)?.closedTime ?? '') / 1_000);
    const query = `startTs=${endS - 15 * DAY_S}&endTs=${endS}&fidelity=1`;
    const [points, others] = [await historyOf(yes, query), await historyOf(no, query)];
    expect(points.every(({ p }, index) => Math.abs(p + (others[index]?.p ?? 0) - 1) < 1e-9)).toBe(true);
    const minutes = points.map(({ t }) => Math.floor(t / 60));
    expect(new Set(minutes).size).toBe(minutes.length);
    const span = (minutes.at(-1) ?? 0) - (minutes[0] ?? 0) + 1;
    expect(minutes.length).toBeLessThan(span);
    expect(minutes.length).toBeGreaterThan(span * 0.95);
    expect(Math.abs((points.at(-1)?.p ?? 0.5) - Number(JSON.parse(market?.outcomePrices ?? '[]')[0]))).toBeLessThan(
      0.02,
    );
    expect(await historyOf(yes, 'interval=1h')).toEqual([]);
  });

  test('is the same after a restart, and another with another seed', async () => {
    const [market] = await everyMarket('order=volume24hr&ascending=false');
    const [tokenId = ''] = market === undefined ? [] : tokensOf(market);
    const [again, other] = [await start(), await start(2)];
    const before = await historyOf(tokenId, 'interval=6h');
    expect(before.length).toBeGreaterThan(300);
    expect(await historyOf(tokenId, 'interval=6h', again)).toEqual(before);
    expect(await historyOf(tokenId, 'interval=6h', other)).toEqual([]);
    await Promise.all([again.close(), other.close()]);
  });
});

test('the data API gives trades of a market, the newest first', async () => {
  const [market] = await everyMarket('order=volume24hr&ascending=false');
  const trades = await read<{ conditionId: string; timestamp: number }[]>(
    `${venue.dataUrl}/trades?market=${market?.conditionId}&limit=50`,
  );
  expect(trades.map(({ conditionId }) => conditionId)).toEqual(Array.from({ length: 50 }, () => market?.conditionId));
  expect(trades.every(({ timestamp }, index) => timestamp <= (trades[index - 1]?.timestamp ?? timestamp))).toBe(true);
});

describe('it is as unkind as the real one', () => {
  test('an address that asks for more than it may in ten seconds gets 429, until they have passed', async () => {
    const statuses = new Map<number, number>();
    for (let call = 0; call < 301; call += 1) {
      const { status } = await fetch(`${venue.gammaUrl}/markets/nonsense`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 300, 429: 1 });
    clock.advance(10_001);
    expect((await fetch(`${venue.gammaUrl}/markets/nonsense`)).status).toBe(404);
  });

  test('faults that hit reads hit its calls, and it says that it is a sandbox whatever it answers', async () => {
    faults.inject({ venue: 'polymarket', kind: 'rate_limit', count: 1, when: 'before_accept', scope: 'all' });
    faults.inject({ venue: 'polymarket', kind: 'malformed', count: 1, when: 'after_accept', scope: 'all' });
    faults.inject({ venue: 'polymarket', kind: 'err_internal', count: 1, when: 'before_accept', scope: 'all' });
    const answers = [];
    for (let call = 0; call < 4; call += 1) answers.push(await fetch(`${venue.clobUrl}/version`));
    expect(answers.map(({ status }) => status)).toEqual([429, 200, 500, 200]);
    expect(answers.map(({ headers }) => headers.get('x-sandbox'))).toEqual(Array(4).fill('simulated market data'));
    await expect(answers[1]?.json()).rejects.toThrow('JSON');
    faults.inject({ venue: 'polymarket', kind: 'down', when: 'before_accept', scope: 'all' });
    await expect(fetch(`${venue.clobUrl}/time`)).rejects.toThrow('fetch failed');
  });
});

test('recorded markets are listed beside the others, with their prices and nothing after them', async () => {
  const recordings = await mkdtemp(join(tmpdir(), 'polymarket-recordings-'));
  const connection = await (await DuckDBInstance.create()).connect();
  const folder = join(recordings, 'polymarket');
  await (await import('node:fs/promises')).mkdir(folder);
  await connection.run(`copy (select 'e1' event_id, 'an-event' event_slug, 'm1' market_id, 'a-market' market_slug, '0xc1' condition_id,
    'Recorded?' question, '10.5' market_volume, 'Yes' outcome_0_label, '0' outcome_0_price, '11' outcome_0_token_id,
    'No' outcome_1_label, '22' outcome_1_token_id, timestamp '2025-11-01' market_start_date, timestamp '2025-11-02' market_end_date,
    timestamp '2025-11-03' closed_time) to '${folder}/two-markets.parquet'`);
  await connection.run(`copy (select timestamp '2025-11-02' + interval (i) minute as "timestamp", '11' token_id, 0.25 + i / 100 price
    from range(3) rows(i)) to '${folder}/two-prices-1m.parquet'`);
  const recorded = await start(1, recordings);
  try {
    const fromS = Date.UTC(2025, 10, 2) / 1_000;
    const response = await fetch(
      `${recorded.clobUrl}/prices-history?market=11&startTs=${fromS}&endTs=${fromS + DAY_S}`,
    );
    expect(response.headers.get('x-sandbox-recorded-until')).toBe(String((fromS + 180) * 1_000));
    expect(await response.json()).toEqual({
      history: [0, 1, 2].map((i) => ({ t: fromS + 60 * i, p: 0.25 + i / 100 })),
    });
    const market = await read<Record<string, unknown>>(`${recorded.gammaUrl}/markets/slug/a-market`);
    expect(market).toMatchObject({ closed: true, outcomePrices: '["0","1"]' });
    // Recordings say neither that it had none, nor which.
    expect([market['feesEnabled'], market['feeSchedule']]).toEqual([true, undefined]);
  } finally {
    await recorded.close();
    await rm(recordings, { recursive: true });
  }
});
