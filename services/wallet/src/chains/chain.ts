import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';

/** A network that wallets hold USDC on. */
export type Network = 'arbitrum' | 'polygon';

/** A chain as the wallet service uses it. */
export interface Chain {
  readonly network: Network;
  /** Returns the USDC of an address at the newest block. Throws `wallet_upstream_unavailable` when the chain can't be read. */
  usdcBalance(address: Address): Promise<MicroUsdc>;
  /** Returns the USDC of an address at the newest final block: what may be spent. */
  finalUsdcBalance(address: Address): Promise<MicroUsdc>;
  /** Returns the USDC of an address at a block. */
  usdcBalanceAt(address: Address, block: number): Promise<MicroUsdc>;
  /** Rejects unless the chain can be read now. */
  checkReachable(): Promise<void>;
}
