import type { IncidentTimes } from './incidents.js';
import { type ParityInput, PROMPT_MS } from './input.js';
import { countWhile } from './search.js';
import { type ParityTrade, positionOf } from './trade.js';

/** A trade of the deployment, of the backtest, or of both. */
export type Pair =
  | { readonly deployed: ParityTrade; readonly replayed: ParityTrade | undefined }
  | { readonly deployed: undefined; readonly replayed: ParityTrade };

/** Returns the trade as the deployment has it, or else as the backtest has it. */
export function tradeOf(pair: Pair): ParityTrade {
  return pair.deployed === undefined ? pair.replayed : pair.deployed;
}

/** How many trades of the deployment before and after one of the backtest may be the same one. */
const NEIGHBOURS = 4;

/**
 * Returns each trade of the backtest with the one of the deployment that is the same: of the same market and side, opened within a candle of
 * it, or as soon as the deployment was told. What is left on either side stands alone. Ascending by the time of opening.
 */
export function pairsOf(
  { deployed, replayed, candleMs }: Pick<ParityInput, 'deployed' | 'replayed' | 'candleMs'>,
  incidents: IncidentTimes,
): Pair[] {
  const byPosition = Map.groupBy(deployed.toSorted(byOpening), positionOf);
  const candidates = replayed.flatMap((trade) =>
    neighboursOf(trade, byPosition.get(positionOf(trade)) ?? [])
      .filter((each) => areSame(each, trade, candleMs, incidents))
      .map((each) => ({ deployed: each, replayed: trade, apartMs: Math.abs(each.openedAtMs - trade.openedAtMs) })),
  );
  const left = { deployed: new Set(deployed), replayed: new Set(replayed) };
  const pairs: Pair[] = [];
  for (const nearest of candidates.toSorted((a, b) => a.apartMs - b.apartMs)) {
    if (!left.deployed.has(nearest.deployed) || !left.replayed.has(nearest.replayed)) continue;
    left.deployed.delete(nearest.deployed);
    left.replayed.delete(nearest.replayed);
    pairs.push({ deployed: nearest.deployed, replayed: nearest.replayed });
  }
  for (const trade of left.deployed) pairs.push({ deployed: trade, replayed: undefined });
  for (const trade of left.replayed) pairs.push({ deployed: undefined, replayed: trade });
  return pairs.toSorted((a, b) => openedAtMs(a) - openedAtMs(b));
}

function byOpening(a: ParityTrade, b: ParityTrade): number {
  return a.openedAtMs - b.openedAtMs;
}

function openedAtMs(pair: Pair): number {
  const { openedAtMs: firstMs } = tradeOf(pair);
  return Math.min(firstMs, pair.replayed?.openedAtMs ?? firstMs);
}

function neighboursOf(trade: ParityTrade, ascending: readonly ParityTrade[]): readonly ParityTrade[] {
  const index = countWhile(ascending, (each) => each.openedAtMs < trade.openedAtMs);
  return ascending.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS);
}

function areSame(deployed: ParityTrade, replayed: ParityTrade, candleMs: number, incidents: IncidentTimes): boolean {
  const lateMs = deployed.openedAtMs - replayed.openedAtMs;
  if (Math.abs(lateMs) <= candleMs) return true;
  // One that was over before the deployment opened its own is another one.
  if (lateMs < 0 || deployed.openedAtMs > replayed.closedAtMs + candleMs) return false;
  const held = incidents.overlapping(replayed.symbol, replayed.openedAtMs, replayed.openedAtMs + PROMPT_MS);
  return held.some(({ toMs }) => deployed.openedAtMs <= toMs + candleMs);
}
