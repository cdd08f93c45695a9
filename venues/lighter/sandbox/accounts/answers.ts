import { z } from 'zod';
import { OK } from '../answers.js';
import type { Market } from '../market.js';
import { accountNotFound, apiKeyNotFound } from '../refusal.js';
import { accountIndex, ethereumAddress, type Fields, parsed } from '../requests.js';
import type { Store } from '../store/store.js';
import type { Account } from './account.js';
import { type AccountState, apiKey, briefAccount, detailedAccount } from './wire.js';

/** The answers of the endpoints that tell of accounts, by the venue's OpenAPI document. */

/** The key index that selects all keys. */
const ALL_KEYS = 255;

const keyIndex = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((index) => index <= ALL_KEYS);
const byOwner = z.object({ l1_address: ethereumAddress });
const one = z.discriminatedUnion('by', [
  z.object({ by: z.literal('index'), value: accountIndex }),
  z.object({ by: z.literal('l1_address'), value: ethereumAddress }),
]);
const keysOf = z.object({ account_index: accountIndex, api_key_index: keyIndex.default(ALL_KEYS) });
const nonceOf = z.object({ account_index: accountIndex, api_key_index: keyIndex.refine((index) => index < ALL_KEYS) });

/** What the endpoints are of. */
export interface AccountParts {
  readonly store: Store;
  /** By id. */
  readonly markets: ReadonlyMap<number, Market>;
  readonly nowMs: number;
}

/** Every endpoint by its path. */
export const ACCOUNT_ANSWERS: Readonly<Record<string, (query: Fields, parts: AccountParts) => object>> = {
  '/api/v1/accountsByL1Address': (query, { store, markets, nowMs }) => {
    const { l1_address } = parsed(byOwner, query);
    const account = known(store.accountOfOwner(l1_address));
    return { code: OK, l1_address, sub_accounts: [briefAccount(stateOf(account, store, markets, nowMs))] };
  },
  '/api/v1/account': (query, { store, markets, nowMs }) => {
    const { by, value } = parsed(one, query);
    const account = known(by === 'index' ? store.account(value) : store.accountOfOwner(value));
    return {
      code: OK,
      total: 1,
      accounts: [detailedAccount(stateOf(account, store, markets, nowMs))],
      next_cursor: '',
    };
  },
  '/api/v1/apikeys': (query, { store }) => {
    const { account_index, api_key_index } = parsed(keysOf, query);
    const { index } = known(store.account(account_index));
    const all = store.apiKeysOf(index);
    const asked = api_key_index === ALL_KEYS ? all : all.filter((key) => key.apiKeyIndex === api_key_index);
    if (asked.length === 0) throw apiKeyNotFound();
    return { code: OK, api_keys: asked.map(apiKey) };
  },
  // What was executed: a transaction that waits does not count yet.
  '/api/v1/nextNonce': (query, { store }) => {
    const { account_index, api_key_index } = parsed(nonceOf, query);
    const { index } = known(store.account(account_index));
    return { code: OK, nonce: Number(store.apiKey(index, api_key_index)?.nonce ?? 0n) };
  },
};

function known(account: Account | undefined): Account {
  if (account === undefined) throw accountNotFound();
  return account;
}

function stateOf(account: Account, store: Store, markets: AccountParts['markets'], nowMs: number): AccountState {
  return { account, orders: store.orders.liveOf(account.index), markets, nowMs };
}
