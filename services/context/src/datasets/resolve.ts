import { PlatformError } from '@platform/errors';
import type { Markets } from '../markets/markets.js';
import type { Instrument } from '../venues/venue.js';
import type { Catalogue } from './catalogue.js';
import { requireWindow } from './coverage.js';
import type { Segment } from './segments.js';
import type { TableStore } from './table-store.js';
import { type TableName, type Timeframe, tableKinds } from './tables.js';

/** Candles before a window that a strategy's indicators may need to start up: as many as the venue itself would serve. */
const STARTUP_ROWS_MAX = 5_000;

/** What a backtest needs. */
export interface ResolveRequest {
  readonly venue: string;
  readonly tables: readonly { readonly symbol: string; readonly timeframe: Timeframe }[];
  /** Whether it also needs the funding of each symbol. */
  readonly funding: boolean;
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
  /** Of each symbol, in the order asked; empty where the venue's history is not published in releases. */
  readonly releases: string[];
}

interface NamedTable {
  readonly symbol: string;
  readonly table: TableName;
}

/** Stored history for backtests. */
export class HistoryResolver {
  constructor(
    private readonly markets: Markets,
    private readonly catalogue: Catalogue,
    private readonly store: TableStore,
  ) {}

  /**
   * The objects that hold a window of each table, their digests checked, and the instruments: those asked for, then every other
   * one that trades. It asks the venue nothing, and the database twice, however many tables are named.
   * Throws `data_unavailable` naming what is missing, `symbol_not_canonical`, `market_not_found` or `context_store_unavailable`.
   */
  async resolve(request: ResolveRequest): Promise<ResolvedHistory> {
    const { venue, tables } = request;
    const symbols = [...new Set(tables.map(({ symbol }) => symbol))];
    const candleTables = tables.map(({ symbol, timeframe }) => ({ symbol, timeframe, table: candlesOf(timeframe) }));
    const fundingTables = request.funding ? symbols.map((symbol) => ({ symbol, table: 'funding_1h' as const })) : [];
    const [instruments, segmentsOf] = await Promise.all([
      this.markets.instrumentsWith(venue, symbols),
      this.#segments(venue, [...candleTables, ...fundingTables]),
    ]);
    for (const { symbol, builderDex } of instruments)
      if (builderDex !== undefined && symbols.includes(symbol)) throw notBacktested(symbol, builderDex);
    const windowOf = (table: NamedTable) => windowIn(segmentsOf(table), table, request);
    const candles = candleTables.flatMap(({ symbol, timeframe, table }) =>
      windowOf({ symbol, table }).map((segment) => ({ symbol, timeframe, ...objectOf(segment) })),
    );
    const funding = fundingTables.flatMap(({ symbol, table }) =>
      windowOf({ symbol, table }).map((segment) => ({ symbol, ...objectOf(segment) })),
    );
    await this.store.materialize([...candles, ...funding]);
    return { candles, funding, instruments, releases: [] };
  }

  async #segments(venue: string, tables: readonly NamedTable[]): Promise<(table: NamedTable) => readonly Segment[]> {
    const records = await this.catalogue.findAll(tables.map(({ symbol, table }) => ({ venue, symbol, table })));
    const segmentsOf = new Map(records.map(({ symbol, table, segments }) => [`${symbol}/${table}`, segments]));
    return ({ symbol, table }) => segmentsOf.get(`${symbol}/${table}`) ?? [];
  }
}

function candlesOf(timeframe: Timeframe): TableName {
  return `candles_${timeframe}`;
}

/** The segments of a table that a window needs, those of the start-up before it too. */
function windowIn(
  segments: readonly Segment[],
  { symbol, table }: NamedTable,
  window: { fromMs: number; toMs: number },
): Segment[] {
  const { intervalMs } = tableKinds[table];
  requireWindow(segments, { symbol, table }, window);
  const startMs = window.fromMs - STARTUP_ROWS_MAX * intervalMs;
  // freqtrade's own time range holds the candle that opens at its end.
  return segments.filter((segment) => segment.toMs >= startMs && segment.fromMs <= window.toMs);
}

function objectOf({ key, sha256, fromMs, toMs }: Segment): Pick<Segment, 'key' | 'sha256' | 'fromMs' | 'toMs'> {
  return { key, sha256, fromMs, toMs };
}

/** Markets of builder-deployed dexes are never backtest-ready, whatever is stored of them. */
function notBacktested(symbol: string, builderDex: string): PlatformError {
  const message = `${symbol} trades on the builder-deployed dex ${builderDex}; its history is not offered to backtests.`;
  return new PlatformError('data_unavailable', { message, details: { symbol, coverage: null } });
}
