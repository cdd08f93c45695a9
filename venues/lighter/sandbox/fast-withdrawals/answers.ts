import { z } from 'zod';
import { transactionTypes } from '../../transactions/index.js';
import { openedAccount } from '../accounts/auth.js';
import { usdcOf } from '../amounts.js';
import { OK } from '../answers.js';
import { invalidParam } from '../refusal.js';
import { accountIndex, ethereumAddress, type Fields, parsed } from '../requests.js';
import { read } from '../sequencer/accept.js';
import { acceptRead, type TransactionParts } from '../sequencer/answers.js';
import type { Store } from '../store/store.js';
import * as terms from './terms.js';

/** The answers of the endpoints of fast withdrawals, by the venue's OpenAPI document and its client's example. */

const ofAccount = z.object({ account_index: accountIndex, auth: z.unknown() });
const between = ofAccount.extend({ to_account_index: accountIndex.optional() });
const withdrawal = z.object({ tx_info: z.string(), to_address: ethereumAddress, auth: z.unknown() });

/** What the endpoints are of. */
interface FastWithdrawalParts {
  readonly store: Store;
  readonly nowMs: number;
}

/** The endpoints that are read, by their paths. */
export const FAST_WITHDRAWAL_ANSWERS: Readonly<Record<string, (query: Fields, parts: FastWithdrawalParts) => object>> =
  {
    '/api/v1/fastwithdraw/info': (query, { store, nowMs }) => {
      const { account_index, auth } = parsed(ofAccount, query);
      openedAccount(store, auth, account_index, nowMs);
      return {
        code: OK,
        to_account_index: terms.POOL_ACCOUNT_INDEX,
        withdraw_limit: usdcOf(terms.POOL_LIMIT_MICRO_USDC),
        max_withdrawal_amount: usdcOf(terms.WITHDRAWAL_MAX_MICRO_USDC),
      };
    },
    '/api/v1/transferFeeInfo': (query, { store, nowMs }) => {
      const { account_index, auth } = parsed(between, query);
      openedAccount(store, auth, account_index, nowMs);
      return { code: OK, transfer_fee_usdc: Number(terms.TRANSFER_FEE_MICRO_USDC) };
    },
  };

/** Returns the answer of `fastwithdraw`: accepted, which is not executed yet, and paid later still. */
export async function fastWithdraw(form: unknown, parts: TransactionParts): Promise<object> {
  const { tx_info: info, to_address, auth } = parsed(withdrawal, form);
  const { store, clock } = parts;
  const sent = { type: transactionTypes.transfer, info, isProtected: false };
  const readable = await read(store, sent, (kind) => kind === 'transfer');
  const { transaction } = readable.signed;
  if (transaction.kind !== 'transfer') throw invalidParam('tx_info');
  openedAccount(store, auth, transaction.accountIndex, clock.nowMs());
  checkTransfer(transaction);
  if (terms.paidBy(transaction.memo) !== to_address) throw invalidParam('to_address');
  const [tx_hash] = acceptRead([readable], parts);
  return { code: OK, tx_hash };
}

function checkTransfer(
  transfer: Extract<Awaited<ReturnType<typeof read>>['signed']['transaction'], { kind: 'transfer' }>,
) {
  const { toAccountIndex, assetIndex, fromRoute, toRoute, amount, fee } = transfer;
  if (toAccountIndex !== terms.POOL_ACCOUNT_INDEX) throw invalidParam('ToAccountIndex');
  if (assetIndex !== terms.USDC_ASSET_INDEX) throw invalidParam('AssetIndex');
  if (fromRoute !== 'perps' || toRoute !== 'perps') throw invalidParam('RouteType');
  if (amount < terms.LEAST_MICRO_USDC || amount > terms.WITHDRAWAL_MAX_MICRO_USDC) throw invalidParam('Amount');
  if (fee !== terms.TRANSFER_FEE_MICRO_USDC) throw invalidParam('USDCFee');
}
