import { type Hex, isHex, recoverMessageAddress } from 'viem';
import {
  CHAIN_IDS,
  isSignedBy,
  ownerMessage,
  readTransaction,
  type SignedTransaction,
  type Transaction,
  transactionHash,
} from '../../transactions/index.js';
import { accountNotFound, invalidParam, invalidSignature, refusedNonce, unregisteredKey } from '../refusal.js';
import { losslessJson } from '../requests.js';
import type { Store } from '../store/store.js';
import { checkTransaction } from '../trading/checks.js';
import { checkPrices } from '../trading/price-band.js';
import type { ExecutionContext } from './context.js';
import { isSent } from './execute.js';
import { followsOn } from './nonces.js';

/** Keys with lower indexes are the venue's own. */
const FIRST_KEY_INDEX = 4;
const CHAIN_ID = CHAIN_IDS.mainnet;

/** A transaction as it was sent. */
export interface Sent {
  readonly type: number;
  readonly info: string;
  /** Whether a price that was likely a slip is refused. */
  readonly isProtected: boolean;
}

/** A sent transaction that was read, and whose owner signed it where that is wanted. */
export interface Readable extends Sent {
  readonly signed: SignedTransaction;
  readonly hash: string;
}

/** Returns what was sent, or refuses it: what is no transaction, is of a kind that is not taken there, or lacks its owner's signature. */
export async function read(
  store: Store,
  sent: Sent,
  isTaken: (kind: Transaction['kind']) => boolean = isSent,
): Promise<Readable> {
  const { type, info } = sent;
  const read = readTransaction(type, jsonOf(info));
  if (!read.isRead) throw invalidParam(read.name === undefined ? 'tx_type' : 'tx_info');
  const { signed } = read;
  if (!isTaken(signed.transaction.kind)) throw invalidParam('tx_type');
  await checkOwner(store, signed);
  return { ...sent, signed, hash: transactionHash(signed.transaction, CHAIN_ID) };
}

/** Within a transaction of the journal: accepts what was read, or refuses it, which leaves its nonce unused. Returns the hash. */
export function accept(
  { store, markets, nowMs }: ExecutionContext,
  { type, info, isProtected, signed, hash }: Readable,
): string {
  const { transaction } = signed;
  const { accountIndex, apiKeyIndex, nonce, expiredAt } = transaction;
  if (store.account(accountIndex) === undefined) throw accountNotFound();
  if (expiredAt <= nowMs) throw invalidParam('ExpiredAt');
  if (!isSignedBy(signed, signerOf(store, signed), CHAIN_ID)) throw invalidSignature();
  if (!followsOn(transaction, nextNonce(store, accountIndex, apiKeyIndex))) throw refusedNonce();
  checkTransaction(transaction, markets, nowMs);
  if (isProtected) checkPrices(transaction, markets, nowMs);
  const key = { accountIndex, apiKeyIndex, nonce };
  store.transactions.add({ ...key, hash, type, info, expiresMs: expiredAt, queuedMs: nowMs });
  return hash;
}

/** What waits counts here: it is taken for executed. */
function nextNonce(store: Store, accountIndex: number, apiKeyIndex: number): bigint {
  const waiting = store.transactions.newestPendingOf(accountIndex, apiKeyIndex);
  return waiting === undefined ? (store.apiKey(accountIndex, apiKeyIndex)?.nonce ?? 0n) : waiting.nonce + 1n;
}

/** A new key signs its own registration. */
function signerOf(store: Store, { transaction }: SignedTransaction): Hex {
  if (transaction.kind === 'changePubKey') {
    if (transaction.apiKeyIndex < FIRST_KEY_INDEX) throw invalidParam('ApiKeyIndex');
    return transaction.publicKey;
  }
  const publicKey = store.apiKey(transaction.accountIndex, transaction.apiKeyIndex)?.publicKey;
  if (!isHex(publicKey)) throw unregisteredKey();
  return publicKey;
}

async function checkOwner(store: Store, { transaction, ownerSignature }: SignedTransaction): Promise<void> {
  if (transaction.kind !== 'changePubKey' && transaction.kind !== 'transfer') return;
  const owner = store.account(transaction.accountIndex)?.l1Address;
  if (owner === undefined) throw accountNotFound();
  if (ownerSignature === undefined) throw invalidSignature();
  const message = ownerMessage(transaction, CHAIN_ID);
  const signer = await recoverMessageAddress({ message, signature: ownerSignature }).catch(() => undefined);
  if (signer?.toLowerCase() !== owner) throw invalidSignature();
}

function jsonOf(info: string): unknown {
  try {
    return losslessJson(info);
  } catch {
    throw invalidParam('tx_info');
  }
}
