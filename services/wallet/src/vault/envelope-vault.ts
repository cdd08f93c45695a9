import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type LocalAccount, recoverMessageAddress } from 'viem';
import { decrypt, encrypt, KEY_BYTES } from './aes-gcm.js';
import { Keyring } from './keyring.js';
import type { MasterKey } from './master-key.js';
import { accountSigning, addressOf } from './signing-key.js';
import { type KeyOwner, type ManagedKey, type SealedKey, type Vault, VaultError } from './vault.js';

const VERSION = 1;
const PROBE = 'wallet key probe';

/** Envelope encryption: each wallet's key is encrypted under its own data key, which the master key wraps. */
export class EnvelopeVault implements Vault {
  readonly #keyring: Keyring;

  constructor(
    masterKey: MasterKey,
    private readonly random: Random,
    /** Former keys open what they sealed, and seal nothing. */
    former: readonly MasterKey[] = [],
  ) {
    this.#keyring = new Keyring(masterKey, former);
  }

  async createKey(owner: KeyOwner): Promise<ManagedKey> {
    const { key, privateKey } = await this.createSharedKey(owner);
    erase(privateKey);
    return key;
  }

  async createSharedKey({ walletId, accountId }: KeyOwner): Promise<{ key: ManagedKey; privateKey: Secret<Buffer> }> {
    const privateKey = new Secret(this.random.bytes(KEY_BYTES));
    const owner = { walletId, accountId, address: addressOf(privateKey) };
    const key = { ...owner, sealedKey: await this.#seal(privateKey, owner) };
    await this.#prove(key);
    return { key, privateKey };
  }

  signer(key: ManagedKey): LocalAccount {
    return accountSigning(key.address, async (use) => {
      const privateKey = await this.#open(key);
      try {
        return use(privateKey);
      } finally {
        erase(privateKey);
      }
    });
  }

  async opens(key: ManagedKey): Promise<boolean> {
    try {
      erase(await this.#open(key));
      return true;
    } catch (error) {
      if (error instanceof VaultError) return false;
      throw error;
    }
  }

  async #prove(key: ManagedKey): Promise<void> {
    const signature = await this.signer(key).signMessage({ message: PROBE });
    const signedBy = await recoverMessageAddress({ message: PROBE, signature });
    if (signedBy !== key.address) throw new VaultError(`the new key of wallet ${key.walletId} signs incorrectly`);
  }

  async #seal(privateKey: Secret<Buffer>, owner: Omit<ManagedKey, 'sealedKey'>): Promise<SealedKey> {
    const { current } = this.#keyring;
    const context = sealContext(owner);
    const dataKey = new Secret(this.random.bytes(KEY_BYTES));
    const ciphertext = encrypt(dataKey, privateKey, context, this.random);
    const wrappedDataKey = await current.wrap(dataKey, context);
    erase(dataKey);
    return {
      version: VERSION,
      masterKeyId: current.id,
      wrappedDataKey: wrappedDataKey.toString('base64'),
      ciphertext: ciphertext.toString('base64'),
    };
  }

  async #open(key: ManagedKey): Promise<Secret<Buffer>> {
    const { walletId, sealedKey } = key;
    const masterKey = this.#keyring.find(sealedKey.masterKeyId);
    if (sealedKey.version !== VERSION || masterKey === undefined)
      throw new VaultError(`wallet ${walletId} is sealed by another format or master key`);
    const context = sealContext(key);
    try {
      const dataKey = await masterKey.unwrap(Buffer.from(sealedKey.wrappedDataKey, 'base64'), context);
      try {
        return decrypt(dataKey, Buffer.from(sealedKey.ciphertext, 'base64'), context);
      } finally {
        erase(dataKey);
      }
    } catch (error) {
      throw new VaultError(`the sealed key of wallet ${walletId} does not open`, { cause: error });
    }
  }
}

/** Returns the context that a sealed key is bound to, authenticated with it. */
export function sealContext({ walletId, accountId, address }: Omit<ManagedKey, 'sealedKey'>): string {
  return `${walletId}|${accountId}|${address}|${VERSION}`;
}

function erase(key: Secret<Buffer>): void {
  key.reveal().fill(0);
}
