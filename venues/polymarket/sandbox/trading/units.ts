import { formatUnits } from 'viem';

/** A share, and a unit of collateral, in the units of the contracts. */
export const MICRO = 1_000_000n;

/** Returns an amount in millionths as a decimal. */
export function decimal(micro: bigint): string {
  return formatUnits(micro, 6);
}

/** Returns a number in millionths, to the nearest. */
export function microOf(value: number): bigint {
  return BigInt(Math.round(value * 1e6));
}

/** Returns what a number of shares costs at a price, cut to millionths. */
export function costOf(sharesMicro: bigint, priceMicro: bigint): bigint {
  return (sharesMicro * priceMicro) / MICRO;
}
