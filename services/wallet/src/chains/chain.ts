import type { MicroUsdc } from '@platform/kit/money';
import type { Address } from 'viem';
import type { Token } from './token.js';

/** A chain's balances of one token. */
export interface Chain {
  readonly token: Token;
  /** Returns the balance of an address at the newest block. Throws `wallet_upstream_unavailable` when the chain can't be read. */
  balance(address: Address): Promise<MicroUsdc>;
  /** Returns the balance of an address at the newest final block: what may be spent. */
  finalBalance(address: Address): Promise<MicroUsdc>;
  /** Returns the balance of an address at a block. */
  balanceAt(address: Address, block: number): Promise<MicroUsdc>;
  /** Rejects unless the chain can be read now. */
  checkReachable(): Promise<void>;
}
