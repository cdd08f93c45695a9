import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import { LISTED_AT_MS } from './listings.js';
import type { Market } from './market.js';
import { invalidParam } from './refusal.js';
import { type Fields, parsed, whole } from './requests.js';
import { RESOLUTION_MS, RESOLUTIONS } from './resolutions.js';
import type { Store } from './store/store.js';
import {
  ASSETS,
  candle,
  funding,
  fundingRate,
  orderBook,
  orderBookDetail,
  orderBookOrders,
  orderBookStatistics,
  trade,
} from './wire.js';

/** The answers of the venue's public endpoints, by its OpenAPI document. */

/** The venue's code of an answer that is none of a refusal. */
export const OK = 200;
const CANDLES_MAX = 500;
const FUNDINGS_MAX = 750;
const TRADES_MAX = 100;
const ORDERS_MAX = 250;
/** The id that selects all markets. */
const ALL_MARKETS = 255;
const HOUR_MS = 3_600_000;
const SECONDS_MAX = 100_000_000_000;
/** The real venue's contract on Ethereum's main network. */
const CONTRACT_ADDRESS = '0x3B4D794a66304F130a4Db8F2551B0070dfCf5ca7';
const NETWORK_ID = 304;

/** The venue's state for answers. */
export interface Venue {
  readonly clock: Clock;
  /** By id. */
  readonly markets: ReadonlyMap<number, Market>;
  /** Its accounts; absent: it has markets alone. */
  readonly store?: Store | undefined;
}

const ofMarket = z.object({ market_id: whole });
/** An instant in milliseconds: clients that read the real venue send seconds too, which are never as large. */
const instantMs = whole.transform((stamp) => (stamp < SECONDS_MAX ? stamp * 1_000 : stamp));
const window = ofMarket.extend({ start_timestamp: instantMs, end_timestamp: instantMs, count_back: whole });
const ofCandles = window.extend({
  resolution: z.enum(RESOLUTIONS),
  // Their effect is not documented: refused rather than guessed.
  set_timestamp_to_end: z.literal('false').optional(),
  merge_mark_price: z.literal('false').optional(),
});
const listed = z.object({
  market_id: whole.optional(),
  filter: z.enum(['all', 'spot', 'perp']).default('all'),
});

/** Every endpoint by its path. */
export const ANSWERS: Readonly<Record<string, (query: Fields, venue: Venue) => object>> = {
  '/': (_query, { clock }) => ({ status: OK, network_id: NETWORK_ID, timestamp: Math.floor(clock.nowMs() / 1_000) }),
  '/info': () => ({ contract_address: CONTRACT_ADDRESS }),
  '/api/v1/orderBooks': (query, venue) => ({
    code: OK,
    order_books: listedMarkets(query, venue).map((market) => orderBook(market, venue.clock.nowMs())),
  }),
  '/api/v1/orderBookDetails': (query, venue) => {
    const details = listedMarkets(query, venue).map((market) => orderBookDetail(market, venue.clock.nowMs()));
    return {
      code: OK,
      order_book_details: details.filter(({ market_type }) => market_type === 'perp'),
      spot_order_book_details: details.filter(({ market_type }) => market_type === 'spot'),
    };
  },
  '/api/v1/candles': (query, venue) => {
    const { resolution, ...asked } = parsed(ofCandles, query);
    const found = candlesOf(venue, resolution, asked).map(candle);
    // The real venue's form of an empty list.
    return { code: OK, r: resolution, c: found.length === 0 ? null : found };
  },
  '/api/v1/fundings': (query, venue) => {
    const { resolution, market_id, start_timestamp, end_timestamp, count_back } = parsed(
      window.extend({ resolution: z.enum(['1h', '1d']) }),
      query,
    );
    const toMs = Math.min(end_timestamp, venue.clock.nowMs());
    const all = marketOf(venue, market_id).fundings(start_timestamp, toMs);
    const stepMs = resolution === '1d' ? RESOLUTION_MS['1d'] : HOUR_MS;
    // The newest ones, as of candles.
    const found = all.filter(({ atMs }) => atMs % stepMs === 0).slice(-countOf(count_back, FUNDINGS_MAX));
    return { code: OK, resolution, fundings: found.map(funding) };
  },
  '/api/v1/funding-rates': (_query, venue) => ({
    code: OK,
    funding_rates: activePerpetuals(venue).map((market) => fundingRate(market, venue.clock.nowMs())),
  }),
  '/api/v1/recentTrades': (query, venue) => {
    const { market_id, limit } = parsed(ofMarket.extend({ limit: limitOf(TRADES_MAX) }), query);
    const market = marketOf(venue, market_id);
    return { code: OK, trades: market.latestTrades(venue.clock.nowMs(), limit).map((each) => trade(market, each)) };
  },
  '/api/v1/orderBookOrders': (query, venue) => {
    const { market_id, limit } = parsed(ofMarket.extend({ limit: limitOf(ORDERS_MAX) }), query);
    return { code: OK, ...orderBookOrders(marketOf(venue, market_id), venue.clock.nowMs(), limit) };
  },
  '/api/v1/exchangeStats': (_query, venue) => {
    const all = [...venue.markets.values()].map((market) => orderBookStatistics(market, venue.clock.nowMs()));
    return {
      code: OK,
      total: all.length,
      order_book_stats: all,
      daily_usd_volume: all.reduce((sum, { daily_quote_token_volume }) => sum + daily_quote_token_volume, 0),
      daily_trades_count: all.reduce((sum, { daily_trades_count }) => sum + daily_trades_count, 0),
    };
  },
  '/api/v1/assetDetails': () => ({ code: OK, asset_details: ASSETS }),
  '/api/v1/announcement': () => ({ code: OK, announcements: [] }),
};

