import type { Random } from '@platform/clock';
import { Secret } from '@platform/config';
import { type Address, type LocalAccount, recoverMessageAddress, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount, toAccount } from 'viem/accounts';
import { decrypt, encrypt, KEY_BYTES } from './aes-gcm.js';
import type { MasterKey } from './master-key.js';
import { type ManagedKey, type SealedKey, type Vault, VaultError } from './vault.js';

const VERSION = 1;
const PROBE = 'wallet key probe';

/** Envelope encryption: each wallet's key under a data key of its own, and that one wrapped by the master key. */
export class EnvelopeVault implements Vault {
  constructor(
    private readonly masterKey: MasterKey,
    private readonly random: Random,
  ) {}

  async createKey(walletId: string): Promise<ManagedKey> {
    const { key, privateKey } = await this.createSharedKey(walletId);
    erase(privateKey);
    return key;
  }

  async createSharedKey(keyId: string): Promise<{ key: ManagedKey; privateKey: Secret<Buffer> }> {
    const privateKey = new Secret(this.random.bytes(KEY_BYTES));
    const { address } = accountOf(privateKey);
    const key = { walletId: keyId, address, sealedKey: await this.#seal(privateKey, keyId, address) };
    await this.#prove(key);
    return { key, privateKey };
  }

  signer(key: ManagedKey): LocalAccount {
    return toAccount({
      address: key.address,
      sign: (parameters) => this.#as(key, (account) => account.sign(parameters)),
      signMessage: (parameters) => this.#as(key, (account) => account.signMessage(parameters)),
      signTransaction: (transaction, options) =>
        this.#as(key, (account) => account.signTransaction(transaction, options)),
      signTypedData: (parameters) => this.#as(key, (account) => account.signTypedData(parameters)),
    });
  }

  /** Lets `sign` use the plain key, which is erased when it is done. */
  async #as<Signature>(key: ManagedKey, sign: (account: PrivateKeyAccount) => Promise<Signature>): Promise<Signature> {
    const privateKey = await this.#open(key);
    try {
      return await sign(accountOf(privateKey));
    } finally {
      erase(privateKey);
    }
  }

  async #prove(key: ManagedKey): Promise<void> {
    const signature = await this.signer(key).signMessage({ message: PROBE });
    const signedBy = await recoverMessageAddress({ message: PROBE, signature });
    if (signedBy !== key.address)
      throw new VaultError(`the new key of wallet ${key.walletId} does not sign as it should`);
  }

  async #seal(privateKey: Secret<Buffer>, walletId: string, address: Address): Promise<SealedKey> {
    const context = contextOf(walletId, address, VERSION);
    const dataKey = new Secret(this.random.bytes(KEY_BYTES));
    const ciphertext = encrypt(dataKey, privateKey, context, this.random);
    const wrappedDataKey = await this.masterKey.wrap(dataKey, context);
    erase(dataKey);
    return {
      version: VERSION,
      masterKeyId: this.masterKey.id,
      wrappedDataKey: wrappedDataKey.toString('base64'),
      ciphertext: ciphertext.toString('base64'),
    };
  }

  async #open({ walletId, address, sealedKey }: ManagedKey): Promise<Secret<Buffer>> {
    if (sealedKey.version !== VERSION || sealedKey.masterKeyId !== this.masterKey.id)
      throw new VaultError(`wallet ${walletId} is sealed by another format or master key`);
    const context = contextOf(walletId, address, sealedKey.version);
    try {
      const dataKey = await this.masterKey.unwrap(Buffer.from(sealedKey.wrappedDataKey, 'base64'), context);
      const privateKey = decrypt(dataKey, Buffer.from(sealedKey.ciphertext, 'base64'), context);
      erase(dataKey);
      return privateKey;
    } catch (error) {
      throw new VaultError(`the sealed key of wallet ${walletId} does not open`, { cause: error });
    }
  }
}

/** What a sealed key is bound to, authenticated with it. */
function contextOf(walletId: string, address: Address, version: number): string {
  return `${walletId}|${address}|${version}`;
}

function accountOf(privateKey: Secret<Buffer>): PrivateKeyAccount {
  return privateKeyToAccount(toHex(privateKey.reveal()));
}

function erase(key: Secret<Buffer>): void {
  key.reveal().fill(0);
}
