import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Order as SignedOrder } from '../../transactions/index.js';
import { Rejected } from '../sequencer/rejected.js';
import {
  atOnce,
  BTC,
  DEPOSIT,
  ETH,
  HOUR_MS,
  MKR,
  rejection,
  SIZE,
  SPOT,
  START_MS,
  TradedVenue,
} from './traded-venue.fixture.js';

let venue: TradedVenue;

beforeEach(() => {
  venue = new TradedVenue();
});
afterEach(() => venue.close());

const place = (fields: Partial<SignedOrder> = {}) => venue.place(fields);
const buy = (baseAmount = SIZE) => venue.buy(baseAmount);
const sell = (baseAmount = SIZE, fields: Partial<SignedOrder> = {}) => venue.sell(baseAmount, fields);
const pass = (seconds: number) => venue.pass(seconds);
const priceNow = (id = ETH) => venue.price(id);
const newest = () => venue.found();
const held = (id = ETH) => venue.held(id);
const trades = () => venue.trades();
const send: TradedVenue['send'] = (body) => venue.send(body);

describe('an order', () => {
  test('to the market takes from the book at once, and pays no fee', () => {
    buy();
    expect(newest()).toMatchObject({ status: 'filled', remaining: 0n });
    expect(held().size).toBe(BigInt(SIZE));
    expect(held().entryMicroUsdc).toBe(newest()?.filledMicroUsdc);
    expect(venue.account().collateralMicroUsdc).toBe(DEPOSIT);
    expect(trades()[0]).toMatchObject({ market_id: ETH, bid_account_id: venue.accountIndex, is_maker_ask: true });
  });

  test('rests at its price until the market reaches it', () => {
    place({ price: priceNow() - 100 });
    expect(newest()).toMatchObject({ status: 'open', remaining: BigInt(SIZE) });
    pass(3_600);
    const low = Math.min(
      ...venue
        .market()
        .trades(START_MS, venue.nowMs)
        .map((each) => each.low),
    );
    expect(low * 100).toBeLessThanOrEqual(priceNow());
    expect(newest()?.status).toBe('filled');
    expect(trades()[0]).toMatchObject({ is_maker_ask: false });
  });

  test('ends with its expiry', () => {
    place({ price: 1_000_00, orderExpiry: BigInt(venue.nowMs + 300_000) });
    pass(300);
    expect(newest()?.status).toBe('canceled-expired');
  });

  test('that is post-only and would take is canceled', () => {
    place({ timeInForce: 'postOnly', price: priceNow() * 2 });
    expect(newest()).toMatchObject({ status: 'canceled-post-only', remaining: BigInt(SIZE) });
    expect(trades()).toEqual([]);
  });

  test.each([
    ['limit', 'canceled-not-enough-liquidity'],
    ['market', 'canceled-too-much-slippage'],
  ] as const)('of type %s that finds nothing within its price is %s', (type, status) => {
    place({ ...atOnce, type, price: 1_000_00 });
    expect(newest()?.status).toBe(status);
  });

  test('that only reduces is cut to the position, and canceled without one', () => {
    sell(SIZE, { isReduceOnly: true });
    expect(newest()?.status).toBe('canceled-reduce-only');
    buy();
    sell(3 * SIZE, { isReduceOnly: true });
    expect(held().size).toBe(0n);
    expect(newest()).toMatchObject({ remaining: BigInt(2 * SIZE) });
  });

  test('beyond the margin is canceled where it takes, and rejected without its nonce where it would rest', () => {
    const size = 1_000_000;
    buy(size);
    expect(newest()?.status).toBe('canceled-margin-not-allowed');
    const rejected = rejection(() => place({ baseAmount: size, price: priceNow() - 100 }));
    expect(rejected).toMatchObject({ name: 'Rejected', code: 21_739, usesNonce: false });
    expect(rejected).toBeInstanceOf(Rejected);
  });
});

