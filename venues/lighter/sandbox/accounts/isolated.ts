import type { Market } from '../market.js';
import type { Account, Position } from './account.js';
import { isIsolated, requirementOf, unrealizedOf } from './margin.js';
import { absolute, positionOf, smaller } from './position.js';

/**
 * The margin of isolated positions, by `apply_trade.rs` of github.com/elliottech/lighter-prover: what a position wins and loses is its own; what
 * it needs more comes from the account as it grows, and what it needs no longer goes there as it shrinks.
 */

/** Returns an account after a fill that was booked as with cross margin, with the margin where it belongs. */
export function withIsolatedMargin(before: Account, booked: Account, market: Market, nowMs: number): Account {
  const { id } = market.listed;
  if (!isIsolated(before, id)) return booked;
  const [held, holds] = [positionOf(before, id), positionOf(booked, id)];
  const realized = booked.collateralMicroUsdc - before.collateralMicroUsdc;
  const own = { ...holds, allocatedMicroUsdc: held.allocatedMicroUsdc + realized };
  const moved = movedIn(before, market, held, own, nowMs);
  // What a position lost beyond its margin is the venue's insurance fund's to pay.
  const allocatedMicroUsdc = own.size === 0n ? 0n : own.allocatedMicroUsdc + moved;
  return {
    ...booked,
    collateralMicroUsdc: before.collateralMicroUsdc - moved,
    positions: { ...booked.positions, [id]: { ...own, allocatedMicroUsdc } },
  };
}

/** Returns how much goes from the account to the position; negative: back. */
function movedIn(account: Account, market: Market, held: Position, own: Position, nowMs: number): bigint {
  const worth = own.allocatedMicroUsdc + unrealizedOf(own, market, nowMs);
  if (own.size === 0n) return -atLeastZero(own.allocatedMicroUsdc);
  const required = requirementOf(account, market, own.size, nowMs);
  if (held.size !== 0n && held.size > 0n !== own.size > 0n) return required - worth;
  const grown = absolute(own.size) - absolute(held.size);
  if (grown >= 0n) {
    const won = unrealizedOf(own, market, nowMs) - unrealizedOf(held, market, nowMs);
    return atLeastZero(requirementOf(account, market, grown, nowMs) - won);
  }
  const formerly = held.allocatedMicroUsdc + unrealizedOf(held, market, nowMs);
  const kept = (atLeastZero(formerly) * absolute(own.size)) / absolute(held.size);
  const spare = atLeastZero(worth - (kept > required ? kept : required));
  return -smaller(spare, atLeastZero(own.allocatedMicroUsdc));
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
