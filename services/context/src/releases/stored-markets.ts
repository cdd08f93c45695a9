import type { Instruments } from '../markets/instruments.js';
import type { Catalogue } from '../tables/catalogue.js';
import { holdTable } from '../tables/hold-table.js';
import type { HeldTable } from '../tables/table-store.js';
import type { ReleasedMarket } from './keys.js';
import type { StoredInstrument } from './manifest.js';
import { releasedMarketOf } from './released-market.js';

/** What markets are known by, and whose tables hold their rows. */
export interface StoredMarketsParts {
  readonly catalogue: Catalogue;
  readonly instruments: Instruments;
  /** Names this process in leases. */
  readonly owner: string;
  /** How often, five times a second, a market's table is asked for while somebody else works on it. */
  readonly attempts: number;
}

/** What is stored of the markets that releases are made of. */
export class StoredMarkets {
  constructor(private readonly parts: StoredMarketsParts) {}

  /** The instruments of a market of which rows are stored, in the order of their symbols. */
  async of({ venue, market }: ReleasedMarket): Promise<StoredInstrument[]> {
    const { instruments, catalogue } = this.parts;
    const found: StoredInstrument[] = [];
    for (const instrument of await instruments.ofMarket(venue, market)) {
      const named = { venue, symbol: instrument.symbol };
      // Before its rows are: what is collected in between would seem to be among them.
      const isComplete = await catalogue.isComplete(named);
      const records = await catalogue.stored(named);
      if (records.length > 0) found.push({ instrument, records, isComplete });
    }
    return found;
  }

  /** The markets of these symbols. */
  async named(venue: string, symbols: readonly string[]): Promise<ReleasedMarket[]> {
    const known = await this.parts.instruments.named(venue, symbols);
    const markets = new Set(known.map((instrument) => releasedMarketOf(instrument).market));
    return [...markets].sort().map((market) => ({ venue, market }));
  }

  /**
   * Works on a market while nobody else publishes or withdraws it: who does holds the first of its tables. Without a table there
   * is nothing to publish, and nobody who could. Throws `TableBusyError`, or `LeaseLostError` where another process took over.
   */
  async exclusively<Result>(
    reference: ReleasedMarket,
    work: (stored: readonly StoredInstrument[], held: HeldTable | undefined) => Promise<Result>,
  ): Promise<Result> {
    const first = (await this.of(reference)).at(0)?.records.at(0);
    if (first === undefined) return work([], undefined);
    // Read again: the tables may have changed while the first one was waited for.
    return holdTable(first, this.parts, async (held) => work(await this.of(reference), held));
  }
}
