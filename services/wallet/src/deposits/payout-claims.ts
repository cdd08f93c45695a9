import type { ClientSession } from '@platform/store/mongo';
import type { DepositRecord } from './model.js';

/** Tells payouts of venues from deposits. */
export interface PayoutClaims {
  /**
   * Marks a final transfer as the payout that a withdrawal waits for, in the transaction that confirms it; returns false, and changes nothing,
   * where none does.
   */
  claim(deposit: DepositRecord, session: ClientSession): Promise<boolean>;
}
