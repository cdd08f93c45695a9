const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The candle resolutions of the venue and their lengths, aligned to the Unix epoch. */
export const RESOLUTION_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const;

/** A candle resolution in the venue's own spelling. */
export type Resolution = keyof typeof RESOLUTION_MS;

/** Every candle resolution. */
export const RESOLUTIONS = ['1m', '5m', '15m', '30m', '1h', '4h', '12h', '1d', '1w'] as const satisfies Resolution[];
