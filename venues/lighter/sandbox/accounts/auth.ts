import { isHex } from 'viem';
import { isTokenSignedBy, readAuthToken } from '../../transactions/index.js';
import { accountNotFound, invalidParam } from '../refusal.js';
import type { Store } from '../store/store.js';
import type { Account } from './account.js';

/** "Each auth code can have a maximum expiry of 8 hours." */
const HOURS_MAX = 8;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Returns an account whose token it is, or refuses to read what is the account's alone. */
export function openedAccount(store: Store, token: unknown, accountIndex: number, nowMs: number): Account {
  const account = store.account(accountIndex);
  if (account === undefined) throw accountNotFound();
  checkAuth(store, token, accountIndex, nowMs);
  return account;
}

/** Refuses a read of what is an account's alone, unless its token is signed by a key of the account and is valid now. */
export function checkAuth(store: Store, token: unknown, accountIndex: number, nowMs: number): void {
  const read = typeof token === 'string' ? readAuthToken(token) : undefined;
  const leftMs = (read?.expiresS ?? 0) * SECOND_MS - nowMs;
  const isValid = read?.accountIndex === accountIndex && leftMs > 0 && leftMs <= HOURS_MAX * HOUR_MS;
  if (read === undefined || !isValid) throw invalidParam('auth');
  const publicKey = store.apiKey(accountIndex, read.apiKeyIndex)?.publicKey;
  if (!isHex(publicKey) || !isTokenSignedBy(read, publicKey)) throw invalidParam('auth');
}
