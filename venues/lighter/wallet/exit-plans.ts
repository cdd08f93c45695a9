// Why: docs/decisions/venues/lighter-exits.md
import { type Address, type Hex, isHex } from 'viem';
import { z } from 'zod';
import { parseLosslessly } from '../../http/index.js';
import type { VenueWithdrawalRequest } from '../../trading-accounts/index.js';
import {
  API_KEY_INDEX,
  FAST_WITHDRAWAL_LEAST_MICRO_USDC,
  TRANSFER_FEE_MICRO_USDC_MAX,
  USDC_ASSET_INDEX,
} from '../codec/index.js';
import type { SignedTransaction } from '../signer/index.js';
import {
  CHAIN_IDS,
  readTransaction,
  type Transaction,
  transactionHash,
  transactionTypes,
} from '../transactions/index.js';
import { signedByOwner } from './signing.js';

const MEMO_DIGITS = 64;

/** A plan as it is sealed: the transfer with the signature of the wallet's key at the venue, without its owner's. */
const planSchema = z.strictObject({ txInfo: z.string(), hash: z.string() });
const sentSchema = z.strictObject({
  txInfo: z.string(),
  hash: z.string(),
  accountIndex: z.int(),
  toAddress: z.custom<Address>((value) => isHex(value)),
});

/** A transfer as it was planned. */
export interface PlannedExit {
  readonly transfer: Extract<Transaction, { kind: 'transfer' }>;
  readonly txInfo: string;
  /** The venue's name of it, `0x` and 80 digits. */
  readonly hash: string;
}

/** A signed transfer, with the address that is to be paid. */
export interface SentExit {
  readonly txInfo: string;
  readonly hash: string;
  readonly accountIndex: number;
  readonly toAddress: Address;
}

/** Returns the plan of a transfer that the key at the venue has signed. */
export function planOf({ info, hash }: SignedTransaction): string {
  return JSON.stringify({ txInfo: info, hash: `0x${hash}` });
}

/**
 * Returns the transfer that a withdrawal was planned as. Throws unless it is the one that is asked for: of this amount with the fee inside, in
 * USDC, between the sides of perpetuals, by the platform's key, to be paid to the owner, of the planned hash, and not signed by the owner yet.
 */
export function plannedExit({ plan, amountMicroUsdc }: VenueWithdrawalRequest, owner: Address): PlannedExit {
  if (plan === undefined) throw new Error('a withdrawal has no plan');
  const { txInfo, hash } = planSchema.parse(JSON.parse(plan));
  const read = readTransaction(transactionTypes.transfer, parseLosslessly(txInfo));
  if (!read.isRead || read.signed.transaction.kind !== 'transfer')
    throw new Error('a withdrawal is planned as something else than a transfer');
  const { transaction: transfer, ownerSignature } = read.signed;
  const { amount, fee } = transfer;
  const isAsked = amount + fee === amountMicroUsdc && amount >= FAST_WITHDRAWAL_LEAST_MICRO_USDC;
  const isPlain = Object.keys(transfer.attributes).length === 0 && transfer.apiKeyIndex === API_KEY_INDEX;
  const isUsdc = transfer.assetIndex === USDC_ASSET_INDEX && transfer.memo === memoOf(owner);
  const isPerps = transfer.fromRoute === 'perps' && transfer.toRoute === 'perps';
  const isItself = `0x${transactionHash(transfer, CHAIN_IDS.mainnet)}` === hash && ownerSignature === undefined;
  if (!isAsked || !isPlain || !isUsdc || !isPerps || !isItself || fee > TRANSFER_FEE_MICRO_USDC_MAX)
    throw new Error('a withdrawal is not the planned one');
  return { transfer, txInfo, hash };
}

/** Returns what is sent of a planned transfer that its owner has signed too: the same text for the same signature. */
export function sentText({ txInfo, ...exit }: SentExit, ownersSignature: Hex): string {
  return JSON.stringify({ txInfo: signedByOwner(txInfo, ownersSignature), ...exit });
}

/** Returns what `sentText` has written. */
export function readSent(text: string): SentExit {
  return sentSchema.parse(JSON.parse(text));
}

/** Who is paid, and zeros. */
function memoOf(owner: Address): Hex {
  return `0x${owner.slice('0x'.length).toLowerCase().padEnd(MEMO_DIGITS, '0')}`;
}
