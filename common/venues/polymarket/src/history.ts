import { z } from 'zod';

const MINUTE_MS = 60_000;

/** The longest window that `/prices-history` takes; longer ones are refused, whatever the fidelity. */
export const HISTORY_WINDOW_MAX_MS = 15 * 86_400_000;

/** The prices of a minute. */
export interface MinuteCandle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * Answer of `/prices-history` with a fidelity of one minute, as candles: a point is the middle between bid and ask at an instant,
 * hence nearly always all that its minute has, and the candle's four prices are one. A minute without a point is no candle.
 */
export const pricesHistory = z
  .object({
    history: z.array(z.object({ t: z.int().positive(), p: z.number().min(0).max(1) })).nullish(),
  })
  .transform(({ history }) => history ?? [])
  .refine((points) => points.every(({ t }, index) => t >= (points[index - 1]?.t ?? t)), 'must ascend')
  .transform((points) => {
    const candles: MinuteCandle[] = [];
    for (const { t, p } of points) {
      const openMs = Math.floor((t * 1_000) / MINUTE_MS) * MINUTE_MS;
      const last = candles.at(-1);
      if (last?.openMs === openMs)
        candles[candles.length - 1] = { ...last, high: Math.max(last.high, p), low: Math.min(last.low, p), close: p };
      else candles.push({ openMs, open: p, high: p, low: p, close: p });
    }
    return candles;
  });
