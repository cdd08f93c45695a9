import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AssetType, ClobClient, getContractConfig, OrderType, Side } from '@polymarket/clob-client-v2';
import {
  newTrader,
  pickMarket,
  startTestVenue,
  type TestMarket,
  type TestVenue,
  type Trader,
} from '../testing/index.js';
import { EXCHANGES } from './contracts.js';

/** The official client trades, with only the address changed. */

let venue: TestVenue;
let trader: Trader;
let market: TestMarket;

beforeAll(async () => {
  venue = await startTestVenue();
  trader = await newTrader(venue, 1_000);
  market = await pickMarket(trader);
});
afterAll(() => venue.close());
afterEach(async () => {
  venue.faults.clear();
  await trader.client.cancelAll();
});

/** Places a limit order of ten shares well below the market. */
const rest = (by: Trader, type: OrderType.GTC | OrderType.GTD = OrderType.GTC, more: object = {}) =>
  by.client.createAndPostOrder(
    { tokenID: market.tokenId, price: 0.1, side: Side.BUY, size: 10, ...more },
    undefined,
    type,
  );

test('the exchanges are those of the official client’s configuration', () => {
  const { exchangeV2, negRiskExchangeV2, exchangeV3 } = getContractConfig(137);
  expect(EXCHANGES.map(({ address }) => address)).toEqual([exchangeV2, negRiskExchangeV2, exchangeV3]);
});

describe.each(['account', 'wallet'] as const)('a user whose money is in its %s', (of) => {
  test('makes a key, places an order, reads it and cancels it', async () => {
    const user = await newTrader(venue, 100, of);
    const { orderID, status, success } = await rest(user);
    expect([status, success]).toEqual(['live', true]);
    const [open] = await user.client.getOpenOrders();
    expect(open).toMatchObject({
      ...{ id: orderID, status: 'LIVE', owner: user.creds.key, maker_address: user.wallet, market: market.conditionId },
      ...{ asset_id: market.tokenId, side: 'BUY', original_size: '10', size_matched: '0', price: '0.1' },
      ...{ order_type: 'GTC', expiration: '0', associate_trades: [], created_at: venue.clock.nowMs() / 1_000 },
    });
    expect(await user.client.getOrder(orderID)).toEqual(open);
    expect(await user.client.cancelOrder({ orderID })).toEqual({ canceled: [orderID], not_canceled: {} });
    expect(await user.client.getOpenOrders()).toEqual([]);
    expect(await user.client.getOrder(orderID)).toMatchObject({ status: 'CANCELED' });
    expect(await user.client.cancelOrder({ orderID })).toEqual({
      canceled: [],
      not_canceled: { [orderID]: "order can't be found - already canceled or matched" },
    });
  });
});

describe('cancels', () => {
  const placed = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push((await rest(trader, OrderType.GTC, { size: 10 + index })).orderID);
    return ids;
  };

  test('several orders by their ids, all of them, and those of a market', async () => {
    const ids = await placed(3);
    expect(await trader.client.cancelOrders(ids.slice(0, 2))).toEqual({ canceled: ids.slice(0, 2), not_canceled: {} });
    expect(await trader.client.cancelAll()).toEqual({ canceled: ids.slice(2), not_canceled: {} });
    const [first = '', second = ''] = await placed(2);
    const elsewhere = await trader.client.cancelMarketOrders({ market: `0x${'00'.repeat(32)}` });
    expect(elsewhere).toEqual({ canceled: [], not_canceled: {} });
    const here = await trader.client.cancelMarketOrders({ market: market.conditionId, asset_id: market.tokenId });
    expect(here).toEqual({ canceled: [first, second], not_canceled: {} });
  });

  test('no order of another user', async () => {
    const [id = ''] = await placed(1);
    const other = await newTrader(venue, 10);
    expect(await other.client.cancelOrder({ orderID: id })).toMatchObject({ canceled: [] });
    expect(await other.client.getOrder(id)).toBeNull();
    expect(await trader.client.getOrder(id)).toMatchObject({ status: 'LIVE' });
  });
});

test('open orders are paged to their end, each once', async () => {
  const rich = await newTrader(venue, 10_000);
  const { client } = rich;
  const orders = await Promise.all(
    Array.from({ length: 105 }, (_, index) =>
      client.createOrder({ tokenID: market.tokenId, price: 0.1, side: Side.BUY, size: 5 + index }),
    ),
  );
  for (let from = 0; from < orders.length; from += 15) {
    const batch = orders.slice(from, from + 15).map((order) => ({ order, orderType: OrderType.GTC }));
    const answers: { status: string }[] = await client.postOrders(batch);
    expect(answers.map(({ status }) => status)).toEqual(batch.map(() => 'live'));
    venue.clock.advance(1_000);
  }
  const open = await client.getOpenOrders();
  expect(new Set(open.map(({ id }) => id)).size).toBe(105);
  expect(await client.getOpenOrders({}, true)).toHaveLength(100);
  expect(await client.getOpenOrders({ id: open[7]?.id ?? '' })).toEqual([open[7]]);
  await client.cancelAll();
});

