import type { Attempt } from '../model.js';
import type { Fees } from '../relay-chain.js';

/** Gas beyond the estimate, in percent: the state may change a little before the call runs. */
const GAS_MARGIN_PERCENT = 25n;
/** Fees beyond the current price, in percent, so that a small rise strands nothing; unused fees aren't paid. */
const FEE_MARGIN_PERCENT = 50n;
/** Increase of a replacement's fees, in percent: nodes accept a replacement only for at least a tenth more. */
const BUMP_PERCENT = 25n;

/** Returns the gas limit for a call with this estimate. */
export function gasLimitOf(estimate: bigint): bigint {
  return percentMore(estimate, GAS_MARGIN_PERCENT);
}

/** Returns the fees of a first version; undefined when the chain's price per unit of gas, in wei, is above the maximum. */
export function firstFees(asked: Fees, feePerGasMaxWei: bigint): Fees | undefined {
  return asked.maxFeePerGas > feePerGasMaxWei ? undefined : withMargin(asked, feePerGasMaxWei);
}

/** Returns the fees of a replacing version; undefined when they are above the maximum. */
export function replacingFees(asked: Fees, replaced: Fees, feePerGasMaxWei: bigint): Fees | undefined {
  const fees = higher(withMargin(asked, feePerGasMaxWei), raised(replaced, BUMP_PERCENT));
  return fees.maxFeePerGas > feePerGasMaxWei ? undefined : fees;
}

/** Returns whether no block takes a version while the base fee is as high as this, in wei. */
export function offersTooLittle({ maxFeePerGas }: Pick<Attempt, 'maxFeePerGas'>, baseFeePerGas: bigint): boolean {
  return BigInt(maxFeePerGas) < baseFeePerGas;
}

function withMargin(asked: Fees, feePerGasMaxWei: bigint): Fees {
  const { maxFeePerGas, maxPriorityFeePerGas } = raised(asked, FEE_MARGIN_PERCENT);
  const fee = smaller(maxFeePerGas, feePerGasMaxWei);
  return { maxFeePerGas: fee, maxPriorityFeePerGas: smaller(maxPriorityFeePerGas, fee) };
}

function raised({ maxFeePerGas, maxPriorityFeePerGas }: Fees, percent: bigint): Fees {
  return {
    maxFeePerGas: percentMore(maxFeePerGas, percent),
    maxPriorityFeePerGas: percentMore(maxPriorityFeePerGas, percent),
  };
}

function higher(left: Fees, right: Fees): Fees {
  const larger = (a: bigint, b: bigint) => (a > b ? a : b);
  return {
    maxFeePerGas: larger(left.maxFeePerGas, right.maxFeePerGas),
    maxPriorityFeePerGas: larger(left.maxPriorityFeePerGas, right.maxPriorityFeePerGas),
  };
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function percentMore(amount: bigint, percent: bigint): bigint {
  return (amount * (100n + percent) + 99n) / 100n;
}
