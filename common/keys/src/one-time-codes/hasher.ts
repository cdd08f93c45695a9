import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@platform/kit/config';

/** Hashes codes with a key that the database does not hold: a million codes are soon tried, the key's 256 bits never. */
export class CodeHasher {
  constructor(private readonly key: Secret<Buffer>) {}

  /** HMAC-SHA256 of a code, in hex. It is bound to what the code is for, in this order, and fits nothing else. */
  hash(binding: readonly string[], code: Secret): string {
    return this.#mac(binding, code).toString('hex');
  }

  /** Whether `code` is the one that was hashed; takes as long for a wrong one. */
  matches(binding: readonly string[], code: Secret, hash: string): boolean {
    return timingSafeEqual(this.#mac(binding, code), Buffer.from(hash, 'hex'));
  }

  #mac(binding: readonly string[], code: Secret): Buffer {
    const bound = JSON.stringify([...binding, code.reveal()]);
    return createHmac('sha256', this.key.reveal()).update(bound).digest();
  }
}
