import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type CreateOrderOptions,
  createL1Headers,
  OrderBuilder,
  OrderType,
  Side,
  SignatureTypeV2,
} from '@polymarket/clob-client-v2';
import {
  newTrader,
  pickMarket,
  startTestVenue,
  type TestMarket,
  type TestVenue,
  type Trader,
} from '../testing/index.js';

/** What the venue refuses, in its own words. */

let venue: TestVenue;
let trader: Trader;
let market: TestMarket;
let ofWallet: Trader;

beforeAll(async () => {
  venue = await startTestVenue();
  trader = await newTrader(venue, 100);
  ofWallet = await newTrader(venue, 100, 'wallet');
  market = await pickMarket(trader);
});
afterAll(() => venue.close());

type Args = Parameters<Trader['client']['createOrder']>[0];
const args = (more: Partial<Args> = {}): Args => ({
  ...{ tokenID: market.tokenId, price: 0.1, side: Side.BUY, size: 10 },
  ...more,
});
/** Signs an order without the client's own checks. */
const signed = (by: Trader, more: Partial<Args>, options: Partial<CreateOrderOptions> = {}, version: 1 | 2 | 3 = 2) =>
  new OrderBuilder(by.signer, 137, SignatureTypeV2.EOA).buildOrder(
    args(more),
    { tickSize: '0.01', negRisk: false, ...options },
    version,
  );

const texts = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

describe('an order', () => {
  test.each(['account', 'wallet'] as const)('whose signature was tampered with, of an %s', async (of) => {
    const by = of === 'account' ? trader : ofWallet;
    const order = await by.client.createOrder(args());
    await expect(by.client.postOrder({ ...order, takerAmount: '20000000' })).rejects.toMatchObject({
      message: 'invalid signature',
      status: 400,
    });
  });

  test('of an account for another one’s wallet', async () => {
    const order = await trader.with({ signatureType: SignatureTypeV2.EOA }).createOrder(args());
    await expect(trader.client.postOrder({ ...order, maker: ofWallet.wallet })).rejects.toThrow('invalid signature');
  });

  test('with another’s key', async () => {
    const order = await trader.client.createOrder(args());
    await expect(ofWallet.client.postOrder(order)).rejects.toThrow(
      'the order signer address has to be the address of the API KEY',
    );
  });

  test('that names another key', async () => {
    const order = await trader.client.createOrder(args());
    const mixed = trader.with({ creds: { ...trader.creds, key: ofWallet.creds.key } });
    await expect(mixed.postOrder(order)).rejects.toMatchObject({
      message: 'Unauthorized/Invalid api key',
      status: 401,
    });
  });

  test.each([1, 3] as const)('of version %i', async (version) => {
    await expect(trader.client.postOrder(await signed(trader, {}, {}, version))).rejects.toThrow(
      'order_version_mismatch',
    );
  });

  test.each([SignatureTypeV2.POLY_PROXY, SignatureTypeV2.POLY_GNOSIS_SAFE])(
    'of a former wallet, type %i',
    async (type) => {
      const order = await trader.with({ signatureType: type }).createOrder(args());
      await expect(trader.client.postOrder(order)).rejects.toThrow('please use the deposit wallet flow');
    },
  );

  test('whose price is between ticks', async () => {
    const order = await signed(trader, { price: 0.105 }, { tickSize: '0.001' });
    await expect(trader.client.postOrder(order)).rejects.toThrow(
      /^order 0x[0-9a-f]{64} is invalid\. Price \(0\.105\) breaks minimum tick size rule: 0\.01$/,
    );
  });

  test('for more than the wallet has, beside its other orders', async () => {
    const poor = await newTrader(venue, 5);
    await expect(poor.client.createAndPostOrder(args({ size: 51 }))).rejects.toThrow(
      'not enough balance / allowance: the balance is not enough -> balance: 5000000, order amount: 5100000',
    );
    await poor.client.createAndPostOrder(args({ size: 30 }));
    await expect(poor.client.createAndPostOrder(args({ size: 21 }))).rejects.toThrow(
      'balance: 5000000, sum of active orders: 3000000, sum of matched orders: 0, order amount (inc. fees): 2100000',
    );
    await expect(poor.client.createAndPostOrder(args({ side: Side.SELL, price: 0.9 }))).rejects.toThrow(
      'the balance is not enough -> balance: 0, order amount: 10000000',
    );
  });

  test('of a wallet that has not approved the exchange', async () => {
    const exchange = '0xE111180000d2663C0091e4f400237545B87B996B';
    const user = await newTrader(venue, 50);
    venue.books.approve(user.wallet, exchange, 0n);
    await expect(user.client.createAndPostOrder(args())).rejects.toThrow(
      `the allowance is not enough -> spender: ${exchange}, allowance: 0, sum of matched orders: 0, order amount (inc. fees): 1000000`,
    );
  });

  test('that was placed before', async () => {
    const order = await trader.client.createOrder(args());
    const { orderID } = await trader.client.postOrder(order);
    await expect(trader.client.postOrder(order)).rejects.toThrow(`order ${orderID} is invalid. Duplicated.`);
    await trader.client.cancelOrder({ orderID });
    await expect(trader.client.postOrder(order)).rejects.toThrow('Duplicated.');
  });

  test('that is too small: to rest, and to be filled at once', async () => {
    await expect(trader.client.createAndPostOrder(args({ size: 4.99 }))).rejects.toThrow(
      'is invalid. Size (4.99) lower than the minimum: 5',
    );
    const { tokenId: tokenID, ask } = market;
    await expect(
      trader.client.createAndPostMarketOrder({ tokenID, amount: 0.99, side: Side.BUY, price: ask }),
    ).rejects.toThrow('invalid amount for a marketable BUY order ($0.99), min size: $1');
  });

  test('post-only that would be filled, or of a type that never rests', async () => {
    const order = await trader.client.createOrder(args({ price: market.ask }));
    await expect(trader.client.postOrder(order, OrderType.GTC, true)).rejects.toThrow(
      'invalid post-only order: order crosses book',
    );
    expect(await trader.client.postOrder(await trader.client.createOrder(args()), OrderType.GTC, true)).toMatchObject({
      status: 'live',
    });
  });

  test.each([
    ['in the past', OrderType.GTD, -1],
    ['within the minute that is kept', OrderType.GTD, 60],
    ['with a type that has none', OrderType.GTC, 600],
  ] as const)('whose expiration is %s', async (_what, type, seconds) => {
    const expiration = venue.clock.nowMs() / 1_000 + seconds;
    await expect(trader.client.createAndPostOrder(args({ expiration }), undefined, type)).rejects.toThrow(
      'invalid expiration',
    );
  });

  test('FOK that can’t be filled wholly, and FAK that can’t be filled at all', async () => {
    const user = await newTrader(venue, 10_000_000);
    const { tokenId: tokenID, ask, tick } = market;
    const most = { tokenID, amount: 5_000_000, side: Side.BUY, price: ask };
    await expect(user.client.createAndPostMarketOrder(most)).rejects.toThrow(
      "order couldn't be fully filled. FOK orders are fully filled or killed.",
    );
    const none = { tokenID, amount: 10, side: Side.BUY, price: Math.round((ask - 5 * tick) / tick) * tick };
    await expect(user.client.createAndPostMarketOrder(none, undefined, OrderType.FAK)).rejects.toThrow(
      'no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.',
    );
  });

  test('of an unknown token, and one of too many', async () => {
    await expect(trader.client.postOrder(await signed(trader, { tokenID: '7' }))).rejects.toThrow(
      'the orderbook 7 does not exist',
    );
    const order = await trader.client.createOrder(args());
    const orders = Array.from({ length: 16 }, () => ({ order, orderType: OrderType.GTC }));
    await expect(trader.client.postOrders(orders)).rejects.toThrow('Too many orders in payload: 16, max allowed: 15');
  });

  test('of a batch, while the others are placed', async () => {
    const orders = [await trader.client.createOrder(args()), await trader.client.createOrder(args({ size: 2 }))];
    const answers = await trader.client.postOrders(orders.map((order) => ({ order, orderType: OrderType.GTC })));
    expect(answers).toMatchObject([
      { success: true, status: 'live', errorMsg: '' },
      { success: true, status: '', orderID: '', errorMsg: expect.stringContaining('lower than the minimum') },
    ]);
  });
});

