// Why: docs/decisions/wallet/withdrawals.md
import type { MicroUsdc } from '@platform/kit/money';
import type { ClientSession } from '@platform/store/mongo';
import type { WalletRecord } from '../../wallets/model.js';
import type { WithdrawalRecord } from '../model.js';
import type { SourceName } from './names.js';

/** Why a source can't be spent now. */
export type SourceObstacle =
  /** Nothing can be sent: the platform has no relayer, or it can't pay for a transfer. */
  | 'transfers_unavailable'
  /** The balance can't be read. */
  | 'balance_unknown'
  /** What is there differs from the books. */
  | 'balance_under_review'
  /** What would be kept of a withdrawal isn't known, or is more than the fee. */
  | 'fee_unknown';

/** What a source has for a wallet now. */
export interface SourceState {
  /** Undefined while it isn't known. */
  readonly availableMicroUsdc: MicroUsdc | undefined;
  /** Absent where it can be spent, were it only for lack of a balance. */
  readonly obstacle?: SourceObstacle;
}

/** What becomes of an amount that leaves a source. */
export interface Quote {
  /** What the source keeps of the amount. */
  readonly feeMicroUsdc: MicroUsdc;
  /** What arrives at the destination: the rest, more than zero. */
  readonly arrivesMicroUsdc: MicroUsdc;
}

/**
 * Holds the money of a withdrawal, in the transaction that accepts it: call it once it is sure to be accepted. Returns the record as it is
 * then stored, sealed.
 */
export type HoldWithdrawal = (withdrawal: WithdrawalRecord) => Promise<WithdrawalRecord>;

/** A balance that withdrawals can spend. */
export interface WithdrawalSource {
  /** What it keeps of each withdrawal; at most, where only what arrives tells. */
  readonly feeMicroUsdc: MicroUsdc;
  /** Returns what becomes of an amount. Throws `bad_request` for one that is too small to arrive. */
  quote(amountMicroUsdc: MicroUsdc): Quote;
  /** Returns what it has for a wallet now. Never rejects for what can't be read: that is an obstacle. */
  describe(wallet: WalletRecord): Promise<SourceState>;
  /**
   * Runs the transaction that accepts a withdrawal of an amount from it; retried as a whole on conflicts. Throws `insufficient_held_balance`,
   * `rate_limited`, or `wallet_upstream_unavailable` where nothing can leave it now.
   */
  accept<Result>(
    wallet: WalletRecord,
    amountMicroUsdc: MicroUsdc,
    decide: (session: ClientSession, hold: HoldWithdrawal) => Promise<Result>,
  ): Promise<Result>;
}

/** The sources by name; undefined: planned. */
export type WithdrawalSources = Readonly<Record<SourceName, WithdrawalSource | undefined>>;
