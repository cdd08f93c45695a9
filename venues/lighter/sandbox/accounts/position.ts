import type { Account, Position } from './account.js';

/** The changes of one fill. */
export interface Fill {
  readonly marketId: number;
  /** Positive when bought, negative when sold. */
  readonly size: bigint;
  readonly price: bigint;
}

const NONE: Position = {
  size: 0n,
  entryMicroUsdc: 0n,
  realizedMicroUsdc: 0n,
  allocatedMicroUsdc: 0n,
  fundingPaidMicroUsdc: 0n,
};

/** Returns what an account holds in a market. */
export function positionOf({ positions }: Account, marketId: number): Position {
  return positions[marketId] ?? NONE;
}

/**
 * Books a fill as for a position with cross margin: every millionth that leaves the position's cost arrives in the collateral. Standard
 * accounts pay no fee.
 */
export function booked(account: Account, { marketId, size, price }: Fill, nowMs: number): Account {
  const held = positionOf(account, marketId);
  const isClosing = held.size !== 0n && held.size > 0n !== size > 0n;
  const closing = isClosing ? -signed(smaller(absolute(held.size), absolute(size)), held.size) : 0n;
  const entryClosed = closing === 0n ? 0n : (held.entryMicroUsdc * absolute(closing)) / absolute(held.size);
  const realized = -closing * price - entryClosed;
  const opening = size - closing;
  const position = {
    ...held,
    size: held.size + size,
    entryMicroUsdc: held.entryMicroUsdc - entryClosed + opening * price,
    realizedMicroUsdc: held.realizedMicroUsdc + realized,
  };
  return {
    ...account,
    collateralMicroUsdc: account.collateralMicroUsdc + realized,
    positions: { ...account.positions, [marketId]: position },
    changedMs: nowMs,
  };
}

/** Returns the smaller of two amounts. */
export function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Returns an amount without its sign. */
export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function signed(amount: bigint, like: bigint): bigint {
  return like < 0n ? -amount : amount;
}