/** Returns the newest candles of a window, at most five hundred, ascending. */
function candlesOf(
  venue: Venue,
  resolution: (typeof RESOLUTIONS)[number],
  { market_id, start_timestamp, end_timestamp, count_back }: Omit<z.output<typeof ofCandles>, 'resolution'>,
) {
  const intervalMs = RESOLUTION_MS[resolution];
  const count = countOf(count_back, CANDLES_MAX);
  const endMs = Math.min(end_timestamp + 1, venue.clock.nowMs());
  // Quiet stretches have no candle: the first of the newest ones may lie anywhere, and is searched from the end.
  const market = marketOf(venue, market_id);
  const found: ReturnType<Market['candles']> = [];
  const startMs = Math.max(start_timestamp, LISTED_AT_MS);
  let toMs = endMs;
  while (toMs > startMs && found.length < count) {
    const openMs = toMs - 1 - ((toMs - 1) % intervalMs);
    const fromMs = Math.max(Math.ceil(startMs / intervalMs) * intervalMs, openMs - count * intervalMs);
    if (fromMs >= toMs) break;
    found.unshift(...market.candles(resolution, fromMs, toMs));
    toMs = fromMs;
  }
  return found.slice(-count);
}

function countOf(asked: number, max: number): number {
  return asked === 0 ? max : Math.min(asked, max);
}

function limitOf(max: number) {
  return whole.refine((limit) => limit >= 1 && limit <= max, `must be from 1 to ${max}`);
}

function listedMarkets(query: Fields, venue: Venue): Market[] {
  const { market_id = ALL_MARKETS, filter } = parsed(listed, query);
  if (market_id !== ALL_MARKETS) return [marketOf(venue, market_id)];
  return [...venue.markets.values()].filter(({ listed: { type } }) => filter === 'all' || filter === type);
}

function activePerpetuals({ markets, clock }: Venue): Market[] {
  const isActive = ({ listed }: Market) => (listed.inactiveSinceMs ?? Infinity) > clock.nowMs();
  return [...markets.values()].filter((market) => market.listed.type === 'perp' && isActive(market));
}

function marketOf(venue: Venue, id: number): Market {
  const market = venue.markets.get(id);
  if (market === undefined) throw invalidParam('market_id');
  return market;
}
