import type { Instruments } from '../markets/instruments.js';
import type { Catalogue, TableRecord } from '../tables/catalogue.js';
import { holdTable } from '../tables/hold-table.js';
import type { Quarantine } from '../tables/quarantine.js';
import type { HeldTable } from '../tables/table-store.js';
import type { ReleasedMarket } from './keys.js';
import type { StoredInstrument, StoredRecord } from './manifest.js';
import { releasedMarketOf } from './released-market.js';

/** The dependencies of reading stored markets. */
export interface StoredMarketsParts {
  readonly catalogue: Catalogue;
  readonly instruments: Instruments;
  readonly quarantine: Pick<Quarantine, 'gapsOf'>;
  /** Owner of this process's leases. */
  readonly owner: string;
  /** How often, five times per second, a held table's lease is requested. */
  readonly attempts: number;
}

/** The stored rows of the markets that releases are made of. */
export class StoredMarkets {
  constructor(private readonly parts: StoredMarketsParts) {}

  /** Returns the instruments of a market that have stored rows, in the order of their symbols. */
  async of({ venue, market }: ReleasedMarket): Promise<StoredInstrument[]> {
    const { instruments, catalogue } = this.parts;
    const found: StoredInstrument[] = [];
    for (const instrument of await instruments.ofMarket(venue, market)) {
      const named = { venue, symbol: instrument.symbol };
      // Read before the rows: rows collected in between would seem to be included.
      const isComplete = await catalogue.isComplete(named);
      const records = await Promise.all((await catalogue.stored(named)).map((record) => this.#withMalformed(record)));
      if (records.length > 0) found.push({ instrument, records, isComplete });
    }
    return found;
  }

  async #withMalformed(record: TableRecord): Promise<StoredRecord> {
    return { ...record, malformed: await this.parts.quarantine.gapsOf(record) };
  }

  /** Returns the markets of these symbols. */
  async named(venue: string, symbols: readonly string[]): Promise<ReleasedMarket[]> {
    const known = await this.parts.instruments.named(venue, symbols);
    const markets = new Set(known.map((instrument) => releasedMarketOf(instrument).market));
    return [...markets].sort().map((market) => ({ venue, market }));
  }

  /**
   * Works on a market while nobody else publishes or withdraws it, under the lease of the first of its tables. Without a table there is
   * nothing to publish and no competitor. Throws `TableBusyError`, or `LeaseLostError` where another process took over.
   */
  async exclusively<Result>(
    reference: ReleasedMarket,
    work: (stored: readonly StoredInstrument[], held: HeldTable | undefined) => Promise<Result>,
  ): Promise<Result> {
    const first = (await this.of(reference)).at(0)?.records.at(0);
    if (first === undefined) return work([], undefined);
    // Read again: the tables may have changed while waiting for the first one.
    return holdTable(first, this.parts, async (held) => work(await this.of(reference), held));
  }
}