describe('a trigger', () => {
  test('of a stop waits, and sells when the price has fallen to it', () => {
    buy();
    const stop = { isAsk: true, isReduceOnly: true, type: 'stopLoss', timeInForce: 'immediateOrCancel' } as const;
    place({ ...stop, price: 1, triggerPrice: priceNow() - 50, baseAmount: SIZE });
    expect(newest()?.status).toBe('pending');
    pass(3_600);
    expect(newest()?.status).toBe('filled');
    expect(held().size).toBe(0n);
  });

  test('that takes a profit waits while the price is below it', () => {
    buy();
    const profit = { isAsk: true, isReduceOnly: true, type: 'takeProfit', timeInForce: 'immediateOrCancel' } as const;
    place({ ...profit, price: 1, triggerPrice: priceNow() * 2 });
    pass(60);
    expect(newest()?.status).toBe('pending');
  });

  test('of a position that is gone ends', () => {
    buy();
    place({ isAsk: true, isReduceOnly: true, type: 'stopLossLimit', price: 1_000_00, triggerPrice: 1_000_00 });
    sell();
    const statuses = venue.store.orders
      .endedOf(venue.accountIndex, Number.MAX_SAFE_INTEGER, 10)
      .map(({ status }) => status);
    expect(statuses).toEqual(['filled', 'canceled-reduce-only', 'filled']);
  });
});

describe('an open order', () => {
  beforeEach(() => place({ price: 1_000_00 }));

  test('is canceled by its number or the client’s', () => {
    send({ kind: 'cancelOrder', marketIndex: ETH, index: 1n });
    expect(newest()?.status).toBe('canceled');
    place({ price: 1_000_00, clientOrderIndex: 0 });
    const [order] = venue.store.orders.liveOf(venue.accountIndex);
    send({ kind: 'cancelOrder', marketIndex: ETH, index: BigInt(order?.index ?? 0) });
    expect(venue.store.orders.liveOf(venue.accountIndex)).toEqual([]);
    expect(rejection(() => send({ kind: 'cancelOrder', marketIndex: ETH, index: 1n }))).toMatchObject({
      usesNonce: true,
    });
  });

  test('is modified, and taken where its new price allows it', () => {
    const change = { kind: 'modifyOrder', marketIndex: ETH, index: 1n, triggerPrice: 0 } as const;
    send({ ...change, baseAmount: 2 * SIZE, price: 1_100_00 });
    expect(newest()).toMatchObject({ status: 'open', size: BigInt(2 * SIZE), price: 110_000n });
    send({ ...change, baseAmount: 2 * SIZE, price: priceNow() * 2 });
    expect(newest()).toMatchObject({ status: 'filled' });
  });

  test('is canceled with all others: now, or at a time unless that is called off', () => {
    const all = { kind: 'cancelAllOrders' } as const;
    send({ ...all, timing: 'scheduled', time: BigInt(venue.nowMs + 300_000) });
    pass(60);
    send({ ...all, timing: 'abortScheduled', time: 0n });
    pass(300);
    expect(newest()?.status).toBe('open');
    send({ ...all, timing: 'scheduled', time: BigInt(venue.nowMs + 300_000) });
    pass(300);
    expect(newest()?.status).toBe('canceled');
    place({ price: 1_000_00 });
    send({ ...all, timing: 'immediate', time: 0n });
    expect(newest()?.status).toBe('canceled');
  });
});

describe('a group', () => {
  const stop = {
    isAsk: true,
    isReduceOnly: true,
    type: 'stopLoss',
    timeInForce: 'immediateOrCancel',
    price: 1,
  } as const;
  const tied = () => [
    venue.order({ ...stop, baseAmount: 0, clientOrderIndex: 2, triggerPrice: priceNow() - 50 }),
    venue.order({ ...stop, baseAmount: 0, clientOrderIndex: 3, type: 'takeProfit', triggerPrice: priceNow() * 2 }),
  ];
  const statusesOf = (...numbers: number[]) =>
    numbers.map((number) => venue.store.orders.find(venue.accountIndex, ETH, BigInt(number))?.status);
  const send3 = (parent: Partial<SignedOrder>) =>
    send({
      kind: 'createGroupedOrders',
      grouping: 'oneTriggersAOneCancelsTheOther',
      orders: [venue.order(parent), ...tied()],
    });

  test('has its stop and its target wait for the entry, and one of them end the other', () => {
    send3({ price: priceNow() - 100 });
    expect(statusesOf(1, 2, 3)).toEqual(['open', 'pending', 'pending']);
    pass(3_600);
    expect(statusesOf(1, 2)).toEqual(['filled', 'filled']);
    expect(['canceled-oco', 'canceled-reduce-only']).toContain(statusesOf(3)[0]);
    expect(held().size).toBe(0n);
  });

  test('is sized by what the entry was filled with', () => {
    send3({ price: priceNow() * 2 });
    expect(statusesOf(1, 2, 3)).toEqual(['filled', 'pending', 'pending']);
    expect(venue.store.orders.find(venue.accountIndex, ETH, 2n)).toMatchObject({ size: BigInt(SIZE), parentIndex: 0 });
  });

  test('ends with an entry that was never filled', () => {
    send3({ price: 1_000_00 });
    send({ kind: 'cancelOrder', marketIndex: ETH, index: 1n });
    expect(statusesOf(1, 2, 3)).toEqual(['canceled', 'canceled-child', 'canceled-child']);
  });

  test('of two ends one by the other', () => {
    buy();
    const [loss, profit] = tied().map((order) => ({ ...order, baseAmount: SIZE }));
    if (loss === undefined || profit === undefined) throw new Error('two were made');
    send({ kind: 'createGroupedOrders', grouping: 'oneCancelsTheOther', orders: [loss, profit] });
    expect(statusesOf(2, 3)).toEqual(['pending', 'pending']);
    pass(3_600);
    expect(statusesOf(2)).toEqual(['filled']);
    expect(['canceled-oco', 'canceled-reduce-only']).toContain(statusesOf(3)[0]);
  });
});

