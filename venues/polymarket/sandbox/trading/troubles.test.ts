import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { OrderType, Side } from '@polymarket/clob-client-v2';
import type { FaultKind, TroubleKind } from '../../../simulation/index.js';
import {
  newTrader,
  pickMarket,
  startTestVenue,
  type TestMarket,
  type TestVenue,
  type Trader,
} from '../testing/index.js';

/** The venue in trouble, as its documents and its users tell of it. */

let venue: TestVenue;
let trader: Trader;
let ofWallet: Trader;
let market: TestMarket;

beforeAll(async () => {
  venue = await startTestVenue();
  trader = await newTrader(venue, 100_000);
  ofWallet = await newTrader(venue, 1_000, 'wallet');
  market = await pickMarket(trader);
});
afterAll(() => venue.close());
afterEach(async () => {
  venue.faults.clear();
  await venue.wait(4);
});

const inject = (kind: TroubleKind | FaultKind, more: object = {}) =>
  venue.faults.inject({ venue: 'polymarket', kind, when: 'before_accept', scope: 'changes', ...more });
const args = (more: object = {}) => ({ tokenID: market.tokenId, price: 0.1, side: Side.BUY, size: 10, ...more });
const buy = () => trader.client.createAndPostMarketOrder({ tokenID: market.tokenId, amount: 10, side: Side.BUY });

test('while it restarts orders and cancels get 425, and for two minutes after it only post-only ones are taken', async () => {
  const { orderID } = await trader.client.createAndPostOrder(args());
  inject('restarting', { seconds: 5 });
  const order = await trader.client.createOrder(args());
  await expect(trader.client.postOrder(order)).rejects.toMatchObject({ message: 'service not ready', status: 425 });
  await expect(trader.client.cancelOrder({ orderID })).rejects.toMatchObject({ status: 425 });
  await expect(trader.client.getOpenOrders()).rejects.toMatchObject({ status: 425 });
  await venue.wait(5);
  await expect(trader.client.postOrder(order)).rejects.toMatchObject({
    message: 'post-only mode: only post-only orders and cancels are allowed',
    status: 503,
    data: { code: 'post_only_mode', retry_after_seconds: 120 },
  });
  const batch = await trader.client.postOrders([{ order, orderType: OrderType.GTC }]);
  expect(batch).toMatchObject([{ success: true, orderID: '', errorMsg: expect.stringContaining('post-only mode') }]);
  expect(await trader.client.cancelOrder({ orderID })).toMatchObject({ canceled: [orderID] });
  expect(await trader.client.postOrder(order, OrderType.GTC, true)).toMatchObject({ status: 'live' });
  venue.clock.advance(120_000);
  expect(await trader.client.createAndPostOrder(args())).toMatchObject({ status: 'live' });
});

test('a deposit wallet’s orders are refused, since its key is its owner’s', async () => {
  expect(await ofWallet.client.createAndPostOrder(args())).toMatchObject({ status: 'live' });
  inject('signer_refused', { user: ofWallet.account.address });
  for (let count = 0; count < 2; count += 1)
    await expect(ofWallet.client.createAndPostOrder(args())).rejects.toMatchObject({
      message: 'the order signer address has to be the address of the API KEY',
      status: 400,
    });
  expect(await trader.client.createAndPostOrder(args())).toMatchObject({ status: 'live' });
});

test('a signer whose allowance is used up gets 429 and how long to wait, and nobody else does', async () => {
  const { orderID } = await trader.client.createAndPostOrder(args());
  inject('signer_limited', { user: trader.account.address, seconds: 2 });
  const order = await trader.client.createOrder(args({ size: 11 }));
  await expect(trader.client.postOrder(order)).rejects.toMatchObject({ message: 'Too Many Requests', status: 429 });
  await venue.wait(1);
  await expect(trader.client.postOrder(order)).rejects.toMatchObject({ status: 429 });
  expect(await ofWallet.client.createAndPostOrder(args())).toMatchObject({ status: 'live' });
  // Cancels are paid from a bucket of their own.
  expect(await trader.client.cancelOrder({ orderID })).toMatchObject({ canceled: [orderID] });
  await venue.wait(2);
  expect(await trader.client.postOrder(order)).toMatchObject({ status: 'live' });
});

test('lost heartbeats cancel all orders of their account, once, and no others', async () => {
  const { orderID } = await trader.client.createAndPostOrder(args());
  const other = await ofWallet.client.createAndPostOrder(args());
  inject('heartbeat_lost', { user: trader.account.address });
  await venue.wait(2);
  expect(await trader.client.getOpenOrders()).toEqual([]);
  expect(await trader.client.getOrder(orderID)).toMatchObject({ status: 'CANCELED' });
  expect(await trader.client.cancelOrder({ orderID })).toMatchObject({
    not_canceled: { [orderID]: "order can't be found - already canceled or matched" },
  });
  expect(await ofWallet.client.getOrder(other.orderID)).toMatchObject({ status: 'LIVE' });
  expect(await trader.client.createAndPostOrder(args())).toMatchObject({ status: 'live' });
  await venue.wait(2);
  expect(await trader.client.getOpenOrders()).toHaveLength(1);
});

