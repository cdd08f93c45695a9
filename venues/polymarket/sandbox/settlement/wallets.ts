import type { Address } from 'viem';

/** The venue's deposit wallets. */
export interface DepositWallets {
  /** Returns the deposit wallet of an owner; undefined where there is none. */
  of(owner: Address): Promise<Address | undefined>;
}
