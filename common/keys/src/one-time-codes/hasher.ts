import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@platform/kit/config';

/** Hashes codes with a key that is not in the database: a million codes can be tried quickly, a 256-bit key cannot. */
export class CodeHasher {
  constructor(private readonly key: Secret<Buffer>) {}

  /** Returns the HMAC-SHA256 of a code, in hex. It covers the purpose of the code, in this order, and matches no other purpose. */
  hash(binding: readonly string[], code: Secret): string {
    return this.#mac(binding, code).toString('hex');
  }

  /** Returns whether `code` is the one that was hashed, in constant time. */
  matches(binding: readonly string[], code: Secret, hash: string): boolean {
    return timingSafeEqual(this.#mac(binding, code), Buffer.from(hash, 'hex'));
  }

  #mac(binding: readonly string[], code: Secret): Buffer {
    const bound = JSON.stringify([...binding, code.reveal()]);
    return createHmac('sha256', this.key.reveal()).update(bound).digest();
  }
}
