import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Secret } from '@platform/config';

const KEY_BYTES = 32;

/** Hashes codes with a key that the database does not hold: a million codes are soon tried, the key's 256 bits never. */
export class CodeHasher {
  constructor(private readonly key: Secret<Buffer>) {}

  /** A hasher whose key derives from a service's master secret for one purpose, and is of no use for any other. */
  static derivedFrom(master: Secret<Buffer>, purpose: string): CodeHasher {
    const key = hkdfSync('sha256', master.reveal(), '', purpose, KEY_BYTES);
    return new CodeHasher(new Secret(Buffer.from(key)));
  }

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