test('the leverage of a market says what a position needs', () => {
  send({ kind: 'updateLeverage', marketIndex: ETH, initialMarginFraction: 1_000, marginMode: 'cross' });
  buy();
  const shown = venue.shown();
  expect(shown['positions']).toMatchObject([
    { market_id: ETH, sign: 1, position: '0.1000', initial_margin_fraction: '10.00' },
  ]);
  const required = Number(shown['cross_initial_margin_requirement']);
  expect(required).toBeCloseTo((priceNow() * SIZE) / 1e7, 4);
  expect(Number(shown['available_balance'])).toBeCloseTo(Number(shown['total_asset_value']) - required, 5);
  const less = { kind: 'updateLeverage', marketIndex: ETH, marginMode: 'cross' } as const;
  expect(rejection(() => send({ ...less, initialMarginFraction: 1 }))).toBeInstanceOf(Rejected);
});

test.each<[string, Partial<SignedOrder>]>([
  ['MarketIndex', { marketIndex: MKR }],
  ['MarketIndex', { marketIndex: SPOT }],
  ['MarketIndex', { marketIndex: 200 }],
  ['BaseAmount', { baseAmount: 1 }],
  ['TimeInForce', { type: 'twap', timeInForce: 'postOnly' }],
  ['OrderExpiry', { type: 'twap', orderExpiry: 0n }],
  ['TriggerPrice', { triggerPrice: 1 }],
  ['TriggerPrice', { type: 'stopLoss' }],
  ['OrderExpiry', { orderExpiry: 0n }],
  ['OrderExpiry', { orderExpiry: BigInt(START_MS + 31 * 24 * HOUR_MS) }],
])('the API refuses an order for its %s: %j', (name, fields) => {
  expect(rejection(() => place(fields))).toMatchObject({ code: 20_001, message: `invalid param: ${name}` });
});

test('money is conserved: what trades have cost and brought is what left and entered the account', () => {
  const step = fc.record({
    market: fc.constantFrom(ETH, BTC),
    isAsk: fc.boolean(),
    size: fc.integer({ min: 100, max: 20_000 }),
    offset: fc.integer({ min: -500, max: 500 }),
    kind: fc.constantFrom('limit', 'market', 'cancel'),
    isReduceOnly: fc.boolean(),
    seconds: fc.integer({ min: 0, max: 8 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 15 }), (steps) => {
      venue.accountIndex = venue.credited(`0x${venue.store.nextAccountIndex().toString(16).padStart(40, '0')}`);
      for (const { market, isAsk, size, offset, kind, isReduceOnly, seconds } of steps) {
        pass(seconds);
        const shared = { marketIndex: market, isAsk, baseAmount: size, isReduceOnly };
        try {
          if (kind === 'cancel') send({ kind: 'cancelAllOrders', timing: 'immediate', time: 0n });
          else if (kind === 'market')
            place({ ...shared, ...atOnce, type: 'market', price: isAsk ? 1 : priceNow(market) * 2 });
          else place({ ...shared, price: priceNow(market) + offset });
        } catch (error) {
          if (!(error instanceof Rejected)) throw error;
        }
      }
      const { collateralMicroUsdc, positions } = venue.account();
      const paid = trades().reduce((sum, each) => {
        const amount = BigInt(Math.round(Number(each['usd_amount']) * 1e6));
        return each['ask_account_id'] === venue.accountIndex ? sum - amount : sum + amount;
      }, 0n);
      const cost = Object.values(positions).reduce((sum, { entryMicroUsdc }) => sum + entryMicroUsdc, 0n);
      expect(collateralMicroUsdc - cost).toBe(DEPOSIT - paid);
    }),
    { numRuns: 8, seed: 7 },
  );
});
