import { effectsOf } from './effects.js';
import type { IncidentTimes } from './incidents.js';
import type { ParityInput } from './input.js';
import type { ParityTrade } from './trade.js';

/**
 * Why a deployment's trade differs from the backtest's, or is missing on one side. `price`, `fee`, `funding` and `size` change what a trade came
 * to; with real money `slippage` is a price at which an order in time was filled, and `partial_fill` what an order left unfilled. `exit`: a price within a candle ended it in one and not in the other. `late_candle`, `feed_silent`, `not_running`: the deployment wasn't
 * told in time. `entries_blocked`: it was to open nothing more. `minimum_size`: it is about as small as an order may be, so that a smaller
 * balance opens none. `earlier_difference`: an earlier trade that differs was still open, or had used the money. `open_at_end`: it was open when
 * the period ended. `unexplained`: none of these.
 */
export const parityCauses = [
  'price',
  'slippage',
  'fee',
  'funding',
  'size',
  'partial_fill',
  'exit',
  'late_candle',
  'feed_silent',
  'not_running',
  'entries_blocked',
  'minimum_size',
  'earlier_difference',
  'open_at_end',
  'unexplained',
] as const;
export type ParityCause = (typeof parityCauses)[number];

/** What held a bot up for less is not noted. */
const DELAY_MS_MIN = 10_000;
/** Half a cent: less is rounding. */
const FELT_USD = 0.005;
/** Fees are compared as a share of what was traded. */
const RATE_TOLERANCE = 0.01;

/** What a trade of both is judged by. */
type Context = Pick<ParityInput, 'candleMs' | 'period' | 'isLive'>;

/** Returns why a trade of both differs: nothing where it does not. */
export function causesOfBoth(
  deployed: ParityTrade,
  replayed: ParityTrade,
  input: Context,
  incidents: IncidentTimes,
): ParityCause[] {
  const entry = causesOfEntry(deployed, replayed, incidents);
  const exit = causesOfExit(deployed, replayed, input, incidents);
  const causes = new Set<ParityCause>([...entry, ...exit]);
  const { priceUsd, entryUsd, exitUsd, feeUsd, fundingUsd, sizeUsd } = effectsOf(deployed, replayed);
  if (isFelt(priceUsd)) {
    if (isFeltAsOneOfTwo(entryUsd)) causes.add(causeOfPrice(entry, input));
    if (isFeltAsOneOfTwo(exitUsd)) causes.add(causeOfPrice(exit, input));
  }
  if (isFelt(feeUsd) && ratesDiffer(deployed, replayed)) causes.add('fee');
  if (isFelt(fundingUsd)) causes.add('funding');
  if (isFelt(sizeUsd))
    causes.add(deployed.isPartlyFilled && deployed.amount < replayed.amount ? 'partial_fill' : 'size');
  // The rest of an exit that was filled in part was sold later, at another price.
  if (isFelt(fundingUsd) && deployed.isPartlyFilled) causes.add('partial_fill');
  return [...causes];
}

/** An order at another time has another price; one in time has the price of the book that it met. */
function causeOfPrice(otherwise: readonly ParityCause[], { isLive }: Context): ParityCause {
  return isLive && otherwise.length === 0 ? 'slippage' : 'price';
}

function causesOfEntry(deployed: ParityTrade, replayed: ParityTrade, incidents: IncidentTimes): ParityCause[] {
  if (deployed.openedAtMs - replayed.openedAtMs <= DELAY_MS_MIN) return [];
  return incidents.kinds(replayed.symbol, replayed.openedAtMs, deployed.openedAtMs);
}

function causesOfExit(
  deployed: ParityTrade,
  replayed: ParityTrade,
  { candleMs, period }: Context,
  incidents: IncidentTimes,
): ParityCause[] {
  const firstMs = Math.min(deployed.closedAtMs, replayed.closedAtMs);
  const lastMs = Math.max(deployed.closedAtMs, replayed.closedAtMs);
  // Within a candle a replay does not say when; what held the deployment up is known all the same.
  const isHeldUp = deployed.closedAtMs - replayed.closedAtMs > DELAY_MS_MIN;
  const kinds = isHeldUp || lastMs - firstMs > candleMs ? incidents.kinds(replayed.symbol, firstMs, lastMs) : [];
  if (kinds.length > 0) return kinds;
  if (lastMs - firstMs <= candleMs) return [];
  return isOpenAtEnd(replayed, { candleMs, period }) || deployed.closedAtMs >= period.toMs ? ['open_at_end'] : ['exit'];
}

/** Whether a backtest closed a trade since its range ended: at its end, or as its last candle began. */
export function isOpenAtEnd(
  replayed: ParityTrade,
  { candleMs, period }: Pick<ParityInput, 'candleMs' | 'period'>,
): boolean {
  return replayed.closedAtMs >= period.toMs - candleMs;
}

function isFelt(usd: number): boolean {
  return Math.abs(usd) >= FELT_USD;
}

/** One of two prices, where both together are felt. */
function isFeltAsOneOfTwo(usd: number): boolean {
  return isFelt(2 * usd);
}

function ratesDiffer(a: ParityTrade, b: ParityTrade): boolean {
  const [first, second] = [feeRate(a), feeRate(b)];
  return Math.abs(first - second) > RATE_TOLERANCE * Math.max(first, second);
}

function feeRate({ feesUsd, amount, openRate, closeRate }: ParityTrade): number {
  return feesUsd / (amount * (openRate + closeRate));
}
