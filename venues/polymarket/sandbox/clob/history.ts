import { z } from 'zod';
import type { Point } from '../model/market.js';
import { clobError } from '../refusal.js';
import type { Universe } from '../universe.js';

const MINUTE_MS = 60_000;
const DAY_S = 86_400;
/** As measured at the real venue: longer windows are refused, at any fidelity. */
const WINDOW_MAX_S = 15 * DAY_S;

/** The length of an interval back from now, and its finest fidelity. `max` is not the whole history. */
const INTERVALS: Readonly<Record<string, readonly [seconds: number, fidelityMin: number]>> = {
  '1h': [3_600, 1],
  '6h': [21_600, 1],
  '1d': [DAY_S, 1],
  '1w': [7 * DAY_S, 5],
  '1m': [30 * DAY_S, 10],
  max: [31 * DAY_S, 1],
  all: [31 * DAY_S, 1],
};

const number = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const fields = z.object({
  market: z.string().min(1),
  startTs: number.optional(),
  endTs: number.optional(),
  interval: z.string().optional(),
  fidelity: number.optional(),
});

/** The answer of `/prices-history`. */
export interface PricesHistory {
  readonly history: readonly { readonly t: number; readonly p: number }[];
  /** Milliseconds; undefined: none of it was recorded. */
  readonly recordedUntilMs: number | undefined;
}

/** Returns a token's prices: one point per minute, or the last one of each stretch of `fidelity` minutes. Throws `Refusal`. */
export function pricesHistory(query: unknown, universe: Universe): PricesHistory {
  const parsed = fields.safeParse(query);
  if (!parsed.success) throw clobError(400, `invalid filters: '${parsed.error.issues[0]?.path.join('.')}'`);
  const { market: tokenId, fidelity = 1 } = parsed.data;
  const { fromS, toS } = windowOf(parsed.data, Math.floor(universe.nowMs / 1_000));
  const token = universe.token(tokenId);
  if (token === undefined) return { history: [], recordedUntilMs: undefined };
  const { prices } = token.market;
  const points = prices.points(token.outcome, fromS * 1_000, Math.min(toS * 1_000, universe.nowMs));
  const history = coarser(points, fidelity).map(({ timeMs, price }) => ({ t: Math.floor(timeMs / 1_000), p: price }));
  return { history, recordedUntilMs: prices.recordedUntilMs };
}

function windowOf(
  { startTs, endTs, interval, fidelity = 1 }: z.output<typeof fields>,
  nowS: number,
): { readonly fromS: number; readonly toS: number } {
  if (interval !== undefined) {
    const [reachS, fidelityMin] = INTERVALS[interval] ?? [];
    if (reachS === undefined || fidelityMin === undefined) throw clobError(400, "invalid filters: 'interval'");
    if (fidelity < fidelityMin)
      throw clobError(400, `invalid filters: minimum 'fidelity' for '${interval}' range is ${fidelityMin}`);
    return { fromS: nowS - reachS, toS: nowS };
  }
  if (startTs === undefined) throw clobError(400, 'invalid filters: the time component is mandatory');
  const toS = endTs ?? nowS;
  if (toS - startTs > WINDOW_MAX_S) throw clobError(400, "invalid filters: 'startTs' and 'endTs' interval is too long");
  return { fromS: startTs, toS };
}

function coarser(points: readonly Point[], minutes: number): readonly Point[] {
  if (minutes <= 1) return points;
  const stretch = ({ timeMs }: Point) => Math.floor(timeMs / (minutes * MINUTE_MS));
  return points.filter((point, index) => {
    const next = points[index + 1];
    return next === undefined || stretch(next) !== stretch(point);
  });
}
