import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';

/** A network that wallets hold USDC on. */
export type Network = 'arbitrum' | 'polygon';

/** A chain as the wallet sees it. */
export interface Chain {
  readonly network: Network;
  /** USDC of an address at the newest block. Throws `wallet_upstream_unavailable` when the chain can't be read. */
  usdcBalance(address: Address): Promise<MicroUsdc>;
  /** The same at the newest block that can't be taken back: what may be spent. */
  finalUsdcBalance(address: Address): Promise<MicroUsdc>;
  /** The same at a block. */
  usdcBalanceAt(address: Address, block: number): Promise<MicroUsdc>;
  /** Rejects unless the chain can be read now. */
  checkReachable(): Promise<void>;
}
