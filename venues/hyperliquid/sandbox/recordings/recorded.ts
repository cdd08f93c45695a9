import { type Interval, nextOpenTime, openTime } from '../interval.js';
import type { Candle, FundingRate, Market, Perpetual } from '../market.js';
import type { GeneratedMarket } from '../model/generated.js';
import type { RecordedTables } from './tables.js';

const HOUR_MS = 3_600_000;

/**
 * A market that serves recordings and, from their end to now, candles generated from the last recorded price on. A timeframe that was not
 * recorded has no candles. Where one table ends before another (hours before five minutes), the longer one completes it, so that the
 * timeframes agree up to the seam and after it.
 */
export class RecordedMarket implements Market {
  readonly perpetual: Perpetual;
  readonly #tables: RecordedTables;
  /** The table that reaches furthest, and where it ends. */
  readonly #longest: readonly Candle[];
  readonly #seamMs: number;
  readonly #generated: GeneratedMarket;

  constructor(generated: GeneratedMarket, tables: RecordedTables) {
    const [longest] = [...tables.candles]
      .map(([interval, rows]) => ({ rows, endMs: endOf(interval, rows) }))
      .sort((a, b) => b.endMs - a.endMs || b.rows.length - a.rows.length);
    const last = longest?.rows.at(-1);
    if (longest === undefined || last === undefined) throw new Error('a recorded market needs a table of candles');
    this.perpetual = generated.perpetual;
    this.#tables = tables;
    this.#longest = longest.rows;
    this.#seamMs = longest.endMs;
    this.#generated = generated.through(last.close, longest.endMs);
  }

  recorded(table: Interval | 'funding'): ReturnType<Market['recorded']> {
    if (table === 'funding') {
      const { fundingRates } = this.#tables;
      const sinceMs = fundingRates[0]?.timeMs;
      return sinceMs === undefined ? undefined : { sinceMs, untilMs: bridgeOf(fundingRates) };
    }
    const sinceMs = this.#tables.candles.get(table)?.[0]?.openTimeMs;
    return sinceMs === undefined ? undefined : { sinceMs, untilMs: openTime(table, this.#seamMs) };
  }

  candles(interval: Interval, fromMs: number, endMs: number): Candle[] {
    const table = this.#tables.candles.get(interval);
    if (table === undefined) return [];
    const tableEndMs = endOf(interval, table);
    return [
      ...between(table, fromMs, endMs),
      ...grouped(interval, [
        ...between(this.#longest, Math.max(fromMs, tableEndMs), endMs),
        ...this.#generated.candles(interval, Math.max(fromMs, tableEndMs, this.#seamMs), endMs),
      ]),
    ];
  }

  seconds(fromMs: number, endMs: number): Candle[] {
    return this.#generated.seconds(fromMs, endMs);
  }

  total(fromMs: number, endMs: number): Candle | undefined {
    return this.#generated.total(fromMs, endMs);
  }

  fundingRates(fromMs: number, toMs: number, limit: number): FundingRate[] {
    if (this.#tables.fundingRates.length === 0) return [];
    const recorded = this.#tables.fundingRates.filter((rate) => rate.timeMs >= fromMs && rate.timeMs <= toMs);
    const bridgeFromMs = bridgeOf(this.#tables.fundingRates);
    const bridged = this.#generated.fundingRates(Math.max(fromMs, bridgeFromMs), toMs, limit);
    return [...recorded, ...bridged].slice(0, limit);
  }

  nextFundingRate(atMs: number): FundingRate {
    return this.#generated.nextFundingRate(atMs);
  }

  priceAt(atMs: number): number {
    return this.#generated.priceAt(atMs);
  }
}

/** The first hour whose funding is not recorded. */
function bridgeOf(fundingRates: readonly FundingRate[]): number {
  return (Math.floor((fundingRates.at(-1)?.timeMs ?? 0) / HOUR_MS) + 1) * HOUR_MS;
}

function endOf(interval: Interval, rows: readonly Candle[]): number {
  return nextOpenTime(interval, rows.at(-1)?.openTimeMs ?? 0);
}

function between(rows: readonly Candle[], fromMs: number, endMs: number): Candle[] {
  const isOver = (rows.at(-1)?.openTimeMs ?? 0) < fromMs;
  return isOver ? [] : rows.filter((row) => row.openTimeMs >= fromMs && row.openTimeMs < endMs);
}

/** Groups ascending pieces into the candles they belong to. */
function grouped(interval: Interval, pieces: readonly Candle[]): Candle[] {
  const byCandle = Map.groupBy(pieces, (piece) => openTime(interval, piece.openTimeMs));
  return [...byCandle].map(([openTimeMs, group]) => ({ ...group.reduce(joined), openTimeMs }));
}

function joined(earlier: Candle, later: Candle): Candle {
  return {
    openTimeMs: earlier.openTimeMs,
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
    trades: earlier.trades + later.trades,
  };
}
