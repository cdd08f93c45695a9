import type { Hex } from 'viem';
import { decode, encode, GENERATOR, ORDER, sumOfProducts } from './curve.js';
import { hashToQuintic } from './poseidon2.js';
import { hexOf, integerOf, littleEndian, type Quintic, quinticOfHex } from './quintic.js';

/** Schnorr signatures over ecGFp5 with Poseidon2, as Lighter's API keys make them. */

const SCALAR_DIGITS = 80;

/** Whether a key signed a message that was hashed. A key, or a signature, in another form than its only one signed nothing. */
export function verifies(publicKey: Hex, message: Quintic, signature: Hex): boolean {
  const encoded = quinticOfHex(publicKey.slice(2));
  const key = encoded === undefined ? undefined : decode(encoded);
  const digits = signature.slice(2);
  const response = littleEndian(digits.slice(0, SCALAR_DIGITS));
  const challenge = littleEndian(digits.slice(SCALAR_DIGITS));
  if (key === undefined || digits.length !== 2 * SCALAR_DIGITS || response >= ORDER || challenge >= ORDER) return false;
  const commitment = encode(
    sumOfProducts([
      [GENERATOR, response],
      [key, challenge],
    ]),
  );
  return integerOf(hashToQuintic([...commitment, ...message])) % ORDER === challenge;
}

/** Returns the public key of a private one. Not in constant time: only for keys that nobody else times. Throws for any other number. */
export function publicKeyOf(privateKey: Hex): Hex {
  const scalar = littleEndian(privateKey.slice(2));
  if (privateKey.length !== 2 + SCALAR_DIGITS || scalar === 0n || scalar >= ORDER)
    throw new Error('the private key is not one of the curve');
  return `0x${hexOf(encode(sumOfProducts([[GENERATOR, scalar]])))}`;
}
