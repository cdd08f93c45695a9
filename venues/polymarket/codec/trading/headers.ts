import { createHmac } from 'node:crypto';
import type { Address, Hex } from 'viem';
import { SETTLEMENT_CHAIN_ID } from './contracts.js';

/** What the venue gives an account for its requests. */
export interface ClobCredentials {
  readonly key: string;
  /** Base64, in the form for URLs or the other one. */
  readonly secret: string;
  readonly passphrase: string;
}

/** A request as its header signs it. */
export interface SignedRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Without a query, and without what stands before the API in the address. */
  readonly path: string;
  /** As it is sent; undefined: it has none. */
  readonly body?: string | undefined;
}

/** The headers of a request; their names are the venue's. */
export type ClobHeaders = Readonly<Record<string, string>>;

/** Returns the typed data by which a key asks for an account's credentials (L1). */
export function clobAuthTypedData(address: Address, timestampS: number, nonce: number) {
  return {
    domain: { name: 'ClobAuthDomain', version: '1', chainId: SETTLEMENT_CHAIN_ID },
    types: {
      ClobAuth: [
        { name: 'address', type: 'address' },
        { name: 'timestamp', type: 'string' },
        { name: 'nonce', type: 'uint256' },
        { name: 'message', type: 'string' },
      ],
    },
    primaryType: 'ClobAuth',
    message: {
      address,
      timestamp: String(timestampS),
      nonce: BigInt(nonce),
      message: 'This message attests that I control the given wallet',
    },
  } as const;
}

/** Returns the headers of a request for credentials (L1). */
export function keyHeaders(address: Address, signature: Hex, timestampS: number, nonce: number): ClobHeaders {
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: signature,
    POLY_TIMESTAMP: String(timestampS),
    POLY_NONCE: String(nonce),
  };
}

/** Returns the headers of a request of an account (L2). */
export function requestHeaders(
  address: Address,
  credentials: ClobCredentials,
  request: SignedRequest,
  timestampS: number,
): ClobHeaders {
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: signatureOf(credentials, request, timestampS),
    POLY_TIMESTAMP: String(timestampS),
    POLY_API_KEY: credentials.key,
    POLY_PASSPHRASE: credentials.passphrase,
  };
}

/** Returns the signature of a request: an HMAC of the time, the method, the path and the body. */
export function signatureOf(
  { secret }: ClobCredentials,
  { method, path, body = '' }: SignedRequest,
  timestampS: number,
): string {
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestampS}${method}${path}${body}`)
    .digest('base64');
  return signature.replaceAll('+', '-').replaceAll('/', '_');
}
