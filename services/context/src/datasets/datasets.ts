import type { Markets } from '../markets/markets.js';
import type { Catalogue, TableRecord } from './catalogue.js';
import { type Gap, gapsOf, rowsOf } from './segments.js';
import { type RowSource, sourcesOf } from './sources.js';
import { type TableName, tableKinds } from './tables.js';

/** What is stored of a table. */
export interface StoredTable {
  readonly name: TableName;
  /** First and last row's time. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly rows: number;
  /** Where its rows come from, each source once; several: the table mixes them. */
  readonly source: readonly RowSource[];
  readonly gaps: readonly Gap[];
}

/** What is stored of a market. */
export interface Dataset {
  readonly venue: string;
  readonly symbol: string;
  readonly tables: readonly StoredTable[];
  /** Whether every table was searched for gaps. */
  readonly audited: boolean;
}

/** What history is stored, of all markets or of those named. */
export class Datasets {
  constructor(
    private readonly markets: Markets,
    private readonly catalogue: Catalogue,
  ) {}

  /** Datasets in the order of venue and symbol. A symbol needs a venue. Throws `symbol_not_canonical` or `market_not_found`. */
  async list(filter: { venue?: string; symbol?: string }): Promise<Dataset[]> {
    const { venue, symbol } = filter;
    if (venue !== undefined && symbol !== undefined) await this.markets.instrument(venue, symbol);
    const byMarket = Map.groupBy(await this.catalogue.stored(filter), (record) => `${record.venue}/${record.symbol}`);
    return [...byMarket.values()].map(toDataset);
  }
}

function toDataset(records: TableRecord[]): Dataset {
  return {
    venue: records[0]?.venue ?? '',
    symbol: records[0]?.symbol ?? '',
    tables: records.map(toStoredTable),
    audited: records.every(({ auditedAt }) => auditedAt !== null),
  };
}

function toStoredTable({ table, segments, sources }: TableRecord): StoredTable {
  return {
    name: table,
    fromMs: segments.at(0)?.fromMs ?? 0,
    toMs: segments.at(-1)?.toMs ?? 0,
    rows: rowsOf(segments),
    source: sourcesOf(sources),
    gaps: gapsOf(segments, tableKinds[table].intervalMs),
  };
}
