import { PlatformError } from '@platform/errors';
import { type RowSource, sourcesOf, type TableName, tableKinds } from '@platform/venues/market-data';
import type { Markets } from '../markets/markets.js';
import type { ReleasedTable, ReleaseManifest } from '../releases/manifest.js';
import { releasedMarketOf } from '../releases/released-market.js';
import type { Releases } from '../releases/releases.js';
import type { Catalogue, TableRecord } from '../tables/catalogue.js';
import { type Gap, gapsOf, rowsOf } from '../tables/segments.js';

/** The stored part of a table. */
export interface StoredTable {
  readonly name: TableName;
  /** First and last row's time. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly rows: number;
  /** The sources of its rows, each once; with several, the table mixes them. */
  readonly source: readonly RowSource[];
  readonly gaps: readonly Gap[];
}

/** The stored part of a market. */
export interface Dataset {
  readonly venue: string;
  readonly symbol: string;
  readonly tables: readonly StoredTable[];
  /** The release that it belongs to; undefined for history that is extended in place. */
  readonly release: string | undefined;
  /** Whether every table was searched for gaps. */
  readonly audited: boolean;
}

/** The most markets of a venue with releases in one list. */
const RELEASED_MARKETS_MAX = 200;

/** Lists the stored history, of all markets or of those named. */
export class Datasets {
  constructor(
    private readonly markets: Markets,
    private readonly catalogue: Catalogue,
    private readonly releases: Releases,
  ) {}

  /**
   * Lists datasets in the order of venue and symbol. A symbol needs a venue. For a venue with releases these are the latest releases of its
   * listed markets; without a symbol they cover one bounded page of markets, not all. Throws `symbol_not_canonical`, `market_not_found`, or
   * `context_store_unavailable` naming the manifest of the symbol where it is damaged.
   */
  async list(filter: { venue?: string; symbol?: string }): Promise<Dataset[]> {
    const { venue, symbol } = filter;
    if (venue !== undefined && symbol !== undefined) return this.#ofMarket(venue, symbol);
    const stored = (await this.catalogue.stored(filter)).filter((record) => !this.releases.isOf(record.venue));
    const byMarket = Map.groupBy(stored, (record) => `${record.venue}/${record.symbol}`);
    const published = this.releases.venues.filter((each) => venue === undefined || each === venue);
    const released = await Promise.all(published.map((each) => this.#ofVenue(each)));
    return [...[...byMarket.values()].map(toDataset), ...released.flat()].sort(byVenueAndSymbol);
  }

  async #ofMarket(venue: string, symbol: string): Promise<Dataset[]> {
    const instrument = await this.markets.instrument(venue, symbol);
    if (!this.releases.isOf(venue)) {
      const stored = await this.catalogue.stored({ venue, symbol });
      return stored.length === 0 ? [] : [toDataset(stored)];
    }
    const found = await this.releases.latest(releasedMarketOf(instrument));
    if ('manifest' in found) return datasetsOf(found.manifest).filter((dataset) => dataset.symbol === symbol);
    if (found.problem !== 'corrupted_manifest') return [];
    throw new PlatformError('context_store_unavailable', { details: { object: found.object } });
  }

  /** Returns a venue's datasets. A market whose marker or manifest can't be used is left out: the others are unaffected. */
  async #ofVenue(venue: string): Promise<Dataset[]> {
    const { entries } = await this.releases.readyPage(venue, undefined, RELEASED_MARKETS_MAX);
    const markets = [...new Set(entries.map(({ market }) => market))];
    const found = await Promise.all(markets.map((market) => this.releases.latest({ venue, market })));
    return found.flatMap((release) => ('manifest' in release ? datasetsOf(release.manifest) : []));
  }
}

function datasetsOf({ venue, release, instruments }: ReleaseManifest): Dataset[] {
  return instruments.map(({ symbol, tables }) => ({
    ...{ venue, symbol, release },
    tables: tables.map(toReleasedTable),
    audited: true,
  }));
}

function toReleasedTable({ name, fromMs, toMs, rows, sources, gaps }: ReleasedTable): StoredTable {
  return { name, fromMs, toMs, rows, source: sourcesOf(sources), gaps };
}

function byVenueAndSymbol(left: Dataset, right: Dataset): number {
  if (left.venue !== right.venue) return left.venue < right.venue ? -1 : 1;
  return left.symbol < right.symbol ? -1 : 1;
}

function toDataset(records: TableRecord[]): Dataset {
  return {
    venue: records[0]?.venue ?? '',
    symbol: records[0]?.symbol ?? '',
    tables: records.map(toStoredTable),
    release: undefined,
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
