import { createHmac } from 'node:crypto';
import type { Secret } from '@platform/kit/config';
import { CompactEncrypt, compactDecrypt } from 'jose';

const HEADER = { alg: 'dir', enc: 'A256GCM' };

/** Texts in a form that may be kept elsewhere, and that this service alone can read: a JWE under a key that one purpose has. */
export class Encryption {
  readonly #keys: readonly Buffer[];

  /** With the service's secrets, the current one first. */
  constructor(secrets: readonly Secret<Buffer>[], purpose: string) {
    this.#keys = secrets.map((secret) => createHmac('sha256', secret.reveal()).update(purpose).digest());
  }

  /** Returns the encrypted form of a text. */
  encrypt(text: string): Promise<string> {
    const [key = Buffer.alloc(0)] = this.#keys;
    return new CompactEncrypt(Buffer.from(text)).setProtectedHeader(HEADER).encrypt(key);
  }

  /** Returns the text; undefined for what this service did not encrypt for this purpose. */
  async decrypt(encrypted: string): Promise<string | undefined> {
    for (const key of this.#keys) {
      const read = await compactDecrypt(encrypted, key).catch(() => undefined);
      if (read !== undefined) return Buffer.from(read.plaintext).toString('utf8');
    }
    return undefined;
  }
}
