import type { Catalogue } from '../tables/catalogue.js';

/** A page of the markets that are ready. */
export interface ReadyPage {
  readonly symbols: readonly string[];
  /** Where the next page continues; undefined: there is none. */
  readonly next: string | undefined;
}

/** The markets of a venue whose stored history can serve a backtest. */
export interface Readiness {
  /** Returns all ready symbols. */
  readySymbols(): Promise<ReadonlySet<string>>;
  /** Returns the ready ones of some symbols. */
  readyOf(symbols: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns one bounded page, in an order of its own. */
  readyPage(after: string | undefined, limit: number): Promise<ReadyPage>;
}

/** Every backtest needs this table, for any timeframe. */
const BACKTEST_TABLE = 'candles_1h';

/** Readiness of a venue whose history is extended in place: a market is ready once its hours are stored. */
export class BackfillReadiness implements Readiness {
  constructor(
    private readonly venue: string,
    private readonly catalogue: Catalogue,
  ) {}

  readySymbols(): Promise<ReadonlySet<string>> {
    return this.catalogue.symbolsWith(this.venue, BACKTEST_TABLE);
  }

  async readyOf(symbols: readonly string[]): Promise<ReadonlySet<string>> {
    const ready = await this.readySymbols();
    return new Set(symbols.filter((symbol) => ready.has(symbol)));
  }

  async readyPage(after: string | undefined, limit: number): Promise<ReadyPage> {
    const following = [...(await this.readySymbols())].sort().filter((symbol) => after === undefined || symbol > after);
    const symbols = following.slice(0, limit);
    return { symbols, next: following.length > limit ? symbols.at(-1) : undefined };
  }
}
