import { PlatformError } from '@platform/errors';
import type { Instrument } from '@platform/venues/market-data';
import { type TableName, type Timeframe, tableKinds } from '@platform/venues/market-data';
import type { Segment } from '../tables/segments.js';
import { requireWindow } from './coverage.js';
import type { HistorySource, NamedTable } from './history-source.js';

/** Candles before a window that a strategy's indicators may need to start up: as many as the venue itself would serve. */
const STARTUP_ROWS_MAX = 5_000;

/** The codes of rows that are not stored, and of an object that is missing or damaged. */
const LACKING: ReadonlySet<string> = new Set(['data_unavailable', 'context_store_unavailable']);

/** The history that a backtest needs. */
export interface ResolveRequest {
  readonly venue: string;
  readonly tables: readonly { readonly symbol: string; readonly timeframe: Timeframe }[];
  /** Whether it also needs the funding of each symbol. */
  readonly funding: boolean;
  /** Whether a symbol runs without funding, instead of being refused, when its funding is damaged or not stored for the whole window. */
  readonly fundingMayLack?: boolean;
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

/** An object of a table of candles. */
export interface CandleObject extends Pick<Segment, 'key' | 'sha256' | 'fromMs' | 'toMs'> {
  readonly symbol: string;
  readonly timeframe: Timeframe;
}

/** An object of a table of funding. */
export type FundingObject = Omit<CandleObject, 'timeframe'>;

/** The stored history that a backtest reads. */
export interface ResolvedHistory {
  readonly candles: CandleObject[];
  readonly funding: FundingObject[];
  readonly instruments: Instrument[];
  /** The releases of the symbols, in the order asked; empty where the venue's history is not published in releases. */
  readonly releases: string[];
}

/** Resolves stored history for backtests. */
export class HistoryResolver {
  constructor(private readonly sourceOf: (venue: string) => HistorySource) {}

  /**
   * Returns the objects that hold a window of each table, their digests checked, and the instruments. Throws `data_unavailable` naming what
   * is missing, `symbol_not_canonical`, `market_not_found` or `context_store_unavailable`.
   */
  async resolve(request: ResolveRequest): Promise<ResolvedHistory> {
    const { venue, tables } = request;
    const source = this.sourceOf(venue);
    const symbols = [...new Set(tables.map(({ symbol }) => symbol))];
    const candleTables = tables.map(({ symbol, timeframe }) => ({ symbol, timeframe, table: candlesOf(timeframe) }));
    const fundingTables = request.funding ? symbols.map((symbol) => ({ symbol, table: 'funding_1h' as const })) : [];
    const found = await source.find(venue, [...candleTables, ...fundingTables]);
    const windowOf = (table: NamedTable) => {
      const segments = found.segmentsOf(table);
      requireWindow({ segments, malformed: found.malformedOf(table) }, table, request, { sparse: source.isSparse });
      return windowIn(segments, table.table, request);
    };
    const candles = candleTables.flatMap(({ symbol, timeframe, table }) =>
      windowOf({ symbol, table }).map((segment) => ({ symbol, timeframe, ...objectOf(segment) })),
    );
    const fundingOf = ({ symbol, table }: NamedTable) =>
      windowOf({ symbol, table }).map((segment) => ({ symbol, ...objectOf(segment) }));
    if (!request.fundingMayLack) {
      const funding = fundingTables.flatMap(fundingOf);
      await source.requireWhole([...candles, ...funding]);
      return { candles, funding, instruments: found.instruments, releases: found.releases };
    }
    await source.requireWhole(candles);
    const wholeFunding = async (table: NamedTable) => {
      const objects = fundingOf(table);
      await source.requireWhole(objects);
      return objects;
    };
    const funding = await Promise.all(fundingTables.map((table) => wholeFunding(table).catch(noneWhereLacking)));
    return { candles, funding: funding.flat(), instruments: found.instruments, releases: found.releases };
  }
}

/** Returns nothing for a table that may be missing; throws other errors. */
function noneWhereLacking(error: unknown): [] {
  if (error instanceof PlatformError && LACKING.has(error.code)) return [];
  throw error;
}

function candlesOf(timeframe: Timeframe): TableName {
  return `candles_${timeframe}`;
}

/** Returns the segments of a table that a window needs, including the candles before it with which indicators start up. */
function windowIn(segments: readonly Segment[], table: TableName, { fromMs, toMs }: ResolveRequest): Segment[] {
  const startupMs = table === 'funding_1h' ? 0 : STARTUP_ROWS_MAX * tableKinds[table].intervalMs;
  // freqtrade's own time range includes the candle that opens at its end.
  return segments.filter((segment) => segment.toMs >= fromMs - startupMs && segment.fromMs <= toMs);
}

function objectOf({ key, sha256, fromMs, toMs }: Segment): Pick<Segment, 'key' | 'sha256' | 'fromMs' | 'toMs'> {
  return { key, sha256, fromMs, toMs };
}
