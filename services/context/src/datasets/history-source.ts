import type { Instrument, Interval, TableName } from '@platform/venues/market-data';
import type { Segment } from '../tables/segments.js';

/** A table of an instrument. */
export interface NamedTable {
  /** Canonical symbol. */
  readonly symbol: string;
  readonly table: TableName;
}

/** A source's history of some tables. */
export interface SourcedHistory {
  /** The instruments of the tables, in their order; then the venue's other active ones, where the source knows them. */
  readonly instruments: Instrument[];
  /** Returns the objects of a table, ascending; none where nothing is stored. Throws `data_unavailable` where a release lacks the table. */
  segmentsOf(table: NamedTable): readonly Segment[];
  /** Returns the parts of a table's gaps where its venue gave malformed rows, ascending. */
  malformedOf(table: NamedTable): readonly Interval[];
  /** The releases of the tables' instruments, in their order; empty where the source has no releases. */
  readonly releases: string[];
}

/** Where a venue's backtests read stored history: tables that change as rows come, or immutable releases. */
export interface HistorySource {
  /** Whether the venue leaves candles out, so that a missing candle is not waited for. */
  readonly isSparse: boolean;
  /**
   * Finds the history of some tables of one venue. Throws `data_unavailable` where it can't be used, `symbol_not_canonical` or
   * `market_not_found`.
   */
  find(venue: string, tables: readonly NamedTable[]): Promise<SourcedHistory>;
  /** Throws where the bytes of an object are missing or damaged. */
  requireWhole(objects: readonly SourcedObject[]): Promise<void>;
}

/** An object that a backtest reads. */
export interface SourcedObject extends Pick<Segment, 'key' | 'sha256'> {
  readonly symbol: string;
}
