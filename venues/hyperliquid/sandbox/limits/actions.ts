import type { Account } from '../exchange/accounts/account.js';
import { ActionRefused } from '../exchange/refused.js';
import { formatUsdc, USDC } from '../exchange/units.js';

/**
 * The venue's count of actions, by account: "1 request per 1 USDC traded cumulatively since address inception". Source:
 * hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits.
 */

/** "Each address starts with an initial buffer of 10000 requests." */
const REQUESTS_AT_FIRST = 10_000n;
/** "When rate limited, an address is allowed one request every 10 seconds." */
const SLOWED_INTERVAL_MS = 10_000;
/** "Cancels have cumulative limit min(limit + 100000, limit * 2)." */
const CANCELS_MORE_MAX = 100_000;

/** Returns how many requests an account may have sent by now, besides those it has bought. */
export function requestsAllowed({ tradedMicroUsdc }: Account): number {
  return Number(REQUESTS_AT_FIRST + tradedMicroUsdc / USDC);
}

/** Returns the account after an action of so many orders or cancels. Throws in the venue's words when it has used up its allowance. */
export function countRequests(account: Account, action: unknown, nowMs: number): Account {
  const { isCancel, count } = weighed(action);
  const allowed = requestsAllowed(account);
  const traded = isCancel ? Math.min(allowed + CANCELS_MORE_MAX, allowed * 2) : allowed;
  const limit = traded + account.reservedRequests;
  const requests = account.requests + count;
  if (requests <= limit) return { ...account, requests };
  if (nowMs - account.slowedMs >= SLOWED_INTERVAL_MS) return { ...account, requests, slowedMs: nowMs };
  throw new ActionRefused(
    `Too many cumulative requests sent (${requests} > ${limit}) for cumulative volume traded $${formatUsdc(account.tradedMicroUsdc)}. Place taker orders to free up 1 request per USDC traded.`,
  );
}

/** "A batched request with n orders (or cancels) is treated as n requests for address based rate limiting." */
function weighed(action: unknown): { readonly isCancel: boolean; readonly count: number } {
  const fields = new Map(typeof action === 'object' && action !== null ? Object.entries(action) : []);
  const lists = ['orders', 'cancels', 'modifies'].map((name) => fields.get(name));
  const count = Math.max(1, ...lists.map((list) => (Array.isArray(list) ? list.length : 0)));
  return { isCancel: fields.has('cancels'), count };
}
