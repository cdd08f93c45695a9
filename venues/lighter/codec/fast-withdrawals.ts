import { z } from 'zod';
import { microUsdc } from './accounts.js';
import { hash, ok, whole } from './answer-fields.js';

/** Answers about fast withdrawals, which the venue pays on Arbitrum. Fields that are not read are left out. */

/** "Fast Withdrawal (USDC only, 4 USDC minimum)": of what is paid (apidocs.lighter.xyz, deposits, transfers and withdrawals). */
export const FAST_WITHDRAWAL_LEAST_MICRO_USDC = 4_000_000n;
/** What the venue takes of a transfer to another owner, beside what is transferred; less for who has staked with it. */
export const TRANSFER_FEE_MICRO_USDC_MAX = 3_000_000n;
/** The asset that is paid. */
export const USDC_ASSET_INDEX = 3;
/** Nothing was done, and the same may be asked for later. */
export const TOO_MANY_REQUESTS = 23_000;

/** Answer of `fastwithdraw/info`: the account that a withdrawal is transferred to, and the most that would be paid now. */
export const fastWithdrawalTerms = z
  .object({ code: ok, to_account_index: whole, withdraw_limit: microUsdc, max_withdrawal_amount: microUsdc })
  .transform(({ to_account_index, withdraw_limit, max_withdrawal_amount }) => ({
    toAccountIndex: to_account_index,
    // The documents leave open which one is whose.
    mostMicroUsdc: withdraw_limit < max_withdrawal_amount ? withdraw_limit : max_withdrawal_amount,
  }));

/** How the venue would pay an account now. */
export type FastWithdrawalTerms = z.output<typeof fastWithdrawalTerms>;

/** Answer of `transferFeeInfo`, in micro-USDC. */
export const transferFee = z
  .object({ code: ok, transfer_fee_usdc: whole })
  .transform(({ transfer_fee_usdc }) => BigInt(transfer_fee_usdc));

/** Answer of `fastwithdraw`: the venue has the transfer. Its documents leave out the hash, which its clients read. */
export const takenWithdrawal = z.object({ code: ok, tx_hash: hash.optional() });
