import type { Instrument, TableName } from '@platform/venues/market-data';
import type { Segment } from '../tables/segments.js';

/** A table of an instrument. */
export interface NamedTable {
  /** Canonical symbol. */
  readonly symbol: string;
  readonly table: TableName;
}

/** What a source has of some tables. */
export interface SourcedHistory {
  /** Those of the tables, in their order; then the venue's other active ones, where the source knows them. */
  readonly instruments: Instrument[];
  /** The objects of a table, ascending; none where nothing is stored. Throws `data_unavailable` where a release lacks it. */
  segmentsOf(table: NamedTable): readonly Segment[];
  /** Of each instrument of the tables, in their order; empty where the source has no releases. */
  readonly releases: string[];
}

/** Where backtests of a venue read stored history from: tables that change as rows come, or immutable releases. */
export interface HistorySource {
  /** Whether a candle that is not there is one that the venue never gave, so that there is none to wait for. */
  readonly isSparse: boolean;
  /**
   * What there is of tables of one venue. Throws `data_unavailable` where it can't be used, `symbol_not_canonical` or
   * `market_not_found`.
   */
  find(venue: string, tables: readonly NamedTable[]): Promise<SourcedHistory>;
  /** Throws where an object doesn't have its bytes. */
  requireWhole(objects: readonly SourcedObject[]): Promise<void>;
}

/** An object that a backtest is given. */
export interface SourcedObject extends Pick<Segment, 'key' | 'sha256'> {
  readonly symbol: string;
}
