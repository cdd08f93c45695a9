// Why: docs/decisions/wallet/venue-withdrawals.md
import type { MicroUsdc } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import type { Address } from 'viem';
import type { SigningFamily } from './signing.js';

/**
 * A venue's payments back to the wallets that own accounts there. Every read throws `wallet_upstream_unavailable` when the venue can't be
 * read.
 */
export interface VenueWithdrawals {
  /** The network on which it pays, in native USDC. */
  readonly network: Network;
  /** What it keeps of each withdrawal. */
  readonly feeMicroUsdc: MicroUsdc;
  /** Returns what the wallet may withdraw now, read now. */
  withdrawable(wallet: Address): Promise<MicroUsdc>;
  /** Returns a nonce that no other action of the wallet gets. */
  drawNonce(wallet: Address): Promise<number>;
  /** The wallet's signature of a withdrawal to itself; the same request gives the same text. */
  readonly withdraw: SigningFamily<VenueWithdrawalRequest, object, string>;
  /** The wallet's signature of an action that only spends a nonce. */
  readonly spend: SigningFamily<NonceRequest, object, string>;
  /** Sends a signed withdrawal. The same one may be sent again: the venue takes a nonce once. */
  send(signedJson: string): Promise<WithdrawalAnswer>;
  /** Sends a signed action that only spends a nonce; may be repeated. */
  sendSpend(signedJson: string): Promise<SpendAnswer>;
  /** Returns the withdrawal with a nonce, as the venue's own ledger shows it; undefined while it shows none. */
  find(wallet: Address, nonce: number): Promise<FoundWithdrawal | undefined>;
  /** Returns from when on the venue refuses every action with the nonce. */
  endOf(nonce: number): Date;
}

/** A withdrawal to be signed. */
export interface VenueWithdrawalRequest {
  /** What leaves the account, the fee included. */
  readonly amountMicroUsdc: MicroUsdc;
  readonly nonce: number;
}

/** An action that spends a nonce, to be signed. */
export interface NonceRequest {
  readonly nonce: number;
}

/** `refused`: in words that say that nothing was done by this request. Whether the withdrawal happened is looked up in any case. */
export type WithdrawalAnswer = 'accepted' | 'refused' | 'unknown';

/** `unspent`: the nonce was unspent, and is spent now; `spent`: it was spent before. */
export type SpendAnswer = 'unspent' | 'spent' | 'unknown';

/** A withdrawal in the venue's ledger. */
export interface FoundWithdrawal {
  /** What the venue has kept of it. */
  readonly feeMicroUsdc: MicroUsdc;
}
