import { type Hex, isHex } from 'viem';
import type { Market } from '../model/market.js';
import type { Universe } from '../universe.js';

/** How long a test may trade in a market before it closes. */
const OPEN_MS_MIN = 600_000;

/**
 * Returns the market that takes orders and closes first, in ten minutes or later: of one question, or of several that
 * exclude one another.
 */
export function firstToClose(universe: Universe, negRisk: boolean) {
  const takesOrders = (market: Market) => universe.standingOf(market).acceptingOrders;
  const open = universe.markets().filter((each) => each.event.negRisk === negRisk && takesOrders(each));
  const ends = open.flatMap((market) => {
    const atMs = market.closesAtMs ?? 0;
    return atMs >= universe.nowMs + OPEN_MS_MIN ? [{ market, atMs }] : [];
  });
  const [first] = ends.sort((left, right) => left.atMs - right.atMs);
  if (first === undefined) throw new Error('no market will close');
  const { conditionId, tokenIds, winner } = first.market;
  const tokens = tokenIds.map(BigInt);
  return { conditionId: hexOf(conditionId), closesAtMs: first.atMs, tokens, won: BigInt(tokenIds[winner] ?? 0) };
}

function hexOf(text: string): Hex {
  if (!isHex(text)) throw new Error(`${text} is not hexadecimal`);
  return text;
}
