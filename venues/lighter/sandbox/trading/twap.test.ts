import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Order as SignedOrder } from '../../transactions/index.js';
import { ETH, rejection, SIZE, TradedVenue } from './traded-venue.fixture.js';
import { shownOrder } from './wire.js';

const TEN_PARTS_MS = 300_000;
let venue: TradedVenue;

beforeEach(() => {
  venue = new TradedVenue();
});
afterEach(() => venue.close());

const twap = (fields: Partial<SignedOrder> = {}) =>
  venue.place({
    ...{ type: 'twap', baseAmount: 10 * SIZE, price: venue.price() * 2 },
    ...{ orderExpiry: BigInt(venue.nowMs + TEN_PARTS_MS) },
    ...fields,
  });
const parts = () => venue.ended().filter(({ type }) => type === 'twapSub');
const cancel = () => venue.send({ kind: 'cancelOrder', marketIndex: ETH, index: 1n });

test('a TWAP order places equal parts every half minute until its expiry', () => {
  twap();
  expect(parts()).toMatchObject([{ size: BigInt(SIZE), status: 'filled', parentIndex: venue.found()?.index }]);
  expect(venue.found()).toMatchObject({ status: 'pending', remaining: BigInt(9 * SIZE) });
  venue.pass(29);
  expect(parts()).toHaveLength(1);
  venue.pass(1);
  expect(parts()).toHaveLength(2);
  venue.pass(240);
  expect(parts()).toHaveLength(10);
  expect(venue.found()).toMatchObject({ status: 'filled', remaining: 0n, unfilled: 0n });
  expect(venue.held().size).toBe(BigInt(10 * SIZE));
  expect(venue.found()?.filledMicroUsdc).toBe(venue.held().entryMicroUsdc);
});

test('it is shown as waiting for its time, and its parts as its own', () => {
  twap();
  const [order, part] = [venue.found(), parts()[0]];
  if (order === undefined || part === undefined) throw new Error('both were placed');
  expect(shownOrder(order, venue.market())).toMatchObject({
    ...{ type: 'twap', status: 'pending', trigger_status: 'twap', client_order_id: '1' },
    ...{ initial_base_amount: '1.0000', remaining_base_amount: '0.9000', filled_base_amount: '0.1000' },
  });
  expect(shownOrder(part, venue.market())).toMatchObject({
    ...{ type: 'twap-sub', time_in_force: 'immediate-or-cancel', status: 'filled', client_order_id: '0' },
    parent_order_id: String(order.index),
  });
  expect(venue.shownPosition()).toMatchObject({ position: '0.1000', pending_order_count: 1, open_order_count: 0 });
});

test('it needs no margin before its parts are placed; a part that lacks it is canceled', () => {
  const whole = venue.shown()['available_balance'];
  twap({ baseAmount: 100_000_000, price: venue.price() });
  expect(parts()).toMatchObject([{ status: 'canceled-margin-not-allowed' }]);
  expect(venue.shown()['available_balance']).toBe(whole);
  expect(venue.found()).toMatchObject({ status: 'pending', unfilled: 10_000_000n });
});

test('parts that find nothing within its price are lost to it, and it ends with its time', () => {
  twap({ price: 1_000_00 });
  venue.pass(270);
  expect(parts().map(({ status }) => status)).toEqual(Array(10).fill('canceled-too-much-slippage'));
  const order = venue.found();
  if (order === undefined) throw new Error('it was placed');
  expect(shownOrder(order, venue.market())).toMatchObject({
    ...{ status: 'canceled-expired', filled_base_amount: '0.0000', remaining_base_amount: '0.0000' },
  });
});

test('canceled by itself or with all others, it places no more', () => {
  twap();
  cancel();
  expect(venue.found()).toMatchObject({ status: 'canceled', remaining: BigInt(9 * SIZE) });
  venue.pass(60);
  expect(parts()).toHaveLength(1);
  twap();
  venue.send({ kind: 'cancelAllOrders', timing: 'immediate', time: 0n });
  expect(venue.found()?.status).toBe('canceled');
});

test('one that only reduces ends with the position', () => {
  venue.buy(2 * SIZE);
  twap({ isAsk: true, isReduceOnly: true, price: 1, baseAmount: 10 * SIZE });
  expect(venue.held().size).toBe(BigInt(SIZE));
  venue.pass(30);
  expect(venue.held().size).toBe(0n);
  expect(venue.found()?.status).toBe('canceled-reduce-only');
});

test('it is neither changed nor part of a group', () => {
  twap();
  const change = { kind: 'modifyOrder', marketIndex: ETH, index: 1n, triggerPrice: 0 } as const;
  expect(rejection(() => venue.send({ ...change, baseAmount: SIZE, price: 1 }))).toMatchObject({ usesNonce: true });
  const orders = [venue.order({ type: 'twap' }), venue.order({ baseAmount: 0 })];
  const group = { kind: 'createGroupedOrders', grouping: 'oneTriggersTheOther', orders } as const;
  expect(rejection(() => venue.send(group))).toMatchObject({ message: 'invalid param: Type' });
});
