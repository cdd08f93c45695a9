import type { Random } from '@platform/clock';
import { Secret } from '@platform/config';
import { type LocalAccount, recoverMessageAddress, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount, toAccount } from 'viem/accounts';
import { decrypt, encrypt, KEY_BYTES } from './aes-gcm.js';
import type { MasterKey } from './master-key.js';
import { type KeyOwner, type ManagedKey, type SealedKey, type Vault, VaultError } from './vault.js';

const VERSION = 2;
/** Sealed for a wallet and an address, of whatever account. */
const FORMER_VERSION = 1;
const PROBE = 'wallet key probe';

/** Envelope encryption: each wallet's key under a data key of its own, and that one wrapped by the master key. */
export class EnvelopeVault implements Vault {
  constructor(
    private readonly masterKey: MasterKey,
    private readonly random: Random,
  ) {}

  async createKey(owner: KeyOwner): Promise<ManagedKey> {
    const { key, privateKey } = await this.createSharedKey(owner);
    erase(privateKey);
    return key;
  }

  async createSharedKey({ walletId, accountId }: KeyOwner): Promise<{ key: ManagedKey; privateKey: Secret<Buffer> }> {
    const privateKey = new Secret(this.random.bytes(KEY_BYTES));
    const owner = { walletId, accountId, address: accountOf(privateKey).address };
    const key = { ...owner, sealedKey: await this.#seal(privateKey, owner) };
    await this.#prove(key);
    return { key, privateKey };
  }

  async bindToAccount(former: ManagedKey): Promise<SealedKey> {
    const privateKey = await this.#open(former, FORMER_VERSION);
    try {
      return await this.#seal(privateKey, former);
    } finally {
      erase(privateKey);
    }
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
    const privateKey = await this.#open(key, VERSION);
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

  async #seal(privateKey: Secret<Buffer>, owner: Omit<ManagedKey, 'sealedKey'>): Promise<SealedKey> {
    const context = contextOf(owner, VERSION);
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

  async #open(key: ManagedKey, version: number): Promise<Secret<Buffer>> {
    const { walletId, sealedKey } = key;
    if (sealedKey.version !== version || sealedKey.masterKeyId !== this.masterKey.id)
      throw new VaultError(`wallet ${walletId} is sealed by another format or master key`);
    const context = contextOf(key, version);
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
function contextOf({ walletId, accountId, address }: Omit<ManagedKey, 'sealedKey'>, version: number): string {
  const owner = version === FORMER_VERSION ? walletId : `${walletId}|${accountId}`;
  return `${owner}|${address}|${version}`;
}

function accountOf(privateKey: Secret<Buffer>): PrivateKeyAccount {
  return privateKeyToAccount(toHex(privateKey.reveal()));
}

function erase(key: Secret<Buffer>): void {
  key.reveal().fill(0);
}
