import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { ClobClient, PriceHistoryInterval, Side } from '@polymarket/clob-client-v2';
import { type RunningPolymarket, startPolymarket } from './server.js';

/** The official client, with only the address changed. */

const NOW_MS = Date.UTC(2026, 10, 23, 5);
const POLYGON = 137;
let directory: string;
let venue: RunningPolymarket;
let client: ClobClient;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-polymarket-'));
  venue = await startPolymarket({
    ...{ host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, stateDirectory: directory },
    clock: new ManualClock(NOW_MS),
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  client = new ClobClient({ host: venue.clobUrl, chain: POLYGON, throwOnError: true });
});
afterAll(async () => {
  await venue.close();
  await rm(directory, { recursive: true });
});

interface ListedMarket {
  readonly condition_id: string;
  readonly accepting_orders: boolean;
  readonly minimum_tick_size: number;
  readonly neg_risk: boolean;
  readonly taker_base_fee: number;
  readonly tokens: readonly { readonly token_id: string; readonly price: number }[];
}
interface GammaMarket {
  readonly feesEnabled: boolean;
  readonly feeSchedule?: { readonly rate: number; readonly exponent: number };
}
/** Returns a token's market in Gamma's form. */
const gammaMarketOf = async (tokenId: string): Promise<GammaMarket> => {
  const answer = await fetch(`${venue.gammaUrl}/markets/keyset?clob_token_ids=${tokenId}&closed=false`);
  const { markets } = (await answer.json()) as { markets: readonly [GammaMarket] };
  return markets[0];
};
/** A market that is traded, and its first token. */
const traded = async () => {
  const { data } = await client.getSamplingMarkets();
  const market: ListedMarket | undefined = data[0];
  const tokenId = market?.tokens[0]?.token_id;
  if (market === undefined || tokenId === undefined) throw new Error('no market is sampled');
  return { market, tokenId };
};

test('it is there, and takes orders of the version that the client makes', async () => {
  expect(await client.getOk()).toBe('OK');
  expect(await client.getVersion()).toBe(2);
  expect(await client.getServerTime()).toBe(NOW_MS / 1_000);
});

test('every list of markets is paged to its end, each market once', async () => {
  const ids: string[] = [];
  let pages = 0;
  for (let cursor = 'MA=='; cursor !== 'LTE='; pages += 1) {
    const page = await client.getMarkets(cursor);
    ids.push(...page.data.map(({ condition_id }: ListedMarket) => condition_id));
    cursor = page.next_cursor;
  }
  expect([pages > 1, new Set(ids).size]).toEqual([true, ids.length]);
  expect((await client.getSimplifiedMarkets()).data).toHaveLength(1_000);
  const sampled = (await client.getSamplingSimplifiedMarkets()).data;
  expect(sampled.every((each: ListedMarket) => each.accepting_orders)).toBe(true);
});

test('one market reads the same by every way to it', async () => {
  const { market, tokenId } = await traded();
  expect(await client.getMarket(market.condition_id)).toEqual(market);
  expect(await client.getTickSize(tokenId)).toBe(String(market.minimum_tick_size));
  expect(await client.getNegRisk(tokenId)).toBe(market.neg_risk);
  const details = await client.getClobMarketInfo(market.condition_id);
  expect(details.t.map(({ t }) => t)).toEqual(market.tokens.map(({ token_id }) => token_id));
});

test('a market shows the same fees by every way to it, and there are some with and some without', async () => {
  const shown = new Set<string>();
  const { data } = await client.getSamplingMarkets();
  for (const { condition_id, taker_base_fee: baseFee, tokens } of data.slice(0, 40) as ListedMarket[]) {
    const tokenId = tokens[0]?.token_id ?? '';
    const details = await client.getClobMarketInfo(condition_id);
    const { feesEnabled, feeSchedule } = await gammaMarketOf(tokenId);
    const { rate, exponent } = feeSchedule ?? { rate: 0, exponent: 0 };
    const isStated = !feesEnabled || feeSchedule !== undefined;
    expect([details.fd, details.tbf]).toEqual([isStated ? { r: rate, e: exponent, to: true } : undefined, baseFee]);
    expect(await client.getFeeExponent(tokenId)).toBe(exponent);
    expect(await client.getFeeRateBps(tokenId)).toBe(baseFee);
    expect(feesEnabled).toBe(baseFee > 0);
    shown.add(`${feesEnabled} ${isStated} ${rate > 0}`);
  }
  expect([...shown].sort()).toEqual(['false true false', 'true false false', 'true true true']);
});

test('book, midpoint, prices and spread are of one moment', async () => {
  const { tokenId } = await traded();
  const book = await client.getOrderBook(tokenId);
  expect(await client.getOrderBookHash({ ...book })).toBe(book.hash);
  const [bid, ask] = [Number(book.bids.at(-1)?.price), Number(book.asks.at(-1)?.price)];
  expect(bid).toBeLessThan(ask);
  expect(Number((await client.getPrice(tokenId, Side.BUY)).price)).toBe(bid);
  expect(Number((await client.getPrice(tokenId, Side.SELL)).price)).toBe(ask);
  expect(Number((await client.getMidpoint(tokenId)).mid)).toBeCloseTo((bid + ask) / 2, 9);
  expect(Number((await client.getSpread(tokenId)).spread)).toBeCloseTo(ask - bid, 9);
  expect(await client.getLastTradePrice(tokenId)).toMatchObject({ side: 'SELL' });
  const both = [Side.BUY, Side.SELL].map((side) => ({ token_id: tokenId, side }));
  expect(await client.getOrderBooks(both)).toHaveLength(2);
  expect(Object.keys(await client.getPrices(both))).toEqual([tokenId]);
  expect(await client.getMidpoints(both)).toEqual({ [tokenId]: (await client.getMidpoint(tokenId)).mid });
});

test('price history comes by window and by interval; what the venue does not take is an error', async () => {
  const { market, tokenId } = await traded();
  const endTs = NOW_MS / 1_000;
  const history = async (query: object) => {
    const answer: unknown = await client.getPricesHistory({ market: tokenId, ...query });
    return (answer as { history: { t: number; p: number }[] }).history;
  };
  const hour = await history({ startTs: endTs - 3_600, endTs, fidelity: 1 });
  expect(hour.length).toBeGreaterThan(40);
  expect(hour.every(({ p }) => p > 0 && p < 1)).toBe(true);
  expect(hour.at(-1)?.p).toBeCloseTo(market.tokens[0]?.price ?? Number.NaN, 1);
  expect(await history({ interval: PriceHistoryInterval.ONE_HOUR, fidelity: 1 })).toEqual(hour);
  await expect(history({ startTs: endTs - 16 * 86_400, endTs })).rejects.toThrow('interval is too long');
  await expect(history({ interval: PriceHistoryInterval.ONE_WEEK, fidelity: 1 })).rejects.toThrow("minimum 'fidelity'");
  await expect(client.getOrderBook('1')).rejects.toThrow('No orderbook exists');
});
