import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AssetType, OrderType, Side } from '@polymarket/clob-client-v2';
import {
  newTrader,
  pickMarket,
  startTestVenue,
  type TestMarket,
  type TestVenue,
  type Trader,
} from '../testing/index.js';

/** Orders meet the generated book and one another. */

let venue: TestVenue;
let taker: Trader;
let market: TestMarket;
let feeMarket: TestMarket;

beforeAll(async () => {
  venue = await startTestVenue();
  taker = await newTrader(venue, 100_000);
  market = await pickMarket(taker);
  feeMarket = await pickMarket(taker, { hasFees: true });
});
afterAll(() => venue.close());

const cashOf = async ({ client }: Trader) =>
  BigInt((await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance);
const sharesOf = async ({ client }: Trader, token_id: string) =>
  BigInt((await client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id })).balance);
const micro = (text: string) => BigInt(Math.round(Number(text) * 1e6));

describe('a market order', () => {
  test('to buy spends its amount at the best prices, pays the market’s own fee, and its shares arrive', async () => {
    const { tokenId: tokenID, conditionId } = feeMarket;
    const before = await cashOf(taker);
    const placed = await taker.client.createAndPostMarketOrder({ tokenID, amount: 250, side: Side.BUY });
    expect(placed).toMatchObject({ success: true, errorMsg: '', status: 'matched', makingAmount: '250' });
    const trades = await taker.client.getTrades({ market: conditionId });
    expect(trades.map(({ id }) => id).sort()).toEqual([...(placed.tradeIDs ?? [])].sort());
    expect(placed.transactionsHashes?.slice().sort()).toEqual(
      trades.map(({ transaction_hash }) => transaction_hash).sort(),
    );
    const { fd } = await taker.client.getClobMarketInfo(conditionId);
    const fees = trades.map(({ price, size }) => {
      const fee = (fd?.r ?? 0) * (Number(price) * (1 - Number(price))) ** (fd?.e ?? 0) * Number(size);
      return BigInt(Math.floor(fee * 1e5 + 1e-6)) * 10n;
    });
    const paid = fees.reduce((sum, fee) => sum + fee, 250_000_000n);
    expect(paid).toBeGreaterThan(250_000_000n);
    expect(before - (await cashOf(taker))).toBe(paid);
    expect(await sharesOf(taker, tokenID)).toBe(micro(placed.takingAmount));
    expect(trades.reduce((sum, { size }) => sum + micro(size), 0n)).toBe(micro(placed.takingAmount));
    expect(trades.every(({ trader_side, side }) => trader_side === 'TAKER' && side === 'BUY')).toBe(true);
  });

  test('to sell brings what the bids pay', async () => {
    const { tokenId: tokenID } = market;
    venue.books.credit(taker.wallet, 40_000_000n, BigInt(tokenID));
    const before = await cashOf(taker);
    const sold = await taker.client.createAndPostMarketOrder({ tokenID, amount: 40, side: Side.SELL });
    expect(sold).toMatchObject({ status: 'matched', makingAmount: '40' });
    expect((await cashOf(taker)) - before).toBe(micro(sold.takingAmount));
    expect(await sharesOf(taker, tokenID)).toBe(0n);
  });

  test('FAK takes what there is and leaves nothing in the book', async () => {
    const { tokenId: tokenID, ask } = market;
    const whole = await taker.client.getOrderBook(tokenID);
    const there = Number(whole.asks.at(-1)?.size);
    const amount = Math.ceil(there * ask) + 500;
    const placed = await taker.client.createAndPostMarketOrder(
      { tokenID, amount, side: Side.BUY, price: ask },
      undefined,
      OrderType.FAK,
    );
    expect([placed.status, placed.takingAmount]).toEqual(['matched', String(there)]);
    expect(await taker.client.getOrder(placed.orderID)).toMatchObject({
      status: 'CANCELED',
      size_matched: String(there),
    });
    const left = await taker.client.getOrderBook(tokenID);
    expect(Number(left.asks.at(-1)?.price)).toBeGreaterThan(ask);
    expect(await taker.client.getOrderBookHash({ ...left })).toBe(left.hash);
  });
});

