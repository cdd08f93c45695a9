import type { Address, Hex } from 'viem';
/** What a fill moves between two wallets: in units of 10^-6, as the venue's contracts count. */
export interface SettledFill {
  readonly tokenId: bigint;
  readonly buyer: Address;
  readonly seller: Address;
  readonly shares: bigint;
  readonly collateral: bigint;
  /** Fee that the taker pays in collateral. */
  readonly fee: { readonly payer: Address; readonly collateral: bigint };
}
/** A settlement that a wallet's balance or allowance does not cover: nothing has moved. */
export class Reverted extends Error {}

/** Where the venue's money and shares are. */
export interface Settlement {
  /** Collateral of a wallet, and what each exchange may take of it. */
  collateral(
    wallet: Address,
  ): Promise<{ readonly balance: bigint; readonly allowances: Readonly<Record<Address, bigint>> }>;
  /** Shares of an outcome that a wallet has, and whether each exchange may take them. */
  shares(
    wallet: Address,
    tokenId: bigint,
  ): Promise<{ readonly balance: bigint; readonly approvals: Readonly<Record<Address, boolean>> }>;
  /** Whether the signature of a contract wallet is its owner's (EIP-1271). */
  isSignatureOf(wallet: Address, digest: Hex, signature: Hex): Promise<boolean>;
  /**
   * Moves what the fills owe, in one transaction; resolves with its hash once it is mined. A repeat of the same id moves nothing and has the
   * same answer. Rejects with `Reverted` where it cannot be made; after any other error it may have been.
   */
  settle(id: string, exchange: Address, fills: readonly SettledFill[]): Promise<Hex>;
}
