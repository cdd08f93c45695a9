import { type Hex, isHex } from 'viem';
import type { Universe } from '../universe.js';

/** Returns the open market that closes first: of one question, or of several that exclude one another. */
export function firstToClose(universe: Universe, negRisk: boolean) {
  const open = universe.markets().filter((each) => each.event.negRisk === negRisk && !universe.standingOf(each).closed);
  const ends = open.flatMap((market) => (market.closesAtMs === undefined ? [] : [{ market, atMs: market.closesAtMs }]));
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
