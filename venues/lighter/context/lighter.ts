import type { Clock } from '@platform/kit/clock';
import type { Omissions, TableKind, Timeframe } from '../../market-data/index.js';
import {
  type CollectedTable,
  candleRows,
  fundingRows,
  type Instrument,
  type MarketDataVenue,
  type OnMalformedRows,
  PRIORITY,
  type ReadRows,
  readable,
  type SourcedRows,
  sourced,
  type Ticker,
  type TickerSource,
  type Urgency,
  validRows,
  type WholeListing,
  withoutNamesakes,
} from '../../market-data/index.js';
import type { LighterAnswer, LighterClient, LighterRequest } from '../client/index.js';
import {
  CANDLES_MAX,
  candles,
  canonicalCandidate,
  FUNDINGS_MAX,
  fundings,
  isCanonicalSymbol,
  type ListedPerpetual,
  orderBookDetails,
} from '../codec/index.js';

const VENUE = 'lighter';
/** Lighter's public mainnet began in January 2025. */
const LAUNCHED_AT_MS = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;
/**
 * The collected tables: hours and funding as far back as the venue gives them. Minutes of all that time would be a thousand requests per
 * market and year, of the sixty per minute.
 */
const TABLES: readonly CollectedTable[] = [
  { name: 'candles_1h' },
  { name: 'candles_1m', lookbackMs: 7 * DAY_MS },
  { name: 'funding_1h' },
];

const TICKER_MAX_AGE_MS = 5_000;
/** One answer has the prices of all markets. */
const ALL_MARKETS = 'all';

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Lighter's public market data: its perpetuals. Markets are requested by their number, which is an instrument's `coin`. */
export class Lighter implements MarketDataVenue {
  readonly id = VENUE;
  readonly symbols = { isCanonical: isCanonicalSymbol, candidate: canonicalCandidate };
  readonly launchedAtMs = LAUNCHED_AT_MS;
  readonly listing: WholeListing = { kind: 'whole', instruments: (urgency) => this.#instruments(urgency) };
  readonly tables = TABLES;
  readonly hasVolume = true;
  readonly tickers: TickerSource = {
    groupOf: () => ({ name: ALL_MARKETS, maxAgeMs: TICKER_MAX_AGE_MS }),
    groupsMax: 1,
    read: (_groups, urgency) => this.#tickers(urgency),
  };

  constructor(
    private readonly client: LighterClient,
    private readonly omissions: Omissions,
    private readonly clock: Clock,
  ) {}

  async rows(
    coin: string,
    kind: TableKind,
    window: Window,
    urgency: Urgency,
    onMalformed?: OnMalformedRows,
  ): Promise<readonly SourcedRows[]> {
    const rowsMax = kind.timeframe === undefined ? FUNDINGS_MAX : CANDLES_MAX;
    let { fromMs } = window;
    // An answer holds the newest rows of its window, so no window may hold more than that. A window may be empty before the end.
    while (fromMs < window.toMs) {
      const toMs = Math.min(window.toMs, fromMs + rowsMax * kind.intervalMs);
      const { data, sandbox } = await this.#page(coin, kind, { fromMs, toMs }, urgency);
      const { rows, malformed } = validRows(data, { name: `${VENUE} ${coin} ${kind.name}`, fromMs, toMs });
      onMalformed?.(malformed);
      if (rows.length > 0) return sourced(rows, sandbox);
      fromMs =
        kind.timeframe === undefined
          ? toMs
          : await this.#nextTraded(coin, { fromMs: toMs, toMs: window.toMs }, urgency);
    }
    return [];
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async #instruments(urgency: Urgency): Promise<Instrument[]> {
    const { data } = await this.#ask(urgency, { endpoint: 'orderBookDetails', answer: orderBookDetails });
    const read = { listed: data.listed.map(toInstrument), omitted: data.omitted };
    return [...this.omissions.listedOf(VENUE, withoutNamesakes(read))];
  }

  /** Returns the prices of all perpetuals; the book and the coming funding have answers of their own, which are not read. */
  async #tickers(urgency: Urgency): Promise<ReadonlyMap<string, Ticker>> {
    const { data } = await this.#ask(urgency, { endpoint: 'orderBookDetails', answer: orderBookDetails });
    const unknown = {
      mid: undefined,
      bid: undefined,
      ask: undefined,
      fundingRate: undefined,
      atMs: this.clock.nowMs(),
    };
    return new Map(
      data.listed
        .filter(({ status }) => status !== 'closed')
        .map(({ marketId, ticker }) => [String(marketId), { ...unknown, ...ticker }]),
    );
  }

