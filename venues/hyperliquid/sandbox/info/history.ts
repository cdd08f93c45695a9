import { z } from 'zod';
import { decimalText } from '../decimals.js';
import { INTERVALS, nextOpenTime, openTime, stepOpenTime } from '../interval.js';
import type { Venue } from '../venue.js';
import { candleMessage } from '../wire.js';
import { type InfoHandler, infoHandler, marketOf } from './handler.js';

/**
 * The past. As the real venue does, `candleSnapshot` serves the latest 5,000 candles of an interval and nothing older,
 * from the candle that contains `startTime` to the one that contains `endTime`; `fundingHistory` answers the first 500
 * rows of its window.
 *
 * Only where recordings are served does an explicit window (`startTime` above 0) reach behind the latest 5,000, since
 * these would hide the recorded months; it is answered with its first 5,000 candles, so that a reader pages forward by
 * the last open time. `startTime: 0`, by which clients ask for "all there is", gets the latest 5,000 in any case.
 */

const CANDLES_MAX = 5_000;
const FUNDING_RATES_MAX = 500;
const HOUR_MS = 3_600_000;
/** The age of the oldest generated funding: two years. */
const FUNDING_HISTORY_MS = 2 * 365 * 24 * HOUR_MS;

const instant = z.int().nonnegative();

const askedTable = z.union([
  z
    .object({ type: z.literal('candleSnapshot'), req: z.object({ coin: z.string(), interval: z.enum(INTERVALS) }) })
    .transform(({ req: { coin, interval } }) => ({ coin, table: interval })),
  z
    .object({ type: z.literal('fundingHistory'), coin: z.string() })
    .transform(({ coin }) => ({ coin, table: 'funding' as const })),
]);

/** Returns the time, exclusive, up to which a request's rows were recorded; undefined where all are generated. */
export function recordedUntilMs(request: unknown, venue: Venue): number | undefined {
  const asked = askedTable.safeParse(request);
  return asked.success ? venue.markets.get(asked.data.coin)?.recorded(asked.data.table)?.untilMs : undefined;
}

/** Candles and fundings. */
export const historyHandlers: Readonly<Record<string, InfoHandler>> = {
  candleSnapshot: infoHandler(
    z.object({
      req: z.object({
        coin: z.string(),
        interval: z.enum(INTERVALS),
        startTime: instant,
        endTime: instant.nullish(),
      }),
    }),
    ({ req: { coin, interval, startTime, endTime } }, venue) => {
      const market = marketOf(venue, coin);
      const nowMs = venue.clock.nowMs();
      const recorded = startTime > 0 ? market.recorded(interval) : undefined;
      const oldestMs = recorded?.sinceMs ?? stepOpenTime(interval, nowMs, 1 - CANDLES_MAX);
      const fromMs = Math.max(openTime(interval, startTime), oldestMs);
      const windowEndMs = nextOpenTime(interval, endTime ?? nowMs);
      const endMs = Math.min(nowMs, windowEndMs, stepOpenTime(interval, fromMs, CANDLES_MAX));
      return market.candles(interval, fromMs, endMs).map((candle) => candleMessage(market, interval, candle));
    },
  ),
  fundingHistory: infoHandler(
    z.object({ coin: z.string(), startTime: instant, endTime: instant.nullish() }),
    ({ coin, startTime, endTime }, venue) => {
      const market = marketOf(venue, coin);
      const nowMs = venue.clock.nowMs();
      const oldestMs = market.recorded('funding')?.sinceMs ?? nowMs - FUNDING_HISTORY_MS;
      return market
        .fundingRates(Math.max(startTime, oldestMs), Math.min(endTime ?? nowMs, nowMs), FUNDING_RATES_MAX)
        .map(({ rate, premium, timeMs }) => ({
          coin,
          fundingRate: decimalText(rate),
          premium: decimalText(premium),
          time: timeMs,
        }));
    },
  ),
};
