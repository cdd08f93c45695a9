// Why: docs/decisions/venues/polymarket-executions.md
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  parseAbi,
  parseAbiParameters,
  zeroHash,
} from 'viem';
import type { PositionChange } from '../trading/actions.js';
import { CONTRACTS } from './contracts.js';
import { batchTypedData, type WalletBatch, type WalletCall } from './deposit-wallets.js';

/** The adapters have the functions of the conditional tokens, and pay and take pUSD. */
const adapterAbi = parseAbi([
  'function splitPosition(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function mergePositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function redeemPositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] indexSets)',
]);
const batchParameters = parseAbiParameters([
  'Batch batch',
  'struct Batch { address wallet; uint256 nonce; uint256 deadline; Call[] calls; }',
  'struct Call { address target; uint256 value; bytes data; }',
]);
/** The venue's markets have two outcomes, each a set of its own. */
const OUTCOMES = [1n, 2n] as const;
/** 0x, and the word that says where the batch begins. */
const BATCH_AT = 2 + 64;

/** What a resolved condition pays for a share of each outcome; the denominator is zero until it is resolved. */
export interface Payouts {
  readonly numerators: readonly [bigint, bigint];
  readonly denominator: bigint;
}

/** What a transaction moved, in units of 10^-6: what a wallet got is above zero. */
export interface Moved {
  readonly pusd: bigint;
  /** By outcome. */
  readonly shares: readonly [bigint, bigint];
}

/** Returns the call by which a deposit wallet changes its positions in a market, at the adapter of the market. */
export function changeCall(change: PositionChange, isNegRisk: boolean): WalletCall {
  const target = isNegRisk ? CONTRACTS.negRiskCollateralAdapter : CONTRACTS.collateralAdapter;
  const args = [CONTRACTS.pusd, zeroHash, change.conditionId, OUTCOMES] as const;
  if (change.kind === 'redemption')
    return { target, data: encodeFunctionData({ abi: adapterAbi, functionName: 'redeemPositions', args }) };
  const functionName = change.kind === 'split' ? 'splitPosition' : 'mergePositions';
  return { target, data: encodeFunctionData({ abi: adapterAbi, functionName, args: [...args, change.amount] }) };
}

/** Returns the hash by which a batch is known: what its owner signs. */
export function batchHash(batch: WalletBatch): Hex {
  return hashTypedData(batchTypedData(batch));
}

/** Returns whether a transaction's data hands this batch to its wallet, whatever stands around it. */
export function carriesBatch(data: Hex, { wallet, nonce, deadlineS, calls }: WalletBatch): boolean {
  const told = { wallet, nonce, deadline: deadlineS, calls: calls.map((each) => ({ ...each, value: 0n })) };
  return data.toLowerCase().includes(encodeAbiParameters(batchParameters, [told]).slice(BATCH_AT));
}

/** Returns what shares of both outcomes pay, as the conditional tokens count it; undefined until the condition is resolved. */
export function payoutOf(shares: readonly [bigint, bigint], { numerators, denominator }: Payouts): bigint | undefined {
  if (denominator === 0n) return undefined;
  const [first, second] = shares;
  return (first * numerators[0]) / denominator + (second * numerators[1]) / denominator;
}

/** What a change did: what it was to do, nothing, or something else. */
export type ChangeOutcome = 'done' | 'nothing' | 'other';

/** Returns what a change did, by what it moved: a redemption has to pay what the shares that it took are worth. */
export function outcomeOf(change: PositionChange, { pusd, shares }: Moved, payouts: Payouts): ChangeOutcome {
  if (change.kind === 'redemption') {
    if (pusd === 0n) return 'nothing';
    return pusd === payoutOf([-shares[0], -shares[1]], payouts) ? 'done' : 'other';
  }
  const got = change.kind === 'split' ? change.amount : -change.amount;
  return pusd === -got && shares.every((each) => each === got) ? 'done' : 'other';
}
