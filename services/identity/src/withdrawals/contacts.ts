import { PlatformError } from '@platform/errors';
import type { Encryption } from '../accounts/encryption.js';

/** Addresses in a form that other services may keep, and that this service alone can read. */
export class Contacts {
  constructor(private readonly encryption: Encryption) {}

  /** Returns the contact of an address. */
  of(address: string): Promise<string> {
    return this.encryption.encrypt(address);
  }

  /** Returns the address of a contact. Throws `invalid_request` for one that this service did not make. */
  async addressOf(contact: string): Promise<string> {
    const address = await this.encryption.decrypt(contact);
    if (address === undefined)
      throw new PlatformError('invalid_request', {
        details: [{ path: 'contact', message: 'is none of this service' }],
      });
    return address;
  }
}
