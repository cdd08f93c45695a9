/** A closed candle, the input of indicators. */
export interface Candle {
  /** Open time, milliseconds since the epoch. */
  readonly timeMs: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In the base asset; undefined where the venue has none. */
  readonly volume: number | undefined;
}