describe('a request', () => {
  test.each([
    ['secret', { secret: Buffer.from('another').toString('base64') }],
    ['passphrase', { passphrase: 'another' }],
    ['key', { key: '00000000-0000-0000-0000-000000000000' }],
  ])('with another %s', async (_what, wrong) => {
    const client = trader.with({ creds: { ...trader.creds, ...wrong } });
    await expect(client.getOpenOrders()).rejects.toMatchObject({
      message: 'Unauthorized/Invalid api key',
      status: 401,
    });
  });

  test('for a key, signed at another time', async () => {
    const seconds = venue.clock.nowMs() / 1_000;
    const ask = async (timestamp: number) => {
      const headers = await createL1Headers(trader.signer, 137, 0, timestamp);
      return (await fetch(`${venue.clobUrl}/auth/derive-api-key`, { headers: texts(headers) })).status;
    };
    expect([await ask(seconds), await ask(seconds - 301), await ask(seconds + 301)]).toEqual([200, 401, 401]);
  });

  test('for a key of another’s address', async () => {
    const headers = await createL1Headers(trader.signer, 137, 0, venue.clock.nowMs() / 1_000);
    const stolen = texts({ ...headers, POLY_ADDRESS: ofWallet.wallet });
    const answer = await fetch(`${venue.clobUrl}/auth/api-key`, { method: 'POST', headers: stolen });
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'Invalid L1 Request headers' }]);
  });
});