  async #page(coin: string, kind: TableKind, window: Window, urgency: Urgency): Promise<LighterAnswer<ReadRows>> {
    if (kind.timeframe !== undefined) return this.#candles(coin, kind.timeframe, kind.intervalMs, window, urgency);
    const { data, sandbox } = await this.#ask(urgency, {
      endpoint: 'fundings',
      query: {
        market_id: coin,
        resolution: '1h',
        // In seconds, both included.
        start_timestamp: Math.ceil(window.fromMs / 1_000),
        end_timestamp: Math.ceil(window.toMs / 1_000) - 1,
        count_back: FUNDINGS_MAX,
      },
      answer: fundings,
    });
    return { data: fundingRows(data), sandbox };
  }

  async #candles(
    coin: string,
    resolution: Timeframe,
    intervalMs: number,
    { fromMs, toMs }: Window,
    urgency: Urgency,
  ): Promise<LighterAnswer<ReadRows>> {
    const { data, sandbox } = await this.#ask(urgency, {
      endpoint: 'candles',
      query: { market_id: coin, resolution, start_timestamp: fromMs, end_timestamp: toMs - 1, count_back: CANDLES_MAX },
      answer: candles(resolution, intervalMs),
    });
    return { data: candleRows(data), sandbox };
  }

  /** Returns the time from which a window may have candles: from the first day that has one, or from its end. */
  async #nextTraded(coin: string, window: Window, urgency: Urgency): Promise<number> {
    let { fromMs } = window;
    while (fromMs < window.toMs) {
      const firstDayMs = fromMs - (fromMs % DAY_MS);
      const toMs = Math.min(window.toMs, firstDayMs + CANDLES_MAX * DAY_MS);
      const { data } = await this.#candles(coin, '1d', DAY_MS, { fromMs: firstDayMs, toMs }, urgency);
      // A day whose own candle is malformed had trades nevertheless.
      const days = [...data.rows.map(([dayMs]) => dayMs), ...data.malformed.flatMap(({ timeMs }) => timeMs ?? [])];
      const first = days.filter((dayMs) => dayMs >= firstDayMs).sort((left, right) => left - right)[0];
      if (first !== undefined) return Math.max(fromMs, first);
      fromMs = toMs;
    }
    return window.toMs;
  }

  #ask<Answer>(urgency: Urgency, request: Omit<LighterRequest<Answer>, 'priority'>): Promise<LighterAnswer<Answer>> {
    return readable(this.client.ask({ ...request, priority: PRIORITY[urgency] }));
  }
}

function toInstrument({ marketId, market, symbol, priceDecimals, ...listed }: ListedPerpetual): Instrument {
  return {
    venue: VENUE,
    symbol,
    coin: String(marketId),
    name: market,
    kind: 'perpetual',
    status: listed.status,
    frameworkSymbols: { nautilus: symbol },
    sizeDecimals: listed.sizeDecimals,
    maxLeverage: listed.maxLeverage,
    markPrice: listed.markPrice,
    tickSize: (10 ** -priceDecimals).toFixed(priceDecimals),
    minOrderUsd: listed.minOrderUsd,
    builderDex: undefined,
    prediction: undefined,
  };
}
