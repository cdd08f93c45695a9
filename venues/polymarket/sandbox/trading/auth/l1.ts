import type { IncomingHttpHeaders } from 'node:http';
import { type Address, type Hex, hashTypedData, isAddress, isHex, recoverAddress } from 'viem';
import { z } from 'zod';
import { clobError } from '../../refusal.js';
import type { Settlement } from '../../settlement/settlement.js';
import { CHAIN_ID } from '../contracts.js';
import { isRecent } from './window.js';

const MESSAGE = 'This message attests that I control the given wallet';
const TYPES = {
  ClobAuth: [
    { name: 'address', type: 'address' },
    { name: 'timestamp', type: 'string' },
    { name: 'nonce', type: 'uint256' },
    { name: 'message', type: 'string' },
  ],
} as const;

const headers = z.object({
  poly_address: z.string().refine((text): text is Address => isAddress(text, { strict: false })),
  poly_signature: z.string().refine((text): text is Hex => isHex(text)),
  poly_timestamp: z.string().regex(/^\d{1,12}$/),
  poly_nonce: z
    .string()
    .regex(/^\d{1,30}$/)
    .default('0'),
});

/** Who signed a request for a key. */
export interface L1Caller {
  /** In lower case. */
  readonly address: string;
  readonly nonce: string;
}

/** Returns who signed a request: the owner of the address, or the contract wallet at it. Throws `Refusal`. */
export async function l1Caller(given: IncomingHttpHeaders, settlement: Settlement, nowMs: number): Promise<L1Caller> {
  const parsed = headers.safeParse(given);
  if (!parsed.success || !isRecent(parsed.data.poly_timestamp, nowMs)) throw refused();
  const {
    poly_address: address,
    poly_signature: signature,
    poly_timestamp: timestamp,
    poly_nonce: nonce,
  } = parsed.data;
  const hash = hashTypedData({
    domain: { name: 'ClobAuthDomain', version: '1', chainId: CHAIN_ID },
    types: TYPES,
    primaryType: 'ClobAuth',
    message: { address, timestamp, nonce: BigInt(nonce), message: MESSAGE },
  });
  const signer = await recoverAddress({ hash, signature }).catch(() => undefined);
  const isOwn = signer?.toLowerCase() === address.toLowerCase();
  if (!isOwn && !(await settlement.isSignatureOf(address, hash, signature))) throw refused();
  return { address: address.toLowerCase(), nonce };
}

function refused() {
  return clobError(401, 'Invalid L1 Request headers');
}
