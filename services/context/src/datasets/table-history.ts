import { PlatformError } from '@platform/errors';
import type { Instrument } from '@platform/venues/market-data';
import type { Markets } from '../markets/markets.js';
import type { Catalogue } from '../tables/catalogue.js';
import type { Quarantine } from '../tables/quarantine.js';
import type { TableStore } from '../tables/table-store.js';
import type { HistorySource, NamedTable, SourcedHistory, SourcedObject } from './history-source.js';

/** Reads the tables as they are now, for venues without releases. */
export class TableHistory implements HistorySource {
  /** These venues have a candle for every interval. */
  readonly isSparse = false;

  constructor(
    private readonly markets: Markets,
    private readonly catalogue: Catalogue,
    private readonly store: TableStore,
    private readonly quarantine: Pick<Quarantine, 'gapsOf'>,
  ) {}

  /** Reads nothing from the venue, and the database twice, for any number of tables; once more for each that has gaps. */
  async find(venue: string, tables: readonly NamedTable[]): Promise<SourcedHistory> {
    const symbols = tables.map(({ symbol }) => symbol);
    const [instruments, records] = await Promise.all([
      this.markets.instrumentsWith(venue, symbols),
      this.catalogue.findAll(tables.map(({ symbol, table }) => ({ venue, symbol, table }))),
    ]);
    requireOwn(instruments, new Set(symbols));
    const segments = new Map(records.map((record) => [`${record.symbol}/${record.table}`, record.segments]));
    const malformed = new Map(
      await Promise.all(
        records.map(
          async (record) => [`${record.symbol}/${record.table}`, await this.quarantine.gapsOf(record)] as const,
        ),
      ),
    );
    return {
      instruments,
      segmentsOf: ({ symbol, table }) => segments.get(`${symbol}/${table}`) ?? [],
      malformedOf: ({ symbol, table }) => malformed.get(`${symbol}/${table}`) ?? [],
      releases: [],
    };
  }

  /** Throws `context_store_unavailable`, naming the object at fault. */
  async requireWhole(objects: readonly SourcedObject[]): Promise<void> {
    await this.store.requireWhole(objects);
  }
}

/** Refuses markets of builder-deployed dexes: they are never backtest-ready. */
function requireOwn(instruments: readonly Instrument[], asked: ReadonlySet<string>): void {
  for (const { symbol, builderDex } of instruments) {
    if (builderDex === undefined || !asked.has(symbol)) continue;
    const message = `${symbol} trades on the builder-deployed dex ${builderDex}; its history is not offered to backtests.`;
    throw new PlatformError('data_unavailable', { message, details: { symbol, coverage: null } });
  }
}
