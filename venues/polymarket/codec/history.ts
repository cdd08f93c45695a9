import { readEach, timeAt } from '@platform/kit/json';
import { z } from 'zod';

const MINUTE_MS = 60_000;

/** The longest window of `/prices-history`; longer ones are refused, at any fidelity. */
export const HISTORY_WINDOW_MAX_MS = 15 * 86_400_000;

/** The prices of a minute. */
interface MinuteCandle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const point = z.object({ t: z.int().positive(), p: z.number().min(0).max(1) });
const minuteOfPoint = z.object({ t: z.int().positive() }).transform(({ t }) => minuteOf(t));

/**
 * Answer of `/prices-history` with a fidelity of one minute, as candles: a point is the middle between bid and ask at an instant, it is
 * nearly always the only one of its minute, and the candle's four prices are equal. A minute without a point has no candle, nor has one
 * with a malformed point, whose range is unknown. In the venue's order.
 */
export const pricesHistory = z.object({ history: z.array(z.unknown()).nullable() }).transform(({ history }) => {
  const items = history ?? [];
  const { valid, malformed } = readEach(items, point);
  const timeOf = (item: unknown) => minuteOfPoint.safeParse(item).data;
  const malformedRows = malformed.map(({ index, reason }) => ({
    timeMs: timeAt(items, index, timeOf, MINUTE_MS),
    reason,
  }));
  const malformedMinutes = new Set(malformedRows.map(({ timeMs }) => timeMs));
  return { rows: candlesOf(valid).filter(({ openMs }) => !malformedMinutes.has(openMs)), malformed: malformedRows };
});

function candlesOf(points: readonly z.output<typeof point>[]): MinuteCandle[] {
  const candles: MinuteCandle[] = [];
  for (const { t, p } of points) {
    const openMs = minuteOf(t);
    const last = candles.at(-1);
    if (last?.openMs === openMs)
      candles[candles.length - 1] = { ...last, high: Math.max(last.high, p), low: Math.min(last.low, p), close: p };
    else candles.push({ openMs, open: p, high: p, low: p, close: p });
  }
  return candles;
}

function minuteOf(seconds: number): number {
  return Math.floor((seconds * 1_000) / MINUTE_MS) * MINUTE_MS;
}
