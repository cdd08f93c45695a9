import type { Clock } from '@platform/kit/clock';
import type { TableKind } from '@platform/venues/market-data';
import { type Instrument, type MarketDataVenue, VenueUnreadableError } from '@platform/venues/market-data';
import { NO_TICKERS } from './no-tickers.js';

const SYMBOL = /^(\d+)\.POLYMARKET$/;
const DAY_MS = 86_400_000;
/** Hours of history per token. */
const HOURS = 48;

/** What a test has changed of a market. */
interface Change {
  readonly status?: 'closed';
  readonly isEmpty?: true;
  readonly prediction?: Partial<NonNullable<Instrument['prediction']>>;
}

/**
 * A searched venue of prediction markets without a wire: market n is `market-n`, its tokens `10n1` and `10n2`. It stands for every such
 * venue, so tests of releases depend on no particular one.
 */
export class PredictionVenue implements MarketDataVenue {
  readonly id = 'polymarket';
  readonly launchedAtMs: number;
  readonly tables = [{ name: 'candles_1h' as const, lookbackMs: 30 * DAY_MS }];
  readonly hasVolume = false;
  readonly tickers = NO_TICKERS;
  readonly symbols = {
    isCanonical: (text: string) => SYMBOL.test(text),
    candidate: (text: string) => (/^\d+$/.test(text) ? `${text}.POLYMARKET` : undefined),
  };
  /** The exact look-ups that the venue received. */
  readonly lookedUp: string[] = [];
  isDown = false;
  /** The references that the venue does not answer. */
  readonly hidden = new Set<string>();
  readonly #changes = new Map<number, Change>();
  readonly listing = {
    kind: 'searched' as const,
    search: async () => ({ instruments: this.#ofMarkets(), nextPage: undefined }),
    find: async (reference: string) => {
      this.lookedUp.push(reference);
      if (this.isDown || this.hidden.has(reference)) throw new VenueUnreadableError('the venue is down');
      return this.#ofMarkets().filter(({ symbol, coin, prediction }) =>
        [symbol, coin, prediction?.slug].includes(reference),
      );
    },
    collected: async () => this.#ofMarkets().slice(0, 2 * this.collectedMarkets),
    coinOf: (symbol: string) => SYMBOL.exec(symbol)?.[1],
  };

  constructor(
    private readonly clock: Clock,
    private readonly markets: number,
    public collectedMarkets: number,
  ) {
    this.launchedAtMs = Date.UTC(2025, 0, 1);
  }

  /** Changes what the venue says of a market's prediction. */
  change(market: number, prediction: Change['prediction'] & object): void {
    this.#changes.set(market, { ...this.#changes.get(market), prediction });
  }

  /** Closes a market whose trading was to end at a time. */
  end(market: number, endDateMs: number): void {
    this.#changes.set(market, { ...this.#changes.get(market), status: 'closed', prediction: { endDateMs } });
  }

  /** Takes the history of a market away. */
  empty(market: number): void {
    this.#changes.set(market, { ...this.#changes.get(market), isEmpty: true });
  }

  async rows(coin: string, { intervalMs }: TableKind, { fromMs, toMs }: { fromMs: number; toMs: number }) {
    if (this.#changes.get(Number(coin.slice(2, -1)))?.isEmpty === true) return [];
    const nowMs = this.clock.nowMs();
    const firstMs = Math.max(fromMs, nowMs - (nowMs % intervalMs) - HOURS * intervalMs);
    const count = Math.max(0, Math.ceil((Math.min(toMs, nowMs) - firstMs) / intervalMs));
    const rows = Array.from(
      { length: count },
      (_, index) => [firstMs + index * intervalMs, 0.4, 0.5, 0.3, 0.4, 0] as const,
    );
    return [{ source: 'venue' as const, rows }];
  }

  async close(): Promise<void> {}

  #ofMarkets(): Instrument[] {
    return Array.from({ length: this.markets }, (_, index) => index + 1).flatMap((market) =>
      ['Yes', 'No'].map((outcome, index) =>
        token(market, outcome, `10${market}${index + 1}`, this.#changes.get(market)),
      ),
    );
  }
}

function token(market: number, outcome: string, coin: string, change: Change = {}): Instrument {
  return {
    ...{ venue: 'polymarket', symbol: `${coin}.POLYMARKET`, coin, name: `Market ${market}: ${outcome}` },
    ...{ kind: 'prediction', status: change.status ?? 'active', frameworkSymbols: { nautilus: `${coin}.POLYMARKET` } },
    ...{ sizeDecimals: 2, maxLeverage: undefined, markPrice: '0.4', tickSize: '0.01', minOrderUsd: '1' },
    builderDex: undefined,
    prediction: {
      ...{ slug: `market-${market}`, question: `Will ${market} happen?`, outcome, outcomes: ['Yes', 'No'] },
      ...{ endDateMs: Date.UTC(2026, 5, market), resolution: undefined, takerFees: { rate: 0.03, exponent: 1 } },
      ...change.prediction,
    },
  };
}
