/** A value at a time: milliseconds since 1970. */
export interface Point {
  readonly atMs: number;
  readonly value: number;
}

/** A candle, opened at a time. */
export interface CandlePoint {
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** What happened at a time, for example that a trade was opened; drawn at the candle in which it did. */
export interface Mark {
  readonly atMs: number;
  readonly kind: 'buy' | 'sell' | 'gain' | 'loss';
  readonly text: string;
}

/** What a chart draws. Points and marks ascend in time. `pane`: 0 on top; what shares a pane shares its scale. */
export type Series =
  | {
      readonly kind: 'line' | 'area' | 'bars';
      readonly name: string;
      readonly points: readonly Point[];
      readonly tone: 'accent' | 'bad' | 'soft' | 'good' | 'busy' | 'warn';
      readonly pane: number;
      readonly unit?: 'percent' | 'number';
    }
  | {
      readonly kind: 'candles';
      readonly name: string;
      readonly points: readonly CandlePoint[];
      readonly marks: readonly Mark[];
      readonly pane: number;
      /** The market's smallest price step, a decimal string; undefined where it is not known. */
      readonly priceStep?: string;
    };
