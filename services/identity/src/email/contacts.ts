import { createHmac } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import type { Secret } from '@platform/kit/config';
import { CompactEncrypt, compactDecrypt } from 'jose';

const HEADER = { alg: 'dir', enc: 'A256GCM' };

/** Addresses in a form that other services may keep, and that this service alone can read: a JWE under a key of its own. */
export class Contacts {
  readonly #keys: readonly Buffer[];

  /** With the service's secrets, the current one first. */
  constructor(secrets: readonly Secret<Buffer>[]) {
    this.#keys = secrets.map((secret) => createHmac('sha256', secret.reveal()).update('contacts').digest());
  }

  /** Returns the contact of an address. */
  of(address: string): Promise<string> {
    const [key = Buffer.alloc(0)] = this.#keys;
    return new CompactEncrypt(Buffer.from(address)).setProtectedHeader(HEADER).encrypt(key);
  }

  /** Returns the address of a contact. Throws `invalid_request` for one that this service did not make. */
  async addressOf(contact: string): Promise<string> {
    for (const key of this.#keys) {
      const read = await compactDecrypt(contact, key).catch(() => undefined);
      if (read !== undefined) return Buffer.from(read.plaintext).toString('utf8');
    }
    throw new PlatformError('invalid_request', { details: [{ path: 'contact', message: 'is none of this service' }] });
  }
}
