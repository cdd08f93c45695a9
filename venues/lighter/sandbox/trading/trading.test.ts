import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Order as SignedOrder, Transaction } from '../../transactions/index.js';
import type { Account } from '../accounts/account.js';
import { ACCOUNT_ANSWERS } from '../accounts/answers.js';
import { credit } from '../accounts/credit.js';
import { markPrice } from '../accounts/margin.js';
import { positionOf } from '../accounts/position.js';
import { LISTINGS } from '../listings.js';
import { Market } from '../market.js';
import { execute } from '../sequencer/execute.js';
import { Rejected } from '../sequencer/rejected.js';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';
import { checkTransaction } from './checks.js';
import { passTime } from './time.js';

const START_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const OWNER = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const DEPOSIT = 10_000_000_000n;
const [ETH, BTC, MKR, SPOT] = [0, 1, 28, 2_048];
const HOUR_MS = 3_600_000;
/** A tenth of an ether. */
const SIZE = 1_000;
const markets: ReadonlyMap<number, Market> = new Map(LISTINGS.map((listed) => [listed.id, new Market(1, listed)]));

let directory: string;
let store: Store;
let nowMs: number;
let accountIndex: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  store = new Store(openJournal(directory));
  nowMs = START_MS;
  accountIndex = credit(store, OWNER, DEPOSIT, nowMs).index;
});
afterEach(() => {
  store.journal.close();
  rmSync(directory, { recursive: true });
});

function marketOf(id: number): Market {
  const market = markets.get(id);
  if (market === undefined) throw new Error(`market ${id} is not listed`);
  return market;
}

const priceNow = (id = ETH) => Number(markPrice(marketOf(id), nowMs));

type Body = Transaction extends infer Each
  ? Each extends Transaction
    ? Omit<Each, 'accountIndex' | 'apiKeyIndex' | 'expiredAt' | 'nonce' | 'attributes'>
    : never
  : never;

function send(body: Body): void {
  const head = { accountIndex, apiKeyIndex: 4, expiredAt: nowMs + 60_000, nonce: 0n, attributes: {} };
  // The fields of a head are the same for every kind.
  const transaction = { ...head, ...body } as Transaction;
  checkTransaction(transaction, markets, nowMs);
  store.journal.transaction(() => execute(transaction, { store, markets, nowMs }));
}

function orderOf(fields: Partial<SignedOrder> = {}): SignedOrder {
  return {
    ...{ marketIndex: ETH, clientOrderIndex: 1, baseAmount: SIZE, price: priceNow(), isAsk: false, type: 'limit' },
    ...{ timeInForce: 'goodTillTime', isReduceOnly: false, triggerPrice: 0, orderExpiry: BigInt(nowMs + HOUR_MS) },
    ...fields,
  };
}

const place = (fields: Partial<SignedOrder> = {}) => send({ kind: 'createOrder', order: orderOf(fields) });
const atOnce = { timeInForce: 'immediateOrCancel', orderExpiry: 0n } as const;
const buy = (baseAmount = SIZE) => place({ type: 'market', ...atOnce, baseAmount, price: priceNow() * 2 });
const sell = (baseAmount = SIZE, fields: Partial<SignedOrder> = {}) =>
  place({ type: 'market', ...atOnce, isAsk: true, baseAmount, price: 1, ...fields });

function pass(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    const fromMs = nowMs;
    nowMs += 1_000;
    store.journal.transaction(() => passTime({ store, markets, nowMs }, fromMs));
  }
}

function account(): Account {
  const known = store.account(accountIndex);
  if (known === undefined) throw new Error('the account is gone');
  return known;
}

const held = (id = ETH) => positionOf(account(), id);
const newest = () => store.orders.find(accountIndex, ETH, 1n);
const trades = () => store.orders.tradesOf(accountIndex, Number.MAX_SAFE_INTEGER, 100);
const rejection = (work: () => void) => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it was executed');
};

describe('an order', () => {
  test('to the market takes from the book at once, and pays no fee', () => {
    buy();
    expect(newest()).toMatchObject({ status: 'filled', remaining: 0n });
    expect(held().size).toBe(BigInt(SIZE));
    expect(held().entryMicroUsdc).toBe(newest()?.filledMicroUsdc);
    expect(account().collateralMicroUsdc).toBe(DEPOSIT);
    expect(trades()[0]).toMatchObject({ market_id: ETH, bid_account_id: accountIndex, is_maker_ask: true });
  });

  test('rests at its price until the market reaches it', () => {
    place({ price: priceNow() - 100 });
    expect(newest()).toMatchObject({ status: 'open', remaining: BigInt(SIZE) });
    pass(3_600);
    const low = Math.min(
      ...marketOf(ETH)
        .trades(START_MS, nowMs)
        .map((each) => each.low),
    );
    expect(low * 100).toBeLessThanOrEqual(priceNow());
    expect(newest()?.status).toBe('filled');
    expect(trades()[0]).toMatchObject({ is_maker_ask: false });
  });

  test('ends with its expiry', () => {
    place({ price: 1_000_00, orderExpiry: BigInt(nowMs + 300_000) });
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
    const statuses = store.orders.endedOf(accountIndex, Number.MAX_SAFE_INTEGER, 10).map(({ status }) => status);
    expect(statuses).toEqual(['filled', 'canceled-reduce-only', 'filled']);
  });
});

