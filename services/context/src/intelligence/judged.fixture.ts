import type { Candle } from './indicators/candle.js';
import type { MarketHistory } from './market-history.js';

export const HOUR_MS = 3_600_000;
/** 2026-03-02 12:00 UTC. */
export const NOW_MS = Date.UTC(2026, 2, 2, 12);

const INSTRUMENT = { venue: 'v', symbol: 'A', kind: 'perpetual', name: 'A', builderDex: undefined } as const;

/** Makes hourly candles of closes, the last one just closed; each reaches `reach` beyond its close to either side. */
export function candlesOf(closes: readonly number[], reach = 0.5, volumes: readonly number[] = []): Candle[] {
  return closes.map((close, index) => ({
    timeMs: NOW_MS - (closes.length - index) * HOUR_MS,
    high: close + reach,
    low: close - reach,
    close,
    volume: volumes[index] ?? 1,
  }));
}

/** Makes the history of a market. */
export function historyOf(
  candles: readonly Candle[],
  instrument: Partial<MarketHistory['instrument']> = {},
  funding: MarketHistory['funding'] = [],
): MarketHistory {
  return { instrument: { ...INSTRUMENT, ...instrument }, nowMs: NOW_MS, candles, funding };
}

/** Makes a wave about 100, of 10 to either side, with a turn every 48 hours. */
export function wave(hours: number): number[] {
  return Array.from({ length: hours }, (_, index) => 100 + 10 * Math.sin((Math.PI * index) / 48));
}
