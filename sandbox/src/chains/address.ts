import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import type { Address, Hex } from 'viem';

const ADDRESS_BYTES = 20;
/** An uncompressed point begins with a marker byte. */
const POINT_HEADER_BYTES = 1;

/**
 * Returns the address, in lower case, of a private key: the last 20 bytes of the Keccak-256 of its public key (Ethereum yellow paper,
 * appendix F). Only the supervisor needs it, and viem would be a fifth of the supervisor's memory.
 */
export function addressOfKey(privateKey: Hex): Address {
  const publicKey = secp256k1.getPublicKey(privateKey.slice(2), false).subarray(POINT_HEADER_BYTES);
  return `0x${Buffer.from(keccak_256(publicKey).slice(-ADDRESS_BYTES)).toString('hex')}`;
}
