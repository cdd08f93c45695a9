// Why: docs/decisions/venues/polymarket-executions.md
import { createHash } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Address, Hex, LocalAccount } from 'viem';
import type {
  ActionFinding,
  ActionRequest,
  SentAction,
  SignedAction,
  SigningFamily,
} from '../../trading-accounts/index.js';
import {
  type BatchRequest,
  type ClobCredentials,
  type ClobHeaders,
  depositWalletSignature,
  depositWalletTypedData,
  type Exchange,
  exchangeOf,
  type Order,
  type OrderRequest,
  orderBody,
  orderHash,
  orderTypedData,
  readRequest,
  requestHeaders,
  requestText,
  signatureTypes,
  type TradingRequest,
} from '../codec/index.js';
import type { BatchTerms, PositionBatches } from './positions/batches.js';

/** What the venue knows a wallet by. */
export interface ClobAccount {
  /** Undefined: the key trades for itself. */
  readonly depositWallet: Address | undefined;
  /** Whom the credentials belong to: the key's address or the deposit wallet. */
  readonly credentialsOf: Address;
  readonly credentials: ClobCredentials;
}

/** Returns what the venue knows the wallet of a key by. Throws where it knows none. */
export type ClobAccounts = (keyAddress: Address) => Promise<ClobAccount>;

/** An order, a cancel or a batch that will be signed; it holds no credential. */
interface TradingIntent {
  readonly requestJson: string;
  readonly depositWallet: Address | undefined;
  /** Of a batch alone. */
  readonly batch?: BatchTerms;
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** Signs orders, cancels, and batches that change positions. Refuses everything else with `native_action_invalid`. */
export function tradingRequests(
  accounts: ClobAccounts,
  batches: Pick<PositionBatches, 'termsOf' | 'sign'>,
  clock: Clock,
): SigningFamily<ActionRequest, TradingIntent, SignedAction> {
  return {
    venue: 'polymarket',
    name: 'clob_request',
    askers: ['execution'],
    parse: async ({ actionJson, expiresAfterMs }, signer) => {
      const request = requestOf(actionJson);
      const { depositWallet } = await accounts(signer);
      const intent = { requestJson: requestText(request), depositWallet, atMs: clock.nowMs() };
      return request.kind === 'batch'
        ? { ...intent, batch: await batches.termsOf(signer, request, expiresAfterMs) }
        : intent;
    },
    sign: async (key, { requestJson, depositWallet, batch, atMs }) => {
      const request = requestOf(requestJson);
      if (request.kind !== 'batch')
        return signTrading(key, { ...(await accounts(key.address)), depositWallet }, request, atMs);
      if (batch === undefined) throw new Error('a batch has a number and an end');
      return batches.sign(key, request, batch);
    },
  };
}

/** Looks up what became of a signed request. Only batches are looked up here: the CLOB shows what became of all others. */
export async function lookUpBatch(
  batches: PositionBatches,
  owner: Address,
  { actionJson, ...sent }: SentAction,
): Promise<ActionFinding> {
  const request = requestOf(actionJson);
  if (request.kind !== 'batch') throw invalid('is shown by the venue');
  return batches.lookUp(owner, request, sent);
}

/** The reads of an account's orders and trades. */
const READS = /^\/data\/(order\/0x[0-9a-f]{64}|orders|trades)$/;

/** Returns the headers of a read of an account's orders or trades. Throws for every other path: nothing else is read with them. */
export function readHeaders({ credentialsOf, credentials }: ClobAccount, path: string, nowMs: number): ClobHeaders {
  if (!READS.test(path)) throw new PlatformError('insufficient_permissions');
  return requestHeaders(credentialsOf, credentials, { method: 'GET', path }, Math.floor(nowMs / 1_000));
}

/** Signs an order as its signature type wants: the digest itself, or what the account's deposit wallet verifies. */
export async function signOrder(key: LocalAccount, order: Order, exchange: Exchange): Promise<Hex> {
  if (order.signatureType === signatureTypes.key) return key.signTypedData(orderTypedData(order, exchange));
  const signature = await key.signTypedData(depositWalletTypedData(order, exchange));
  return depositWalletSignature(signature, order, exchange);
}

/**
 * Signs an order or a cancel for an account, at a time. Its identity is the order's hash, or the digest of the cancel's body, and the time;
 * its signature is the whole request, headers included.
 */
async function signTrading(
  key: LocalAccount,
  { depositWallet, credentialsOf, credentials }: ClobAccount,
  request: Exclude<TradingRequest, BatchRequest>,
  nowMs: number,
): Promise<SignedAction> {
  const signed = (actionHash: string, method: 'POST' | 'DELETE', path: string, body: string | undefined) => {
    const headers = requestHeaders(credentialsOf, credentials, { method, path, body }, Math.floor(nowMs / 1_000));
    return { nonce: nowMs, actionHash, signatureJson: JSON.stringify({ method, path, body, headers }) };
  };
  if (request.kind === 'cancel') {
    const { path, body = '' } = request;
    const digest = createHash('sha256').update(`${nowMs}DELETE${path}${body}`).digest('hex');
    return signed(`0x${digest}`, 'DELETE', path, request.body);
  }
  const exchange = exchangeOf(request.version, request.isNegRisk);
  const order = orderOf(request, key.address, depositWallet, nowMs);
  const body = orderBody(order, await signOrder(key, order, exchange), request.terms, credentials.key);
  return signed(orderHash(order, exchange), 'POST', '/order', body);
}

function requestOf(text: string): TradingRequest {
  const request = readRequest(text);
  if (request !== undefined) return request;
  throw invalid('has no known form');
}

function invalid(message: string): PlatformError {
  return new PlatformError('native_action_invalid', { details: [{ path: 'action', message }] });
}

function orderOf(
  { salt, tokenId, side, makerAmount, takerAmount }: OrderRequest,
  keyAddress: Address,
  depositWallet: Address | undefined,
  timestampMs: number,
): Order {
  const own = depositWallet ?? keyAddress;
  const signatureType = depositWallet === undefined ? signatureTypes.key : signatureTypes.depositWallet;
  return { salt, maker: own, signer: own, tokenId, side, makerAmount, takerAmount, signatureType, timestampMs };
}
