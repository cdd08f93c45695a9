import type { Hex } from 'viem';
import { z } from 'zod';
import { hashToQuintic } from './signing/poseidon2.js';
import { verifies } from './signing/schnorr.js';

/**
 * What an API key signs to read what is its account's alone: `{expiry}:{account}:{key}:{signature}`, as `ConstructAuthToken` of
 * github.com/elliottech/lighter-go makes it.
 */

const BYTES_OF_ELEMENT = 8;
const FORM = /^(\d{1,12}):(\d{1,15}):(\d{1,3}):([0-9a-f]{160})$/;
const parts = z.tuple([z.string(), z.coerce.number(), z.coerce.number(), z.coerce.number(), z.string()]);

/** An auth token that was read. */
export interface AuthToken {
  /** Seconds since the Unix epoch. */
  readonly expiresS: number;
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  readonly signature: Hex;
}

/** Reads a token; undefined for a text that is not one. */
export function readAuthToken(text: string): AuthToken | undefined {
  const { data } = parts.safeParse(FORM.exec(text)?.slice());
  if (data === undefined) return undefined;
  const [, expiresS, accountIndex, apiKeyIndex, signature] = data;
  return { expiresS, accountIndex, apiKeyIndex, signature: `0x${signature}` };
}

/** Whether an API key signed a token. Takes ten milliseconds or more. */
export function isTokenSignedBy(
  { expiresS, accountIndex, apiKeyIndex, signature }: AuthToken,
  publicKey: Hex,
): boolean {
  return verifies(publicKey, hashToQuintic(elementsOf(`${expiresS}:${accountIndex}:${apiKeyIndex}`)), signature);
}

/** Eight bytes are an element, the lowest first; the last one is filled up with zeros. */
function elementsOf(text: string): readonly bigint[] {
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & (BYTES_OF_ELEMENT - 1))]);
  return Array.from({ length: padded.length / BYTES_OF_ELEMENT }, (_, place) =>
    padded.readBigUInt64LE(place * BYTES_OF_ELEMENT),
  );
}
