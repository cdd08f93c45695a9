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
  /** What it keeps of each withdrawal; at most, where others carry it. */
  readonly feeMicroUsdc: MicroUsdc;
  /** How others carry it; undefined for a venue that pays by itself, from an address of its own, all that it doesn't keep. */
  readonly carried: CarriedWithdrawals | undefined;
  /** Returns what the wallet may withdraw now, read now. */
  withdrawable(wallet: Address): Promise<MicroUsdc>;
  /** Returns a nonce that no other action of the wallet gets. */
  drawNonce(wallet: Address): Promise<number>;
  /** The wallet's signature of a withdrawal to itself; the same request gives the same text. */
  readonly withdraw: SigningFamily<VenueWithdrawalRequest, object, string>;
  /** Sends a signed withdrawal. The same one may be sent again: the venue takes it once. */
  send(signedJson: string): Promise<WithdrawalAnswer>;
  /**
   * Returns the withdrawal as the venue's own ledger, or a chain, shows it; `never` where it was not made and can't be any more; undefined while
   * neither is shown.
   */
  find(wallet: Address, request: VenueWithdrawalRequest): Promise<FoundWithdrawal | 'never' | undefined>;
  /** How a nonce is spent, so that a withdrawal that isn't shown is disproved; undefined where `find` tells of each in the end. */
  readonly spending: NonceSpending | undefined;
}

/** Withdrawals that others carry: what they keep is known at most before, and they pay from any address. */
export interface CarriedWithdrawals {
  /** The least amount that they carry. */
  readonly leastMicroUsdc: MicroUsdc;
  /** Returns what they would keep of an amount now. */
  keeps(wallet: Address, amountMicroUsdc: MicroUsdc): Promise<MicroUsdc>;
  /**
   * Returns the plan of a withdrawal, as text: all that its signature will say and that isn't in the request. It is asked for once, and
   * sealed before anything is signed. No two withdrawals of a wallet are planned before what became of the first is known.
   */
  plan(wallet: Address, amountMicroUsdc: MicroUsdc): Promise<string>;
}

/** A venue's nonces, each of which it takes once and not for ever. */
export interface NonceSpending {
  /** The wallet's signature of an action that only spends a nonce. */
  readonly family: SigningFamily<NonceRequest, object, string>;
  /** Sends a signed action that only spends a nonce; may be repeated. */
  send(signedJson: string): Promise<SpendAnswer>;
  /** Returns from when on the venue refuses every action with the nonce. */
  endOf(nonce: number): Date;
}

/** A withdrawal to be signed, or looked up. */
export interface VenueWithdrawalRequest {
  /** What leaves the account, the fee included. */
  readonly amountMicroUsdc: MicroUsdc;
  readonly nonce: number;
  /** See `CarriedWithdrawals`; undefined where nobody carries it. */
  readonly plan: string | undefined;
}

/** An action that spends a nonce, to be signed. */
export interface NonceRequest {
  readonly nonce: number;
}

/** `refused`: in words that say that nothing was done by this request. Whether the withdrawal happened is looked up in any case. */
export type WithdrawalAnswer = 'accepted' | 'refused' | 'unknown';

/** `unspent`: the nonce was unspent, and is spent now; `spent`: it was spent before. */
export type SpendAnswer = 'unspent' | 'spent' | 'unknown';

/** A withdrawal that has left the account. */
export interface FoundWithdrawal {
  /** What the venue has kept of it; undefined where what arrives tells. */
  readonly feeMicroUsdc: MicroUsdc | undefined;
}