test('a GTD order ends a minute before its expiration', async () => {
  const expiration = venue.clock.nowMs() / 1_000 + 60 + 5;
  const { orderID } = await rest(trader, OrderType.GTD, { expiration });
  await venue.wait(4);
  expect(await trader.client.getOrder(orderID)).toMatchObject({ status: 'LIVE', expiration: String(expiration) });
  await venue.wait(2);
  expect(await trader.client.getOrder(orderID)).toMatchObject({ status: 'CANCELED' });
});

describe('a market with rivals', () => {
  test('takes orders that are signed for its own exchange', async () => {
    const rivals = await pickMarket(trader, { negRisk: true });
    const args = { tokenID: rivals.tokenId, price: rivals.tick, side: Side.BUY, size: 100 };
    expect(await trader.client.createAndPostOrder(args)).toMatchObject({ status: 'live' });
    const wrong = await trader.client.createOrder(args, { tickSize: '0.01', negRisk: false });
    await expect(trader.client.postOrder(wrong)).rejects.toThrow('invalid signature');
  });
});

test('money, shares and what the exchanges may take of them are read', async () => {
  const user = await newTrader(venue, 12.5, 'wallet');
  const query = { asset_type: AssetType.COLLATERAL };
  expect(await user.client.getBalanceAllowance(query)).toEqual({
    balance: '12500000',
    allowances: Object.fromEntries(EXCHANGES.map(({ address }) => [address, String(2n ** 256n - 1n)])),
  });
  await user.client.updateBalanceAllowance(query);
  const shares = { asset_type: AssetType.CONDITIONAL, token_id: market.tokenId };
  expect(await user.client.getBalanceAllowance(shares)).toMatchObject({ balance: '0' });
});

test('keys are derived again, listed and deleted, and a new one after that is another', async () => {
  const user = await newTrader(venue, 10);
  await expect(user.client.createApiKey()).rejects.toThrow('Could not create api key');
  expect(await user.client.deriveApiKey()).toEqual(user.creds);
  expect(await user.client.getApiKeys()).toEqual({ apiKeys: [user.creds.key] });
  await user.client.deleteApiKey();
  await expect(user.client.getOpenOrders()).rejects.toThrow('Unauthorized/Invalid api key');
  await expect(user.client.deriveApiKey()).rejects.toThrow('Could not derive api key!');
  expect((await user.client.createApiKey()).key).not.toBe(user.creds.key);
});

test('orders earn no rewards, and notifications tell of their ends', async () => {
  const user = await newTrader(venue, 10);
  const { orderID } = await rest(user);
  expect(await user.client.isOrderScoring({ order_id: orderID })).toEqual({ scoring: false });
  expect(await user.client.areOrdersScoring({ orderIds: [orderID] })).toEqual({ [orderID]: false });
  await user.client.cancelAll();
  const [told, ...more] = (await user.client.getNotifications()) as unknown as { id: number; payload: object }[];
  expect([told, more]).toMatchObject([{ type: 1, owner: user.creds.key, payload: { order_id: orderID } }, []]);
  await user.client.dropNotifications({ ids: [String(told?.id)] });
  expect(await user.client.getNotifications()).toEqual([]);
});

describe('heartbeats', () => {
  test('keep a client’s orders, and once they stop all of them are canceled', async () => {
    const user = await newTrader(venue, 100);
    const { orderID } = await rest(user);
    let beat: { heartbeat_id: string } = await user.client.postHeartbeat();
    for (let count = 0; count < 3; count += 1) {
      await venue.wait(8);
      beat = await user.client.postHeartbeat(beat.heartbeat_id);
    }
    await expect(user.client.postHeartbeat('another')).rejects.toThrow();
    expect(await user.with({}).getOrder(orderID)).toMatchObject({ status: 'LIVE' });
    await venue.wait(12);
    expect(await user.client.getOrder(orderID)).toMatchObject({ status: 'CANCELED' });
  });
});

test('what it is told survives a kill: keys, orders, trades and money', async () => {
  const user = await newTrader(venue, 100);
  const { orderID } = await rest(user);
  const bought = await user.client.createAndPostMarketOrder({ tokenID: market.tokenId, amount: 10, side: Side.BUY });
  const trades = await user.client.getTrades();
  venue = await venue.again();
  const again = new ClobClient({
    ...{ host: venue.clobUrl, chain: 137, signer: user.signer, creds: user.creds, useServerTime: true },
    throwOnError: true,
  });
  expect(await again.getOrder(orderID)).toMatchObject({ status: 'LIVE' });
  expect(await again.getTrades()).toEqual(trades);
  expect(bought.tradeIDs).toEqual(trades.map(({ id }) => id));
  expect(BigInt((await again.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance)).toBeLessThan(
    91_000_000n,
  );
  trader = await newTrader(venue, 1_000);
});
