import { averageTrueRange } from './indicators/average-true-range.js';
import { type Bands, bollingerBands, widthOf, widthPercentile } from './indicators/bollinger.js';
import type { Candle } from './indicators/candle.js';
import { type DirectionalIndex, directionalIndex } from './indicators/directional-index.js';
import { JUDGED_HOURS } from './market-history.js';

/** The indicators of hourly candles at the last of them; undefined where there are too few candles for one. */
export interface Reading {
  /** The judged hours, without those in which averages settle. */
  readonly candles: readonly Candle[];
  readonly last: Candle | undefined;
  readonly direction: DirectionalIndex | undefined;
  /** In the price's unit; `atrPct` is the percentage of the last close. */
  readonly atr: number | undefined;
  readonly atrPct: number | undefined;
  readonly bands: Bands | undefined;
  /** The distance of the last bands as a share of their middle. */
  readonly width: number | undefined;
  /** The percentile of that width among the widths of ninety days, 0 to 100. */
  readonly widthPercentile: number | undefined;
}

/** Reads the indicators of ascending hourly candles. */
export function readIndicators(candles: readonly Candle[]): Reading {
  const last = candles.at(-1);
  const atr = averageTrueRange(candles);
  const bands = bollingerBands(candles.map(({ close }) => close));
  const widths = bands.slice(-JUDGED_HOURS).map(widthOf);
  return {
    candles: candles.slice(-JUDGED_HOURS),
    last,
    direction: directionalIndex(candles),
    atr,
    atrPct: atr === undefined || last === undefined ? undefined : (100 * atr) / last.close,
    bands: bands.at(-1),
    width: widths.at(-1),
    widthPercentile: widthPercentile(widths),
  };
}
