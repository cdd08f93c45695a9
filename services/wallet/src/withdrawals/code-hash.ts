import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Secret } from '@platform/config';

const KEY_BYTES = 32;

/** What a code authorizes: its hash fits nothing else. */
export interface CodeBinding {
  readonly accountId: string;
  readonly key: string;
  readonly intentHash: string;
}

/** Hashes codes with a key that the database does not hold: a million codes are soon tried, the key's 256 bits never. */
export class CodeHasher {
  constructor(private readonly key: Secret<Buffer>) {}

  /** A hasher whose key derives from the service's master secret, and is of no use for anything else. */
  static derivedFrom(master: Secret<Buffer>): CodeHasher {
    const key = hkdfSync('sha256', master.reveal(), '', 'withdrawal codes', KEY_BYTES);
    return new CodeHasher(new Secret(Buffer.from(key)));
  }

  /** HMAC-SHA256 of a code, bound to what it authorizes, in hex. */
  hash(binding: CodeBinding, code: Secret): string {
    return this.#mac(binding, code).toString('hex');
  }

  /** Whether `code` is the one that was hashed; takes as long for a wrong one. */
  matches(binding: CodeBinding, code: Secret, hash: string): boolean {
    return timingSafeEqual(this.#mac(binding, code), Buffer.from(hash, 'hex'));
  }

  #mac({ accountId, key, intentHash }: CodeBinding, code: Secret): Buffer {
    const bound = JSON.stringify([accountId, key, intentHash, code.reveal()]);
    return createHmac('sha256', this.key.reveal()).update(bound).digest();
  }
}
