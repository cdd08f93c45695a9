// Why: docs/decisions/venues/polymarket-executions.md
import { createHash } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import type { Address, Hex, LocalAccount } from 'viem';
import type { SignedAction } from '../../trading-accounts/index.js';
import {
  type ClobCredentials,
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
  signatureTypes,
} from '../codec/index.js';

/** What the venue knows a wallet by. */
export interface ClobAccount {
  /** Undefined: the key trades for itself. */
  readonly depositWallet: Address | undefined;
  readonly credentials: ClobCredentials;
}

/** Signs an order as its signature type wants: the digest itself, or what the account's deposit wallet verifies. */
export async function signOrder(key: LocalAccount, order: Order, exchange: Exchange): Promise<Hex> {
  if (order.signatureType === signatureTypes.key) return key.signTypedData(orderTypedData(order, exchange));
  const signature = await key.signTypedData(depositWalletTypedData(order, exchange));
  return depositWalletSignature(signature, order, exchange);
}

/**
 * Signs an order or a cancel for an account, at a time. Its identity is the order's hash, or the digest of the cancel's body, and the time;
 * its signature is the whole request, headers included. Throws `native_action_invalid` for any other text.
 */
export async function signTrading(
  key: LocalAccount,
  { depositWallet, credentials }: ClobAccount,
  text: string,
  nowMs: number,
): Promise<SignedAction> {
  const request = readRequest(text);
  if (request === undefined)
    throw new PlatformError('native_action_invalid', { details: [{ path: 'action', message: 'has no known form' }] });
  const signed = (actionHash: string, method: 'POST' | 'DELETE', path: string, body: string | undefined) => {
    const headers = requestHeaders(key.address, credentials, { method, path, body }, Math.floor(nowMs / 1_000));
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
