import type { Fees } from '../../model/market.js';

/** What a market charges that has fees and shows no schedule. */
const UNSTATED = { rate: 0.04, exponent: 1 } as const;
/** Fees have five decimals. */
const UNITS_PER_USD = 1e5;
const MICRO_PER_UNIT = 10n;

/** Returns the fee of a taker's fill: `rate · (price · (1 − price)) ^ exponent` per share, cut to five decimals. Makers pay none. */
export function takerFee(fees: Fees, priceMicro: bigint, sharesMicro: bigint): bigint {
  if (fees === 'none') return 0n;
  const { rate, exponent } = fees === 'unstated' ? UNSTATED : fees;
  const [price, shares] = [Number(priceMicro) / 1e6, Number(sharesMicro) / 1e6];
  const fee = rate * (price * (1 - price)) ** exponent * shares;
  // What binary fractions lose does not change the fee.
  return BigInt(Math.floor(fee * UNITS_PER_USD + 1e-6)) * MICRO_PER_UNIT;
}
