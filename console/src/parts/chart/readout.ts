import { instant, price } from '../format.js';
import type { Series } from './series.js';
import { countBefore } from './window.js';

/** Significant digits of a price where its market's step is not known. */
const PRICE_DIGITS = 5;
const DECIMALS_MAX = 8;

/** What a chart says of an instant: when it is, and what each series has there. */
export interface Readout {
  readonly at: string;
  /** By the series' places; undefined where one has nothing there. */
  readonly values: readonly (string | undefined)[];
}

/** Reads an instant off the series. */
export function readoutOf(series: readonly Series[], atMs: number): Readout {
  return { at: `${instant(new Date(atMs).toISOString())} UTC`, values: series.map((each) => valueAt(each, atMs)) };
}

/** The decimals in which candles' prices are written: of the market's step, else as many as prices of their size have. */
export function decimalsOf(series: Extract<Series, { kind: 'candles' }>): number {
  if (series.priceStep !== undefined) return series.priceStep.split('.')[1]?.length ?? 0;
  const last = series.points.at(-1)?.close ?? 1;
  const before = last > 0 ? Math.floor(Math.log10(last)) + 1 : 1;
  return Math.min(Math.max(PRICE_DIGITS - before, 0), DECIMALS_MAX);
}

function valueAt(series: Series, atMs: number): string | undefined {
  if (series.kind !== 'candles') {
    const point = atTime(series.points, atMs);
    return point === undefined
      ? undefined
      : series.unit === 'percent'
        ? `${point.value.toFixed(2)} %`
        : price(point.value);
  }
  const candle = atTime(series.points, atMs);
  if (candle === undefined) return undefined;
  const decimals = decimalsOf(series);
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map((each) =>
    each.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  );
  return `open ${open}, high ${high}, low ${low}, close ${close}`;
}

function atTime<Each extends { readonly atMs: number }>(points: readonly Each[], atMs: number): Each | undefined {
  const point = points[countBefore(points, atMs)];
  // Charts count whole seconds.
  return point !== undefined && point.atMs < atMs + 1_000 ? point : undefined;
}
