import { z } from 'zod';
import { readAuthToken } from '../../transactions/index.js';
import { accountIndex, ethereumAddress, type Fields } from '../requests.js';
import type { Store } from '../store/store.js';

/** The fields by which requests name an account: by its number, or by its owner's address. */
const byOwner = z.union([
  z.object({ l1_address: ethereumAddress }).transform(({ l1_address }) => l1_address),
  z.object({ from_addr: ethereumAddress }).transform(({ from_addr }) => from_addr),
  z.object({ by: z.literal('l1_address'), value: ethereumAddress }).transform(({ value }) => value),
]);
const byNumber = z.union([
  z.object({ account_index: accountIndex }).transform(({ account_index }) => account_index),
  z.object({ by: z.enum(['index', 'account_index']), value: accountIndex }).transform(({ value }) => value),
]);
const byToken = z.object({ auth: z.string() }).transform(({ auth }) => readAuthToken(auth)?.accountIndex);

/** Returns whose request it is, an address in lower case: of the account that it names, or that its token is of. Undefined: nobody's. */
export function ownerOf(store: Store, fields: Fields): string | undefined {
  const owner = byOwner.safeParse(fields);
  if (owner.success) return owner.data;
  const number = byNumber.safeParse(fields).data ?? byToken.safeParse(fields).data;
  return number === undefined ? undefined : store.account(number)?.l1Address;
}
