import { z } from 'zod';
import { openedAccount } from '../accounts/auth.js';
import { OK } from '../answers.js';
import { accountIndex, type Fields, parsed, whole } from '../requests.js';
import type { Store } from '../store/store.js';
import { shownTransaction } from './wire.js';

const ROWS_MAX = 100;
const type = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number);
const asked = z.object({
  by: z.literal('account_index'),
  value: accountIndex,
  auth: z.string().optional(),
  limit: whole.refine((rows) => rows >= 1 && rows <= ROWS_MAX, `must be from 1 to ${ROWS_MAX}`),
  types: z.union([type.transform((one) => [one]), z.array(type).max(ROWS_MAX)]).optional(),
  // Its effect is not documented: refused rather than guessed.
  index: z.never().optional(),
});

/** Returns the answer of `accountTxs`: an account's newest transactions, those that wait among them. They are the account's alone. */
export function accountTransactions(query: Fields, store: Store, nowMs: number): object {
  const { value, auth, limit, types } = parsed(asked, query);
  const { index } = openedAccount(store, auth, value, nowMs);
  return { code: OK, txs: store.transactions.newestOf(index, types, limit).map(shownTransaction) };
}