test('a trade is matched, then mined, then confirmed', async () => {
  const { tokenId: tokenID } = market;
  const { tradeIDs = [] } = await taker.client.createAndPostMarketOrder({ tokenID, amount: 20, side: Side.BUY });
  const [id = ''] = tradeIDs;
  const statusOf = async () => (await taker.client.getTrades({ id })).map(({ status }) => status);
  expect(await statusOf()).toEqual(['MINED']);
  await venue.wait(3);
  expect(await statusOf()).toEqual(['CONFIRMED']);
});

describe('between users', () => {
  test('the better price comes first, then the earlier order; makers pay no fee', async () => {
    const { tokenId: tokenID, bid, ask, tick } = await pickMarket(taker, { hasFees: true, isWide: true });
    const fair = (price: number) => Math.round(price / tick) * tick;
    const [inside, worse] = [fair((bid + ask) / 2), fair(ask)];
    expect(inside).toBeLessThan(ask);
    const sell = async (price: number) => {
      const maker = await newTrader(venue, 0);
      venue.books.credit(maker.wallet, 10_000_000n, BigInt(tokenID));
      const { orderID } = await maker.client.createAndPostOrder({ tokenID, price, side: Side.SELL, size: 10 });
      return { maker, orderID };
    };
    const [late, first, second] = [await sell(worse), await sell(inside), await sell(inside)];
    const { tradeIDs = [], takingAmount } = await taker.client.createAndPostOrder({
      ...{ tokenID, price: inside, side: Side.BUY, size: 15 },
    });
    expect([tradeIDs.length, takingAmount]).toEqual([2, '15']);
    const stateOf = async ({ maker, orderID }: typeof first) => (await maker.client.getOrder(orderID)).size_matched;
    expect([await stateOf(first), await stateOf(second), await stateOf(late)]).toEqual(['10', '5', '0']);
    expect(await cashOf(first.maker)).toBe(micro((10 * inside).toFixed(6)));
    const [trade] = await first.maker.client.getTrades();
    expect(trade).toMatchObject({
      trader_side: 'MAKER',
      maker_orders: [{ order_id: first.orderID, matched_amount: '10' }],
    });
    expect(await first.maker.client.getNotifications()).toMatchObject([{ type: 2 }]);
    await second.maker.client.cancelAll();
  });

  test('a resting order is shown in the book', async () => {
    const { tokenId: tokenID } = market;
    const price = market.tick;
    const { orderID } = await taker.client.createAndPostOrder({ tokenID, price, side: Side.BUY, size: 123 });
    const { bids } = await taker.client.getOrderBook(tokenID);
    expect(bids[0]).toEqual({ price: String(price), size: '123' });
    await taker.client.cancelOrder({ orderID });
  });
});

test('a resting order is filled at its own price when the generated book comes to it', async () => {
  const maker = await newTrader(venue, 1_000);
  const { tokenId: tokenID, bid } = await pickMarket(maker);
  const { orderID } = await maker.client.createAndPostOrder({ tokenID, price: bid, side: Side.BUY, size: 20 });
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    venue.clock.advance(3_600_000);
    if (hour % 6 === 0) await venue.wait(1);
    if ((await maker.client.getOrder(orderID)).status === 'MATCHED') break;
  }
  await venue.wait(3);
  expect(await maker.client.getOrder(orderID)).toMatchObject({ status: 'MATCHED', size_matched: '20' });
  const trades = await maker.client.getTrades();
  expect(trades.every((trade) => trade.trader_side === 'MAKER' && Number(trade.price) === bid)).toBe(true);
  expect(await cashOf(maker)).toBe(1_000_000_000n - micro((20 * bid).toFixed(6)));
});
