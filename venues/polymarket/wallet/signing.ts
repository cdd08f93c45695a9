// Why: docs/decisions/venues/polymarket-executions.md
import { createHash } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Address, Hex, LocalAccount } from 'viem';
import type { ActionRequest, SignedAction, SigningFamily } from '../../trading-accounts/index.js';
import {
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

/** An order or a cancel that will be signed; it holds no credential. */
interface TradingIntent {
  readonly requestJson: string;
  readonly depositWallet: Address | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** Signs orders and cancels. Refuses everything else with `native_action_invalid`. */
export function tradingRequests(
  accounts: ClobAccounts,
  clock: Clock,
): SigningFamily<ActionRequest, TradingIntent, SignedAction> {
  return {
    venue: 'polymarket',
    name: 'clob_request',
    askers: ['execution'],
    parse: async ({ actionJson }, signer) => {
      const requestJson = requestText(requestOf(actionJson));
      const { depositWallet } = await accounts(signer);
      return { requestJson, depositWallet, atMs: clock.nowMs() };
    },
    sign: async (key, { requestJson, depositWallet, atMs }) => {
      const account = await accounts(key.address);
      return signTrading(key, { ...account, depositWallet }, requestJson, atMs);
    },
  };
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
  text: string,
  nowMs: number,
): Promise<SignedAction> {
  const request = requestOf(text);
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
  throw new PlatformError('native_action_invalid', { details: [{ path: 'action', message: 'has no known form' }] });
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
