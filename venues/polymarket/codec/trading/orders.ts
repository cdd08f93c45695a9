import { createHash } from 'node:crypto';
import {
  type Address,
  concat,
  domainSeparator,
  type Hex,
  hashStruct,
  hashTypedData,
  numberToHex,
  size,
  stringToHex,
  zeroHash,
} from 'viem';
import type { OrderAmounts, Side } from './amounts.js';
import { type Exchange, SETTLEMENT_CHAIN_ID } from './contracts.js';

/** Signed by the account's own key, or by the key that owns its deposit wallet. */
export const signatureTypes = { key: 0, depositWallet: 3 } as const;
export type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

/** An order as it is signed; amounts are in units of 10^-6. */
export interface Order extends OrderAmounts {
  /** At most 2^53 - 1, since the venue's requests hold it as a number. */
  readonly salt: number;
  /** The account whose money it is. */
  readonly maker: Address;
  /** The key's address; the deposit wallet's where it is one. */
  readonly signer: Address;
  /** A token, or a position of the third exchange. */
  readonly tokenId: bigint;
  readonly side: Side;
  readonly signatureType: SignatureType;
  /** Milliseconds since the Unix epoch; it makes the order unlike others and expires nothing. */
  readonly timestampMs: number;
}

const ORDER = [
  { name: 'salt', type: 'uint256' },
  { name: 'maker', type: 'address' },
  { name: 'signer', type: 'address' },
  { name: 'tokenId', type: 'uint256' },
  { name: 'makerAmount', type: 'uint256' },
  { name: 'takerAmount', type: 'uint256' },
  { name: 'side', type: 'uint8' },
  { name: 'signatureType', type: 'uint8' },
  { name: 'timestamp', type: 'uint256' },
  { name: 'metadata', type: 'bytes32' },
  { name: 'builder', type: 'bytes32' },
] as const;
/** A struct that a contract signs, with what names the contract (ERC-7739). */
const TYPED_DATA_SIGN = [
  { name: 'contents', type: 'Order' },
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;
const ORDER_TEXT = `Order(${ORDER.map(({ type, name }) => `${type} ${name}`).join(',')})`;
const SIDES: Readonly<Record<Side, number>> = { BUY: 0, SELL: 1 };
/** The salt's bits: the most that a number in JSON holds exactly. */
const SALT_BITS = 53n;

/** Returns the salt of an execution's order: the same one each time, and of no other execution. */
export function saltOf(executionId: string): number {
  const digest = createHash('sha256').update(executionId).digest('hex');
  return Number(BigInt(`0x${digest}`) >> (256n - SALT_BITS));
}

/** Returns the typed data whose digest names an order at the venue and on the chain. */
export function orderTypedData(order: Order, { version, address }: Exchange) {
  return {
    domain: {
      name: 'Polymarket CTF Exchange',
      version: String(version),
      chainId: SETTLEMENT_CHAIN_ID,
      verifyingContract: address,
    },
    types: { Order: ORDER },
    primaryType: 'Order',
    message: messageOf(order),
  } as const;
}

/** Returns the id of an order at the venue and on the chain. */
export function orderHash(order: Order, exchange: Exchange): Hex {
  return hashTypedData(orderTypedData(order, exchange));
}

/** How long an order stands: until it is canceled, until a time, or as far as it matches at once. */
export type TimeInForce =
  | { readonly orderType: 'GTC'; readonly postOnly: boolean }
  | { readonly orderType: 'GTD'; readonly postOnly: boolean; readonly expirationS: number }
  | { readonly orderType: 'FOK' | 'FAK' };

/** Returns the body of the request that posts an order, as the official client writes it; `owner` is the account's API key. */
export function orderBody(order: Order, signature: Hex, terms: TimeInForce, owner: string): string {
  return JSON.stringify({
    deferExec: false,
    postOnly: 'postOnly' in terms && terms.postOnly,
    order: {
      salt: order.salt,
      maker: order.maker,
      signer: order.signer,
      tokenId: String(order.tokenId),
      makerAmount: String(order.makerAmount),
      takerAmount: String(order.takerAmount),
      side: order.side,
      signatureType: order.signatureType,
      timestamp: String(order.timestampMs),
      expiration: String('expirationS' in terms ? terms.expirationS : 0),
      metadata: zeroHash,
      builder: zeroHash,
      signature,
    },
    owner,
    orderType: terms.orderType,
  });
}

/** Returns the typed data that the owner of a deposit wallet signs for its order. */
export function depositWalletTypedData(order: Order, exchange: Exchange) {
  const { domain, message } = orderTypedData(order, exchange);
  return {
    domain,
    types: { TypedDataSign: TYPED_DATA_SIGN, Order: ORDER },
    primaryType: 'TypedDataSign',
    message: {
      contents: message,
      name: 'DepositWallet',
      version: '1',
      chainId: BigInt(SETTLEMENT_CHAIN_ID),
      verifyingContract: order.signer,
      salt: zeroHash,
    },
  } as const;
}

/** Returns the signature of a deposit wallet: its owner's, then what the wallet needs to find the order's digest from it. */
export function depositWalletSignature(ownerSignature: Hex, order: Order, exchange: Exchange): Hex {
  const { domain, message, types } = orderTypedData(order, exchange);
  const text = stringToHex(ORDER_TEXT);
  return concat([
    ownerSignature,
    domainSeparator({ domain }),
    hashStruct({ data: message, primaryType: 'Order', types }),
    text,
    numberToHex(size(text), { size: 2 }),
  ]);
}

function messageOf(order: Order) {
  return {
    salt: BigInt(order.salt),
    maker: order.maker,
    signer: order.signer,
    tokenId: order.tokenId,
    makerAmount: order.makerAmount,
    takerAmount: order.takerAmount,
    side: SIDES[order.side],
    signatureType: order.signatureType,
    timestamp: BigInt(order.timestampMs),
    metadata: zeroHash,
    builder: zeroHash,
  };
}
