// Why: docs/decisions/wallet/seals-and-master-keys.md
import { PlatformError } from '@platform/errors';
import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { decrypt, encrypt, erase, KEY_BYTES } from './aes-gcm.js';
import type { Keyring } from './keyring.js';
import { type SealedKey, VaultError } from './vault.js';

/** The version of the sealed format: a part of every context. */
export const ENVELOPE_VERSION = 1;

/** Envelope encryption: each secret is encrypted under its own data key, which the master key wraps. Both are bound to a context. */
export class Envelopes {
  constructor(
    /** Former keys open what they sealed, and seal nothing. */
    private readonly keyring: Keyring,
    private readonly random: Random,
  ) {}

  /** Seals a secret for a context, which says whose and what it is; erasing the plain one is the caller's. */
  async seal(plain: Secret<Buffer>, context: string): Promise<SealedKey> {
    const { current } = this.keyring;
    const dataKey = new Secret(this.random.bytes(KEY_BYTES));
    try {
      const ciphertext = encrypt(dataKey, plain, context, this.random);
      const wrappedDataKey = await current.wrap(dataKey, context);
      return {
        version: ENVELOPE_VERSION,
        masterKeyId: current.id,
        wrappedDataKey: wrappedDataKey.toString('base64'),
        ciphertext: ciphertext.toString('base64'),
      };
    } finally {
      erase(dataKey);
    }
  }

  /**
   * Opens what was sealed for a context, passes it to `use` and erases it once that has ended. Rejects with `VaultError` for what was
   * changed, sealed for another context or by a master key that isn't held, and with what the master key throws when it can't be asked.
   */
  async use<Result>(
    sealed: SealedKey,
    context: string,
    use: (plain: Secret<Buffer>) => Result | Promise<Result>,
  ): Promise<Result> {
    const plain = await this.#open(sealed, context);
    try {
      return await use(plain);
    } finally {
      erase(plain);
    }
  }

  async #open(sealed: SealedKey, context: string): Promise<Secret<Buffer>> {
    const masterKey = this.keyring.find(sealed.masterKeyId);
    if (sealed.version !== ENVELOPE_VERSION || masterKey === undefined)
      throw new VaultError(`what ${context} names is sealed by another format or master key`);
    try {
      const dataKey = await masterKey.unwrap(Buffer.from(sealed.wrappedDataKey, 'base64'), context);
      try {
        return decrypt(dataKey, Buffer.from(sealed.ciphertext, 'base64'), context);
      } finally {
        erase(dataKey);
      }
    } catch (error) {
      // Where the master key can't be asked, nothing is known of the envelope.
      if (error instanceof PlatformError) throw error;
      throw new VaultError(`what is sealed for ${context} does not open`, { cause: error });
    }
  }
}
