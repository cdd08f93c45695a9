import type { Secret } from '@platform/kit/config';
import type { Address, LocalAccount } from 'viem';

/** A signing key as it is stored: readable by nobody but the vault that sealed it. */
export interface SealedKey {
  /** Version of this format; bound to the ciphertext. */
  readonly version: number;
  /** The master key that wraps the data key. */
  readonly masterKeyId: string;
  /** The wallet's own data key, wrapped by the master key; base64. */
  readonly wrappedDataKey: string;
  /** The signing key, encrypted under the data key; base64. */
  readonly ciphertext: string;
}

/** A wallet's key together with what it is bound to: sealed for one wallet, account and address, it opens for no other. */
export interface ManagedKey {
  readonly walletId: string;
  /** Whose wallet it is. */
  readonly accountId: string;
  /** Checksummed EVM address. */
  readonly address: Address;
  readonly sealedKey: SealedKey;
}

/** What a new key is made for: a wallet, or an agent under its own id. */
export type KeyOwner = Pick<ManagedKey, 'walletId' | 'accountId'>;

/** Keeps signing keys. A wallet's plain key never leaves it: what others get is a sealed key, and signatures. */
export interface Vault {
  /** Makes a secp256k1 key for a wallet; it has signed once before its address is told, so no address without a usable key exists. */
  createKey(owner: KeyOwner): Promise<ManagedKey>;
  /** Makes a key that another process is to sign with, and gives it this once; the receiver erases it. Never a wallet's. */
  createSharedKey(owner: KeyOwner): Promise<{ readonly key: ManagedKey; readonly privateKey: Secret<Buffer> }>;
  /** Signs as the wallet; each signature opens the key again. Rejects with `VaultError` when the key was tampered with. */
  signer(key: ManagedKey): LocalAccount;
  /** Whether the wallet can sign now: its key opens, and for this wallet, account and address. */
  opens(key: ManagedKey): Promise<boolean>;
}

/** A sealed key that doesn't open: changed, moved to another wallet, or sealed under another master key. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}
