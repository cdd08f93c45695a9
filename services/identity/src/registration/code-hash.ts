import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@platform/config';
import type { EmailAddress } from './address.js';

/** Which code a hash is of: it fits no other message and no other address. */
export interface CodeIdentity {
  readonly id: string;
  readonly address: EmailAddress;
}

/** Hashes codes with a key that the database does not hold: a million codes are soon tried, the key's 256 bits never. */
export class CodeHasher {
  constructor(private readonly key: Secret<Buffer>) {}

  /** HMAC-SHA256 of a code, bound to its identity, in hex. */
  hash(identity: CodeIdentity, code: Secret): string {
    return this.#mac(identity, code).toString('hex');
  }

  /** Whether `code` is the one that was hashed; takes as long for a wrong one. */
  matches(identity: CodeIdentity, code: Secret, hash: string): boolean {
    return timingSafeEqual(this.#mac(identity, code), Buffer.from(hash, 'hex'));
  }

  #mac({ id, address }: CodeIdentity, code: Secret): Buffer {
    return createHmac('sha256', this.key.reveal()).update(`${address}\0${id}\0${code.reveal()}`).digest();
  }
}
