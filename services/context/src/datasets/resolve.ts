import { PlatformError } from '@platform/errors';
import type { Markets } from '../markets/markets.js';
import type { Instrument } from '../venues/venue.js';
import type { Catalogue, TableRecord } from './catalogue.js';
import type { Segment } from './segments.js';
import type { TableStore } from './table-store.js';
import { type TableKind, type Timeframe, tableKinds } from './tables.js';

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
   * The objects that hold a window of each symbol and timeframe, their digests checked, and the instruments.
   * Throws `data_unavailable` naming the coverage, `symbol_not_canonical`, `market_not_found` or `context_store_unavailable`.
   */
  async resolve(request: ResolveRequest): Promise<{ instruments: Instrument[]; objects: ResolvedObject[] }> {
    const { venue, symbols, timeframes } = request;
    const instruments = await Promise.all(symbols.map((symbol) => this.markets.instrument(venue, symbol)));
    const tables = symbols.flatMap((symbol) => timeframes.map((timeframe) => ({ symbol, timeframe })));
    const objects = await Promise.all(
      tables.map(async ({ symbol, timeframe }) => {
        const kind = tableKinds[`candles_${timeframe}`];
        const record = await this.catalogue.find({ venue, symbol, table: kind.name });
        const segments = covering(record, kind, symbol, timeframe, request);
        return segments.map((segment) => ({ symbol, timeframe, segment }));
      }),
    );
    const all = objects.flat();
    await this.store.materialize(all.map(({ segment }) => segment));
    return { instruments, objects: all };
  }
}

function covering(
  record: TableRecord | undefined,
  kind: TableKind,
  symbol: string,
  timeframe: Timeframe,
  { fromMs, toMs }: ResolveRequest,
): Segment[] {
  const coverage = coverageOf(record, kind);
  if (record === undefined || coverage === undefined || fromMs < coverage.fromMs || toMs > coverage.toMs) {
    throw new PlatformError('data_unavailable', { details: { symbol, timeframe, coverage: shown(coverage) } });
  }
  const startMs = fromMs - STARTUP_ROWS_MAX * kind.intervalMs;
  return record.segments.filter((segment) => segment.toMs >= startMs && segment.fromMs < toMs);
}

interface Coverage {
  readonly fromMs: number;
  /** Where the last candle closes. */
  readonly toMs: number;
}

function coverageOf(record: TableRecord | undefined, { intervalMs }: TableKind): Coverage | undefined {
  const first = record?.segments.at(0);
  const last = record?.segments.at(-1);
  return first === undefined || last === undefined ? undefined : { fromMs: first.fromMs, toMs: last.toMs + intervalMs };
}

function shown(coverage: Coverage | undefined): { from: string; to: string } | null {
  if (coverage === undefined) return null;
  return { from: new Date(coverage.fromMs).toISOString(), to: new Date(coverage.toMs).toISOString() };
}
