import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { accountActions } from './exchange/accounts/account-actions.js';
import { orderActions } from './exchange/orders/order-actions.js';
import { accountHandlers } from './info/account.js';
import { historyHandlers } from './info/history.js';
import { listingHandlers } from './info/listings.js';
import { priceHandlers } from './info/prices.js';
import { userTermsHandlers } from './info/user-terms.js';
import { subscriptionSchema } from './websocket/channels.js';

const page = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
const FIELDS = { user: `0x${'ab'.repeat(20)}`, coin: 'BTC', interval: '1m' };

/** Returns the names in the rows of the page's table whose first cell begins so. */
function documented(where: string): string[] {
  const rows = page.split('\n').filter((line) => line.startsWith(`| ${where}`));
  return rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''));
}

describe('docs/sandbox.md lists', () => {
  test('every info request that is answered', () => {
    const handlers = {
      ...accountHandlers,
      ...historyHandlers,
      ...listingHandlers,
      ...priceHandlers,
      ...userTermsHandlers,
    };
    expect(documented('`POST /info`').sort()).toEqual(Object.keys(handlers).sort());
  });

  test('every action that is done', () => {
    expect(documented('`POST /exchange`').sort()).toEqual(Object.keys({ ...orderActions, ...accountActions }).sort());
  });

  test('only subscriptions that are taken', () => {
    const types = documented('WebSocket, ');
    expect(types.length).toBeGreaterThan(20);
    for (const type of types) expect(subscriptionSchema.parse({ type, ...FIELDS }).echo).toMatchObject({ type });
  });
});

test.each(['vaultDetails', 'explorerBlock', 'activeSpotAssetCtx'])('a subscription to %s is unknown', (type) => {
  expect(subscriptionSchema.safeParse({ type, ...FIELDS }).success).toBe(false);
});