describe('an open order', () => {
  beforeEach(() => place({ price: 1_000_00 }));

  test('is canceled by its number or the client’s', () => {
    send({ kind: 'cancelOrder', marketIndex: ETH, index: 1n });
    expect(newest()?.status).toBe('canceled');
    place({ price: 1_000_00, clientOrderIndex: 0 });
    const [order] = store.orders.liveOf(accountIndex);
    send({ kind: 'cancelOrder', marketIndex: ETH, index: BigInt(order?.index ?? 0) });
    expect(store.orders.liveOf(accountIndex)).toEqual([]);
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
    send({ ...all, timing: 'scheduled', time: BigInt(nowMs + 300_000) });
    pass(60);
    send({ ...all, timing: 'abortScheduled', time: 0n });
    pass(300);
    expect(newest()?.status).toBe('open');
    send({ ...all, timing: 'scheduled', time: BigInt(nowMs + 300_000) });
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
    orderOf({ ...stop, baseAmount: 0, clientOrderIndex: 2, triggerPrice: priceNow() - 50 }),
    orderOf({ ...stop, baseAmount: 0, clientOrderIndex: 3, type: 'takeProfit', triggerPrice: priceNow() * 2 }),
  ];
  const statusesOf = (...numbers: number[]) =>
    numbers.map((number) => store.orders.find(accountIndex, ETH, BigInt(number))?.status);
  const send3 = (parent: Partial<SignedOrder>) =>
    send({
      kind: 'createGroupedOrders',
      grouping: 'oneTriggersAOneCancelsTheOther',
      orders: [orderOf(parent), ...tied()],
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
    expect(store.orders.find(accountIndex, ETH, 2n)).toMatchObject({ size: BigInt(SIZE), parentIndex: 0 });
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
  const [shown] = JSON.parse(
    JSON.stringify(
      ACCOUNT_ANSWERS['/api/v1/account']?.({ by: 'index', value: String(accountIndex) }, { store, markets, nowMs }),
    ),
  ).accounts;
  expect(shown.positions).toMatchObject([
    { market_id: ETH, sign: 1, position: '0.1000', initial_margin_fraction: '10.00' },
  ]);
  const required = Number(shown.cross_initial_margin_requirement);
  expect(required).toBeCloseTo((priceNow() * SIZE) / 1e7, 4);
  expect(Number(shown.available_balance)).toBeCloseTo(Number(shown.total_asset_value) - required, 5);
  const less = { kind: 'updateLeverage', marketIndex: ETH, marginMode: 'cross' } as const;
  expect(rejection(() => send({ ...less, initialMarginFraction: 1 }))).toBeInstanceOf(Rejected);
  const isolated = { ...less, marginMode: 'isolated', initialMarginFraction: 1_000 } as const;
  expect(rejection(() => send(isolated))).toMatchObject({ message: 'invalid param: MarginMode' });
});

test.each<[string, Partial<SignedOrder>]>([
  ['MarketIndex', { marketIndex: MKR }],
  ['MarketIndex', { marketIndex: SPOT }],
  ['MarketIndex', { marketIndex: 200 }],
  ['BaseAmount', { baseAmount: 1 }],
  ['Type', { type: 'twap' }],
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
      accountIndex = credit(
        store,
        `0x${store.nextAccountIndex().toString(16).padStart(40, '0')}`,
        DEPOSIT,
        nowMs,
      ).index;
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
      const { collateralMicroUsdc, positions } = account();
      const paid = trades().reduce((sum, each) => {
        const amount = BigInt(Math.round(Number(each['usd_amount']) * 1e6));
        return each['ask_account_id'] === accountIndex ? sum - amount : sum + amount;
      }, 0n);
      const cost = Object.values(positions).reduce((sum, { entryMicroUsdc }) => sum + entryMicroUsdc, 0n);
      expect(collateralMicroUsdc - cost).toBe(DEPOSIT - paid);
    }),
    { numRuns: 8, seed: 7 },
  );
});
