import { type Address, encodeFunctionData, type Hex, maxUint256, parseAbi, zeroHash } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { ADAPTERS, CONTRACTS, EXCHANGES } from '../settlement/addresses.js';

const abi = parseAbi([
  'function approve(address spender, uint256 value) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function setApprovalForAll(address operator, bool approved)',
  'function redeemPositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] indexSets)',
  'function splitPosition(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
  'function mergePositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
]);
const TYPES = {
  Call: [
    { name: 'target', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
  Batch: [
    { name: 'wallet', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'calls', type: 'Call[]' },
  ],
} as const;
const BOTH_OUTCOMES = [1n, 2n] as const;

/** A call that a deposit wallet makes. */
export interface WalletCall {
  readonly target: Address;
  readonly value: bigint;
  readonly data: Hex;
}

/** Calls of a deposit wallet, as its owner signs them. */
export interface WalletBatch {
  readonly wallet: Address;
  readonly nonce: bigint;
  readonly deadline: bigint;
  readonly calls: readonly WalletCall[];
}

/** Signs a batch as the official relayer client does. */
export function signBatch(owner: PrivateKeyAccount, message: WalletBatch): Promise<Hex> {
  const domain = { name: 'DepositWallet', version: '1', chainId: 137, verifyingContract: message.wallet };
  return owner.signTypedData({ domain, types: TYPES, primaryType: 'Batch', message });
}

/** Lets every exchange and adapter take a wallet's pUSD and shares. */
export function approvals(): WalletCall[] {
  return [...EXCHANGES, ...ADAPTERS].flatMap((spender) => [
    call(CONTRACTS.pusd, encodeFunctionData({ abi, functionName: 'approve', args: [spender, maxUint256] })),
    call(
      CONTRACTS.conditionalTokens,
      encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [spender, true] }),
    ),
  ]);
}

/** Sends pUSD. */
export function transfer(to: Address, microPusd: bigint): WalletCall {
  return call(CONTRACTS.pusd, encodeFunctionData({ abi, functionName: 'transfer', args: [to, microPusd] }));
}

/** Redeems both outcomes of a condition at an adapter, or at the conditional tokens. */
export function redemption(target: Address, conditionId: Hex): WalletCall {
  const args = [CONTRACTS.pusd, zeroHash, conditionId, BOTH_OUTCOMES] as const;
  return call(target, encodeFunctionData({ abi, functionName: 'redeemPositions', args }));
}

/** Splits pUSD into both outcomes at an adapter, or merges them. */
export function exchangeOfSets(
  functionName: 'splitPosition' | 'mergePositions',
  target: Address,
  conditionId: Hex,
  amount: bigint,
): WalletCall {
  const args = [CONTRACTS.pusd, zeroHash, conditionId, BOTH_OUTCOMES, amount] as const;
  return call(target, encodeFunctionData({ abi, functionName, args }));
}

function call(target: Address, data: Hex): WalletCall {
  return { target, value: 0n, data };
}
