import type { Random } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type LocalAccount, recoverMessageAddress } from 'viem';
import { erase, KEY_BYTES } from './aes-gcm.js';
import { ENVELOPE_VERSION, Envelopes } from './envelopes.js';
import { Keyring } from './keyring.js';
import type { MasterKey } from './master-key.js';
import { accountSigning, addressOf } from './signing-key.js';
import { type KeyOwner, type ManagedKey, type Vault, VaultError } from './vault.js';

const PROBE = 'wallet key probe';

/** A vault of envelopes: each key is sealed for its wallet, account and address. */
export class EnvelopeVault implements Vault {
  readonly #envelopes: Envelopes;

  constructor(
    masterKey: MasterKey,
    private readonly random: Random,
    /** Former keys open what they sealed, and seal nothing. */
    former: readonly MasterKey[] = [],
  ) {
    this.#envelopes = new Envelopes(new Keyring(masterKey, former), random);
  }

  async createKey(owner: KeyOwner): Promise<ManagedKey> {
    const { key, privateKey } = await this.createSharedKey(owner);
    erase(privateKey);
    return key;
  }

  async createSharedKey({ walletId, accountId }: KeyOwner): Promise<{ key: ManagedKey; privateKey: Secret<Buffer> }> {
    const privateKey = new Secret(this.random.bytes(KEY_BYTES));
    const owner = { walletId, accountId, address: addressOf(privateKey) };
    const key = { ...owner, sealedKey: await this.#envelopes.seal(privateKey, keyContext(owner)) };
    await this.#prove(key);
    return { key, privateKey };
  }

  signer(key: ManagedKey): LocalAccount {
    return accountSigning(key.address, (use) => this.#envelopes.use(key.sealedKey, keyContext(key), use));
  }

  async opens(key: ManagedKey): Promise<boolean> {
    try {
      return await this.#envelopes.use(key.sealedKey, keyContext(key), () => true);
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
}

/** Returns the context that a wallet's or an agent's sealed key is bound to. */
export function keyContext({ walletId, accountId, address }: Omit<ManagedKey, 'sealedKey'>): string {
  return `${walletId}|${accountId}|${address}|${ENVELOPE_VERSION}`;
}
