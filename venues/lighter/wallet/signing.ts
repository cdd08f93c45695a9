// Why: docs/decisions/venues/lighter-setup.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { JsonRefused, parseJsonObject } from '@platform/kit/json';
import type { Address, Hex } from 'viem';
import type { ActionRequest, SignedAction, SigningFamily } from '../../trading-accounts/index.js';
import type { LighterTrading } from '../client/index.js';
import {
  API_KEY_INDEX,
  isTradingFamily,
  parseTradingAction,
  type TradingAction,
  tradingFamilies,
} from '../codec/index.js';
import { LighterSignerError, type LighterTransaction, type SignedTransaction } from '../signer/index.js';
import type { ApiKeys } from './api-keys.js';
import type { Claims } from './claims.js';
import { unsignedOf } from './unsigned.js';
import { ofVenue, unavailable } from './upstream.js';

const BYTES_MAX = 64 * 1024;
/** Where the owner's signature belongs in a transaction that only the key has signed. */
const UNSIGNED = '"L1Sig":""';
/** A token is used as soon as it is made; it only has to outlast a read with its retries. */
const TOKEN_TTL_S = 120;
/** The reads of an account's orders, and the WebSocket, which tells of them. */
const READS: readonly string[] = ['/api/v1/accountActiveOrders', '/api/v1/accountInactiveOrders', '/stream'];

/** What signatures are made of. */
export interface SigningParts {
  readonly client: Pick<LighterTrading, 'accountOf'>;
  readonly keys: ApiKeys;
  readonly claims: Claims;
  readonly clock: Clock;
}

/** A trading action that will be signed by the wallet's key at the venue. */
interface TradingIntent {
  readonly actionJson: string;
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  readonly nonce: number;
  /** The operation that has the nonce. */
  readonly operation: string;
  /** Milliseconds since the Unix epoch, from which an end counts that the action leaves out. */
  readonly atMs: number;
}

/**
 * Signs actions that only trade. Refuses others with `native_action_unsupported`, malformed ones and those that the signer refuses with
 * `native_action_invalid`, and every one with `wallet_upstream_unavailable` while the key's last transaction may still be carried out.
 */
export function tradingActions(parts: SigningParts): SigningFamily<ActionRequest, TradingIntent, SignedAction> {
  const { client, keys, claims, clock } = parts;
  return {
    venue: 'lighter',
    name: 'l2_transaction',
    askers: ['execution'],
    parse: async ({ actionJson, cause: operation }, signer) => {
      const atMs = clock.nowMs();
      transactionOf(actionJson, atMs);
      const accountIndex = await accountOf(client, keys, signer);
      const nonce = await claims.claim(accountIndex, operation);
      return { actionJson, accountIndex, apiKeyIndex: API_KEY_INDEX, nonce, operation, atMs };
    },
    sign: async ({ address }, intent) => {
      const { accountIndex, nonce, operation } = intent;
      const { type, info, hash } = await claims.signed(accountIndex, operation, () => signedBy(parts, address, intent));
      const signatureJson = JSON.stringify({ tx_type: type, tx_info: info });
      return { nonce, actionHash: `0x${hash}`, signatureJson };
    },
  };
}

/** Returns the headers of a read of a wallet's orders or of its streams, by a token that ends soon. Throws for every other path. */
export async function readHeaders(
  parts: SigningParts,
  owner: Address,
  path: string,
): Promise<Readonly<Record<string, string>>> {
  if (!READS.includes(path)) throw new PlatformError('insufficient_permissions');
  return headersOf(parts, owner, await accountOf(parts.client, parts.keys, owner));
}

/** Returns the headers that say that a wallet asks about its own account, by a token that ends soon: for this service's own requests. */
export async function headersOf(
  { keys, clock }: Pick<SigningParts, 'keys' | 'clock'>,
  owner: Address,
  accountIndex: number,
): Promise<Readonly<Record<string, string>>> {
  const expiresS = Math.floor(clock.nowMs() / 1_000) + TOKEN_TTL_S;
  const authorization = await ofVenue(keys.token(owner, accountIndex, expiresS));
  if (authorization === undefined) throw notReady();
  return { authorization };
}

/** Gives back the nonce of a signed action that was not sent, or that the venue's API refused. */
export async function giveBack(
  { client, keys, claims }: SigningParts,
  owner: Address,
  { nonce, actionHash }: Pick<SignedAction, 'nonce' | 'actionHash'>,
): Promise<void> {
  const accountIndex = await accountOf(client, keys, owner);
  await claims.giveBack(accountIndex, { nonce, hash: actionHash.slice(2) });
}

/** Returns a transaction's text, as the key at the venue has signed it, with its owner's signature in it; the rest is unchanged. */
export function signedByOwner(txInfo: string, ownersSignature: Hex): string {
  const parts = txInfo.split(UNSIGNED);
  if (parts.length !== 2) throw new Error('a signed transaction has no place for its owner’s signature');
  return parts.join(`"L1Sig":"${ownersSignature}"`);
}

async function signedBy(
  { keys }: SigningParts,
  owner: Address,
  { actionJson, accountIndex, nonce, atMs }: TradingIntent,
): Promise<SignedTransaction> {
  const transaction = transactionOf(actionJson, atMs);
  const signed = await keys.sign(owner, { accountIndex, nonce }, transaction).catch((error: unknown) => {
    if (!(error instanceof LighterSignerError)) throw error;
    const isVerdict = error.failure === 'refused' || error.failure === 'invalid';
    throw isVerdict ? invalid(error.message) : unavailable(error);
  });
  if (signed === undefined) throw notReady();
  return signed;
}

/** Returns the number of the account of a wallet that has a key there. Throws `account_not_ready` where there is none. */
export async function accountOf(client: SigningParts['client'], keys: ApiKeys, owner: Address): Promise<number> {
  if (!(await keys.has(owner))) throw notReady();
  const accountIndex = await ofVenue(client.accountOf(owner));
  if (accountIndex === undefined) throw notReady();
  return accountIndex;
}

function transactionOf(actionJson: string, atMs: number): LighterTransaction {
  const transaction = unsignedOf(actionOf(actionJson), atMs);
  if (transaction === undefined) throw invalid('has rules that the signer is not asked for');
  return transaction;
}

function actionOf(text: string): TradingAction {
  if (Buffer.byteLength(text) > BYTES_MAX) throw invalid('is too long');
  const action = objectOf(text);
  const { type } = action;
  if (!isTradingFamily(type))
    throw new PlatformError('native_action_unsupported', { details: { accepted: tradingFamilies } });
  return parseTradingAction(type, action);
}

function objectOf(text: string) {
  try {
    return parseJsonObject(text);
  } catch (error) {
    throw error instanceof JsonRefused ? invalid(error.message) : error;
  }
}

function invalid(message: string): PlatformError {
  return new PlatformError('native_action_invalid', { details: [{ path: 'action', message }] });
}

function notReady(): PlatformError {
  return new PlatformError('account_not_ready', { details: { venue: 'lighter' } });
}
