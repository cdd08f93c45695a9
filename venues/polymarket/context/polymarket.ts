import type { Clock } from '@platform/kit/clock';
import type { TableKind } from '../../market-data/index.js';
import {
  type CollectedTable,
  candleRows,
  type MarketDataVenue,
  type OnMalformedRows,
  PRIORITY,
  readable,
  type SearchedListing,
  type SourcedRows,
  sourced,
  type Ticker,
  type TickerSource,
  type Urgency,
  validRows,
} from '../../market-data/index.js';
import type { PolymarketClient } from '../client/index.js';
import { canonicalCandidate, HISTORY_WINDOW_MAX_MS, isCanonicalSymbol } from '../codec/index.js';
import { VENUE } from './instruments.js';
import type { PolymarketListing } from './listing.js';
import type { Life, Lives } from './lives.js';
import { tickersOf } from './tickers.js';

/** No market has order book prices from before. */
const LAUNCHED_AT_MS = Date.UTC(2022, 11, 1);
const MINUTE_MS = 60_000;
const TABLE = 'candles_1m';

const TICKER_MAX_AGE_MS = 5_000;
/** Tokens per request: each takes 78 digits of the URL. */
const TOKENS_MAX = 20;

/** The dependencies of reading the venue. */
interface PolymarketParts {
  readonly client: PolymarketClient;
  readonly listing: PolymarketListing;
  readonly lives: Lives;
  readonly clock: Clock;
  /** How far back history is collected. */
  readonly lookbackMs: number;
}

/** Polymarket's public market data: markets from Gamma, prices per minute from the CLOB. */
export class Polymarket implements MarketDataVenue {
  readonly id = VENUE;
  readonly symbols = { isCanonical: isCanonicalSymbol, candidate: canonicalCandidate };
  readonly launchedAtMs = LAUNCHED_AT_MS;
  readonly hasVolume = false;
  /** A token is a group by itself; the prices of both tokens of its market are in one answer. */
  readonly tickers: TickerSource = {
    groupOf: ({ coin }) => ({ name: coin, maxAgeMs: TICKER_MAX_AGE_MS }),
    groupsMax: TOKENS_MAX,
    read: (tokenIds, urgency) => this.#tickers(tokenIds, urgency),
  };
  readonly listing: SearchedListing;
  readonly tables: readonly CollectedTable[];

  constructor(private readonly parts: PolymarketParts) {
    const { listing, lookbackMs } = parts;
    this.tables = [{ name: TABLE, lookbackMs }];
    this.listing = {
      kind: 'searched',
      search: (request, urgency) => readable(listing.search(request, urgency)),
      find: (reference, urgency) => readable(listing.find(reference, urgency)),
      collected: (urgency) => readable(listing.collected(urgency)),
      coinOf: listing.coinOf,
    };
  }

  /** The venue accepts windows of days; windows without a price are skipped, within the market's life. */
  async rows(
    coin: string,
    kind: TableKind,
    window: { fromMs: number; toMs: number },
    urgency: Urgency,
    onMalformed?: OnMalformedRows,
  ): Promise<readonly SourcedRows[]> {
    if (kind.name !== TABLE) return [];
    const life = await this.#lifeOf(coin, urgency);
    if (life === undefined) return [];
    const toMs = Math.min(window.toMs, life.toMs ?? window.toMs);
    let fromMs = minuteOf(Math.max(window.fromMs, life.fromMs ?? LAUNCHED_AT_MS));
    while (fromMs < toMs) {
      const endMs = Math.min(fromMs + HISTORY_WINDOW_MAX_MS, toMs);
      const seconds = { fromS: fromMs / 1_000, toS: Math.ceil(endMs / 1_000) - 1 };
      const read = await readable(this.parts.client.pricesHistory(coin, seconds, PRIORITY[urgency]));
      const { rows, malformed } = validRows(candleRows(read), { name: `${VENUE} ${coin} ${kind.name}`, ...window });
      onMalformed?.(malformed);
      if (rows.length > 0) return sourced(rows, read.sandbox);
      fromMs = endMs;
    }
    return [];
  }

  close(): Promise<void> {
    return this.parts.client.close();
  }

  async #tickers(tokenIds: readonly string[], urgency: Urgency): Promise<ReadonlyMap<string, Ticker>> {
    const markets = await readable(this.parts.listing.ofTokens(tokenIds, urgency));
    const atMs = this.parts.clock.nowMs();
    return new Map(markets.flatMap((market) => tickersOf(market, atMs)));
  }

  /** Returns undefined where the venue knows no such token. */
  async #lifeOf(coin: string, urgency: Urgency): Promise<Life | undefined> {
    const { lives, listing } = this.parts;
    if (lives.of(coin) === undefined) await readable(listing.find(coin, urgency));
    return lives.of(coin);
  }
}

function minuteOf(timeMs: number): number {
  return timeMs - (timeMs % MINUTE_MS);
}
