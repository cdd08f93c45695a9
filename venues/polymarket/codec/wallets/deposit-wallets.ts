// Why: docs/decisions/venues/polymarket-setup.md
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  parseAbi,
  size,
} from 'viem';
import { exchanges, SETTLEMENT_CHAIN_ID } from '../trading/contracts.js';
import { adapters, CONTRACTS } from './contracts.js';

/** What deposit wallets and their reads call. */
export const walletAbi = parseAbi(['function nonce() view returns (uint256)']);
export const pusdAbi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
]);
export const sharesAbi = parseAbi([
  'function balanceOfBatch(address[] accounts, uint256[] ids) view returns (uint256[])',
  'function isApprovedForAll(address account, address operator) view returns (bool)',
  'function payoutDenominator(bytes32 conditionId) view returns (uint256)',
  'function payoutNumerators(bytes32 conditionId, uint256 index) view returns (uint256)',
  'function setApprovalForAll(address operator, bool approved)',
]);

/** The creation code of the smallest ERC-1967 beacon proxy with arguments (Solady's LibClone): the beacon stands between the two. */
const PROXY_SIZE = 0x52n;
const PROXY_HEAD = '0x3d8160233d3973';
const PROXY_TAIL =
  '0x60195155f3363d3d373d3d363d602036600436635c60da1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3';

const BATCH = {
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

/** A call that a deposit wallet makes; it sends no coins. */
export interface WalletCall {
  readonly target: Address;
  readonly data: Hex;
}

/** Calls of a deposit wallet, all or none, as its owner signs them. */
export interface WalletBatch {
  readonly wallet: Address;
  /** The wallet's own: a batch with another one is not executed. */
  readonly nonce: bigint;
  /** Seconds since the Unix epoch after which it is not executed. */
  readonly deadlineS: bigint;
  readonly calls: readonly WalletCall[];
}

/** Returns the address of an owner's deposit wallet, deployed or not: it follows from the owner's address alone. */
export function depositWalletOf(owner: Address): Address {
  const { walletFactory: from, walletBeacon } = CONTRACTS;
  const given = encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [from, pad(owner, { size: 32 })]);
  const length = numberToHex(PROXY_SIZE + BigInt(size(given)), { size: 2 });
  const bytecode = concat(['0x61', length, PROXY_HEAD, walletBeacon, PROXY_TAIL, given]);
  return getCreate2Address({ from, salt: keccak256(given), bytecode });
}

/** Returns the typed data by which the owner of a deposit wallet has it make calls. */
export function batchTypedData({ wallet, nonce, deadlineS, calls }: WalletBatch) {
  return {
    domain: { name: 'DepositWallet', version: '1', chainId: SETTLEMENT_CHAIN_ID, verifyingContract: wallet },
    types: BATCH,
    primaryType: 'Batch',
    message: { wallet, nonce, deadline: deadlineS, calls: calls.map((call) => ({ ...call, value: 0n })) },
  } as const;
}

/** Returns how a batch begins in the data of the transaction that carries it out: no other batch of the wallet begins so. */
export function batchHead({ wallet, nonce, deadlineS }: Omit<WalletBatch, 'calls'>): Hex {
  return encodeAbiParameters(
    [{ type: 'address' }, { type: 'uint256' }, { type: 'uint256' }],
    [wallet, nonce, deadlineS],
  );
}

/** Returns the call that sends a wallet's pUSD. */
export function transferOfPusd(to: Address, microUsd: bigint): WalletCall {
  const data = encodeFunctionData({ abi: pusdAbi, functionName: 'transfer', args: [to, microUsd] });
  return { target: CONTRACTS.pusd, data };
}

/** The contracts that take a deposit wallet's pUSD and shares: what trades, and what redeems. */
export const spenders: readonly Address[] = [...exchanges, ...adapters];

/** Returns the calls that let a contract take a wallet's pUSD and shares. */
export function allowancesFor(spender: Address): WalletCall[] {
  const approve = encodeFunctionData({ abi: pusdAbi, functionName: 'approve', args: [spender, maxUint256] });
  const all = encodeFunctionData({ abi: sharesAbi, functionName: 'setApprovalForAll', args: [spender, true] });
  return [
    { target: CONTRACTS.pusd, data: approve },
    { target: CONTRACTS.conditionalTokens, data: all },
  ];
}
