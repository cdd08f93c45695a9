import type { Fees } from './relay-chain.js';

/** Gas beyond the estimate, in percent: the state may have moved a little by the time it runs. */
const GAS_MARGIN_PERCENT = 25n;
/** Fees beyond what is asked now, so that a small rise strands nothing; unused fees aren't paid. */
const FEE_MARGIN_PERCENT = 50n;
/** Nodes accept a replacement only for at least a tenth more. */
const BUMP_PERCENT = 25n;

/** The gas limit for a call that is estimated to take so much. */
export function gasLimitOf(estimate: bigint): bigint {
  return percentMore(estimate, GAS_MARGIN_PERCENT);
}

/** What a first version offers; undefined where the chain asks more for a unit of gas than may be paid, in wei. */
export function firstFees(asked: Fees, feePerGasMaxWei: bigint): Fees | undefined {
  return asked.maxFeePerGas > feePerGasMaxWei ? undefined : withMargin(asked, feePerGasMaxWei);
}

/** What a version offers that is to replace another; undefined where that is more than may be paid. */
export function replacingFees(asked: Fees, replaced: Fees, feePerGasMaxWei: bigint): Fees | undefined {
  const fees = higher(withMargin(asked, feePerGasMaxWei), raised(replaced, BUMP_PERCENT));
  return fees.maxFeePerGas > feePerGasMaxWei ? undefined : fees;
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
