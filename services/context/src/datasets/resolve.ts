import { PlatformError } from '@platform/errors';
import type { Markets } from '../markets/markets.js';
import type { Instrument } from '../venues/venue.js';
import type { Catalogue } from './catalogue.js';
import { requireWindow } from './coverage.js';
import type { Segment } from './segments.js';
import type { TableStore } from './table-store.js';
import { type Timeframe, tableKinds } from './tables.js';

/** Candles before a window that a strategy's indicators may need to start up: as many as the venue itself would serve. */
const STARTUP_ROWS_MAX = 5_000;

/** What a backtest needs. */
export interface ResolveRequest {
  readonly venue: string;
  readonly symbols: readonly string[];
  readonly timeframes: readonly Timeframe[];
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

/** An object of a table. */
export interface ResolvedObject {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly segment: Segment;
}

/** Stored candles for backtests. */
export class CandleResolver {
  constructor(
    private readonly markets: Markets,
    private readonly catalogue: Catalogue,
    private readonly store: TableStore,
  ) {}

  /**
   * The objects that hold a window of each symbol and timeframe, their digests checked, and the instruments: those asked for,
   * then every other one that trades. It asks the venue nothing, and the database twice, however many tables are named.
   * Throws `data_unavailable` naming what is missing, `symbol_not_canonical`, `market_not_found` or `context_store_unavailable`.
   */
  async resolve(request: ResolveRequest): Promise<{ instruments: Instrument[]; objects: ResolvedObject[] }> {
    const { venue, symbols, timeframes } = request;
    const asked = symbols.flatMap((symbol) => timeframes.map((timeframe) => ({ symbol, timeframe })));
    const [instruments, records] = await Promise.all([
      this.markets.instrumentsWith(venue, symbols),
      this.catalogue.findAll(asked.map(({ symbol, timeframe }) => ({ venue, symbol, table: `candles_${timeframe}` }))),
    ]);
    for (const { symbol, builderDex } of instruments)
      if (builderDex !== undefined && symbols.includes(symbol)) throw notBacktested(symbol, builderDex);
    const segmentsOf = new Map(records.map(({ symbol, table, segments }) => [`${symbol}/${table}`, segments]));
    const objects = asked.flatMap(({ symbol, timeframe }) => {
      const kind = tableKinds[`candles_${timeframe}`];
      const segments = segmentsOf.get(`${symbol}/${kind.name}`) ?? [];
      requireWindow(segments, { symbol, timeframe, intervalMs: kind.intervalMs }, request);
      const startMs = request.fromMs - STARTUP_ROWS_MAX * kind.intervalMs;
      // freqtrade's own time range holds the candle that opens at its end.
      return segments
        .filter((segment) => segment.toMs >= startMs && segment.fromMs <= request.toMs)
        .map((segment) => ({ symbol, timeframe, segment }));
    });
    await this.store.materialize(objects.map(({ segment }) => segment));
    return { instruments, objects };
  }
}

/** Markets of builder-deployed dexes are never backtest-ready, whatever is stored of them. */
function notBacktested(symbol: string, builderDex: string): PlatformError {
  const message = `${symbol} trades on the builder-deployed dex ${builderDex}; its history is not offered to backtests.`;
  return new PlatformError('data_unavailable', { message, details: { symbol, coverage: null } });
}
