import type { Secret } from '@platform/kit/config';
import type { Address, LocalAccount } from 'viem';

/** A signing key or a venue's secret as stored: only who holds the master key can read it. */
export interface SealedKey {
  /** Version of this format; bound to the ciphertext. */
  readonly version: number;
  /** The id of the master key that wraps the data key. */
  readonly masterKeyId: string;
  /** Its own data key, wrapped by the master key; base64. */
  readonly wrappedDataKey: string;
  /** The key or secret, encrypted under the data key; base64. */
  readonly ciphertext: string;
}

/** A wallet's key together with its binding: sealed for one wallet, account and address, it opens for no other. */
export interface ManagedKey {
  readonly walletId: string;
  /** The account that owns the wallet. */
  readonly accountId: string;
  /** Checksummed EVM address. */
  readonly address: Address;
  readonly sealedKey: SealedKey;
}

/** The owner of a new key: a wallet, or an agent under its own id. */
export type KeyOwner = Pick<ManagedKey, 'walletId' | 'accountId'>;

/** Keeps signing keys. A wallet's plain key never leaves the vault: others receive only a sealed key, and signatures. */
export interface Vault {
  /** Creates a secp256k1 key for a wallet; it has signed once before its address is returned, so every address has a usable key. */
  createKey(owner: KeyOwner): Promise<ManagedKey>;
  /** Makes a key that another process is to sign with, and gives it this once; the receiver erases it. Never a wallet's. */
  createSharedKey(owner: KeyOwner): Promise<{ readonly key: ManagedKey; readonly privateKey: Secret<Buffer> }>;
  /** Signs as the wallet; each signature opens the key again. Rejects with `VaultError` when the key was tampered with. */
  signer(key: ManagedKey): LocalAccount;
  /** Returns whether the wallet can sign now: its key opens, for this wallet, account and address. */
  opens(key: ManagedKey): Promise<boolean>;
}

/** Something sealed that doesn't open: changed, moved to another owner or purpose, or sealed under another master key. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}
