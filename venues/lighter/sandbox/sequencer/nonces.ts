import type { Transaction } from '../../transactions/index.js';

/** Returns whether a transaction may come where the nonce is the key's next one; it may skip some where it says so. */
export function followsOn({ nonce, attributes }: Transaction, next: bigint): boolean {
  return attributes.skipTxNonce === 1 ? nonce >= next : nonce === next;
}