describe('a match', () => {
  test('is delayed, and is made some seconds later', async () => {
    inject('match_delayed', { seconds: 2 });
    const placed = await buy();
    expect(placed).toMatchObject({ success: true, status: 'delayed', tradeIDs: [], takingAmount: '' });
    expect(await trader.client.getOrder(placed.orderID)).toMatchObject({ status: 'DELAYED', size_matched: '0' });
    await venue.wait(3);
    expect(await trader.client.getOrder(placed.orderID)).toMatchObject({ status: 'MATCHED' });
  });

  test('is not even delayed: the order rests, and the book comes to it', async () => {
    inject('match_failed');
    const placed = await trader.client.createAndPostOrder(args({ price: market.ask }));
    expect(placed).toMatchObject({ success: true, status: 'unmatched' });
    expect(await trader.client.getOrder(placed.orderID)).toMatchObject({ status: 'LIVE' });
    await venue.wait(2);
    expect(await trader.client.getOrder(placed.orderID)).toMatchObject({ status: 'MATCHED' });
  });

  test('is executed later where the client says so', async () => {
    const order = await trader.client.createMarketOrder({ tokenID: market.tokenId, amount: 10, side: Side.BUY });
    const placed = await trader.client.postOrder(order, OrderType.FOK, false, true);
    expect(placed).toMatchObject({ status: 'delayed' });
    await venue.wait(2);
    expect(await trader.client.getOrder(placed.orderID)).toMatchObject({ status: 'MATCHED' });
  });
});

describe('a settlement', () => {
  const statusOf = async (id: string) => (await trader.client.getTrades({ id }))[0]?.status;
  const unsettled = async () => {
    const order = await trader.client.createMarketOrder({ tokenID: market.tokenId, amount: 10, side: Side.BUY });
    // The client waits for a transaction that does not come while the clock stands still.
    const quiet = trader.with({});
    const before = new Set((await trader.client.getTrades()).map(({ id }) => id));
    const answer = quiet.postOrder(order, OrderType.FOK);
    for (;;) {
      const made = (await trader.client.getTrades()).find(({ id }) => !before.has(id));
      if (made !== undefined) return { answer, id: made.id };
    }
  };

  test('is refused and tried again', async () => {
    inject('settlement_retried');
    const { answer, id } = await unsettled();
    expect(await statusOf(id)).toBe('RETRYING');
    await venue.wait(3);
    expect(['MINED', 'CONFIRMED']).toContain(await statusOf(id));
    expect((await answer).transactionsHashes).toHaveLength(1);
  });

  test('fails for good, and nothing has moved', async () => {
    inject('settlement_failed');
    const { answer, id } = await unsettled();
    expect(await statusOf(id)).toBe('FAILED');
    expect(await answer).toMatchObject({ status: 'matched', transactionsHashes: [] });
    expect((await trader.client.getTrades({ id }))[0]).toMatchObject({ transaction_hash: '' });
    const told = await trader.client.getNotifications();
    expect(told.at(-1)).toMatchObject({ type: 8, payload: { trade_id: id } });
  });
});

test('a maker who has emptied its wallet fails the trade, and its order ends', async () => {
  const maker = await newTrader(venue, 100);
  const { tokenId: tokenID, ask, tick } = await pickMarket(maker, { isWide: true });
  const price = Math.round(ask / tick - 1) * tick;
  const { orderID } = await maker.client.createAndPostOrder({ tokenID, price, side: Side.BUY, size: 100 });
  venue.books.credit(maker.wallet, -100_000_000n);
  venue.books.credit(trader.wallet, 40_000_000n, BigInt(tokenID));
  const order = await trader.client.createOrder({ tokenID, price, side: Side.SELL, size: 40 });
  const answer = trader.client.postOrder(order);
  while ((await maker.client.getTrades()).length === 0);
  expect(await maker.client.getTrades()).toMatchObject([{ status: 'RETRYING', trader_side: 'MAKER' }]);
  await venue.wait(6);
  expect(await maker.client.getTrades()).toMatchObject([{ status: 'FAILED' }]);
  expect(await maker.client.getOrder(orderID)).toMatchObject({ status: 'CANCELED', size_matched: '40' });
  expect(await answer).toMatchObject({ status: 'matched', transactionsHashes: [] });
});

test('a signer has sixty orders at once and forty more each second, and a batch is taken whole or not at all', async () => {
  const user = await newTrader(venue, 10_000);
  const orders = await Promise.all(
    Array.from({ length: 75 }, (_, index) => user.client.createOrder(args({ size: 5 + index }))),
  );
  const post = (from: number) =>
    user.client.postOrders(orders.slice(from, from + 15).map((order) => ({ order, orderType: OrderType.GTC })));
  for (let from = 0; from < 60; from += 15) expect(await post(from)).toHaveLength(15);
  await expect(post(60)).rejects.toMatchObject({ message: 'Too Many Requests', status: 429 });
  expect(await user.client.getOpenOrders()).toHaveLength(60);
  venue.clock.advance(400);
  expect(await post(60)).toHaveLength(15);
});

describe('faults of calls', () => {
  test('hit orders and no reads', async () => {
    inject('reject');
    expect(await trader.client.getOpenOrders()).toEqual(expect.any(Array));
    await expect(trader.client.createAndPostOrder(args())).rejects.toMatchObject({ status: 400 });
  });

  test('an order is reported failed and placed later', async () => {
    inject('err_late', { seconds: 2 });
    const order = await trader.client.createOrder(args({ size: 77 }));
    await expect(trader.client.postOrder(order)).rejects.toMatchObject({ status: 500 });
    await venue.wait(3);
    await expect(trader.client.postOrder(order)).rejects.toThrow('Duplicated.');
  });

  test('an order is placed and its answer is lost', async () => {
    inject('disconnect', { when: 'after_accept' });
    const order = await trader.client.createOrder(args({ size: 78 }));
    await expect(trader.client.postOrder(order)).rejects.toThrow();
    await expect(trader.client.postOrder(order)).rejects.toThrow('Duplicated.');
  });
});
