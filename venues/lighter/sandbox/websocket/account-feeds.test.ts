import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { z } from 'zod';
import { credit } from '../accounts/credit.js';
import type { Venue } from '../answers.js';
import { LISTINGS } from '../listings.js';
import { Market } from '../market.js';
import { execute } from '../sequencer/execute.js';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';
import { accountChannelOf } from './account-feeds.js';

/** What the official signer made, for ten minutes. */
const FIXTURE = new URL('../fixtures/signed-by-sdk.json', import.meta.url);
const recorded = z.object({ publicKey: z.string(), authToken: z.string() });
const { publicKey, authToken } = recorded.parse(JSON.parse(readFileSync(FIXTURE, 'utf8')));
const MADE_MS = 1_795_000_000_000;
const OWNER = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const ETH = 0;
const markets = new Map(LISTINGS.map((listed) => [listed.id, new Market(1, listed)]));

let directory: string;
let store: Store;
let venue: Venue;
let account: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  store = new Store(openJournal(directory));
  account = credit(store, OWNER, 1_000_000_000n, MADE_MS).index;
  store.saveApiKey({ accountIndex: account, apiKeyIndex: 4, publicKey, nonce: 1n, changedMs: MADE_MS });
  venue = { store, markets, clock: new ManualClock(MADE_MS) };
});
afterEach(() => {
  store.journal.close();
  rmSync(directory, { recursive: true });
});

function feedOf(channel: string) {
  const found = accountChannelOf(channel, authToken, venue);
  if (found === undefined || 'refusal' in found) throw new Error(`${channel} is refused`);
  return found.open();
}

function place(fields: { readonly price: number; readonly isIoc?: boolean }): void {
  const { price, isIoc = false } = fields;
  const order = {
    ...{ marketIndex: ETH, clientOrderIndex: 1, baseAmount: 1_000, price, isAsk: false, isReduceOnly: false },
    ...({ type: isIoc ? 'market' : 'limit', timeInForce: isIoc ? 'immediateOrCancel' : 'goodTillTime' } as const),
    ...{ triggerPrice: 0, orderExpiry: isIoc ? 0n : BigInt(MADE_MS + 3_600_000) },
  };
  const head = { accountIndex: account, apiKeyIndex: 4, expiredAt: MADE_MS + 1, nonce: 1n, attributes: {} };
  execute({ ...head, kind: 'createOrder', order }, { store, markets, nowMs: MADE_MS });
}

function cancel(): void {
  const head = { accountIndex: account, apiKeyIndex: 4, expiredAt: MADE_MS + 1, nonce: 1n, attributes: {} };
  execute({ ...head, kind: 'cancelOrder', marketIndex: ETH, index: 1n }, { store, markets, nowMs: MADE_MS + 1 });
}

test('an account is told whole, then what has changed', () => {
  const feed = feedOf(`account_all/${account}`);
  expect(feed.begin(MADE_MS)).toMatchObject({
    account,
    positions: {},
    assets: { 3: { margin_balance: '1000.000000' } },
  });
  expect(feed.next(MADE_MS)).toEqual([]);
  place({ price: 900_000, isIoc: true });
  expect(feed.next(MADE_MS)).toMatchObject([
    { positions: { 0: { position: '0.1000' } }, trades: { 0: expect.arrayContaining([expect.anything()]) } },
  ]);
  expect(feed.next(MADE_MS + 1_000)).toEqual([]);
});

test('an account is told what its positions have paid, once', () => {
  place({ price: 900_000, isIoc: true });
  const pay = (timestamp: number, nowMs: number) => {
    const known = store.account(account);
    if (known === undefined) throw new Error('the account is gone');
    store.saveAccount({ ...known, changedMs: nowMs });
    store.fundings.add(account, ETH, { timestamp, market_id: ETH, position_side: 'long' });
  };
  pay(1, MADE_MS);
  const feed = feedOf(`account_all/${account}`);
  expect(feed.begin(MADE_MS)).toMatchObject({ funding_histories: {} });
  pay(2, MADE_MS + 1);
  expect(feed.next(MADE_MS)).toMatchObject([{ funding_histories: { 0: [{ timestamp: 2, funding_id: 2 }] } }]);
  expect(feed.next(MADE_MS)).toEqual([]);
});

test.each([
  ['account_orders/0', { nonce: expect.any(Number) }],
  ['account_all_orders', {}],
])('%s tells an order as it is placed and as it ends', (channel, numbered) => {
  const feed = feedOf(`${channel}/${account}`);
  expect(feed.begin(MADE_MS)).toEqual({ account, ...numbered, orders: {} });
  place({ price: 100_000 });
  expect(feed.next(MADE_MS)).toMatchObject([{ orders: { 0: [{ status: 'open', client_order_id: '1' }] } }]);
  expect(feed.next(MADE_MS)).toEqual([]);
  cancel();
  expect(feed.next(MADE_MS)).toMatchObject([{ orders: { 0: [{ status: 'canceled' }] } }]);
  expect(feed.next(MADE_MS)).toEqual([]);
  place({ price: 900_000, isIoc: true });
  expect(feed.next(MADE_MS)).toMatchObject([{ orders: { 0: [{ status: 'filled' }] } }]);
});

test('orders of another market are not told', () => {
  const feed = feedOf(`account_orders/1/${account}`);
  feed.begin(MADE_MS);
  place({ price: 100_000 });
  expect(feed.next(MADE_MS)).toEqual([]);
});

test('transactions are told as they are executed or rejected', () => {
  const feed = feedOf(`account_tx/${account}`);
  expect(feed.begin(MADE_MS)).toEqual({ txs: [] });
  const key = { accountIndex: account, apiKeyIndex: 4, nonce: 1n };
  store.transactions.add({ ...key, hash: 'ab', type: 15, info: '{}', expiresMs: MADE_MS + 1, queuedMs: MADE_MS });
  expect(feed.next(MADE_MS)).toEqual([]);
  const [waiting] = store.transactions.pendingUntil(MADE_MS);
  if (waiting === undefined) throw new Error('it waits');
  store.transactions.settle(waiting, 0, '{}', MADE_MS);
  expect(feed.next(MADE_MS)).toMatchObject([{ txs: [{ hash: 'ab', status: 0 }] }]);
  expect(feed.next(MADE_MS)).toEqual([]);
});

test('what is an account’s alone needs its token, and an account that is not there has no channel', () => {
  for (const channel of ['account_orders/0/3', 'account_all_orders/3', 'account_tx/3'])
    expect(accountChannelOf(channel, undefined, venue)).toEqual({
      refusal: { error: { code: 20_001, message: 'invalid param: auth' } },
    });
  expect(accountChannelOf('account_all/3', undefined, venue)).toMatchObject({ name: 'account_all:3' });
  expect(accountChannelOf('account_all/9', undefined, venue)).toMatchObject({ refusal: { error: { code: 30_005 } } });
  expect(accountChannelOf('order_book/0', undefined, venue)).toBeUndefined();
});
