import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cloidOf, openTestVenue, TestUser, type TestVenue, wait } from '../../testing/index.js';
import { parseDecimal } from '../units.js';

let venue: TestVenue;

beforeAll(async () => {
  venue = await openTestVenue();
});
afterAll(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

interface State {
  marginSummary: { accountValue: string };
  withdrawable: string;
  assetPositions: {
    position: { coin: string; szi: string; entryPx: string; unrealizedPnl: string; marginUsed: string };
  }[];
}

interface Fill {
  px: string;
  sz: string;
  side: string;
  dir: string;
  fee: string;
  closedPnl: string;
  crossed: boolean;
  oid: number;
  builderFee?: string;
  startPosition: string;
}

const micro = (text: string) => (text.startsWith('-') ? -parseDecimal(text.slice(1), 6)! : parseDecimal(text, 6)!);

/** Returns the current best prices. */
function book(coin = 'ETH'): { bid: number; ask: number } {
  const { levels } = new TestUser(venue, 0).info<{ levels: { px: string }[][] }>('l2Book', { coin });
  return { bid: Number(levels[0]![0]!.px), ask: Number(levels[1]![0]!.px) };
}

const statusOf = (user: TestUser, oid: unknown) =>
  user.info<{ order: { status: string; order: { sz: string; origSz: string } } }>('orderStatus', { oid }).order;
const oidOf = (outcome: unknown) => outcome as { resting?: { oid: number }; filled?: { oid: number } };

describe('an order that meets the book', () => {
  test('fills at the book’s prices, pays the taker fee, and balances to the last millionth', async () => {
    const user = new TestUser(venue, 1_000);
    const { ask } = book();
    const outcome = await user.order({ size: 0.1, price: Math.round(ask * 1.05), tif: 'Ioc' });
    expect(outcome).toMatchObject({ filled: { totalSz: '0.1', avgPx: String(ask) } });
    const [fill] = user.info<Fill[]>('userFills');
    expect(fill).toMatchObject({ dir: 'Open Long', side: 'B', crossed: true, closedPnl: '0.0', startPosition: '0.0' });
    expect(micro(fill!.fee)).toBe(((micro(fill!.px) / 10n) * 450n) / 1_000_000n);
    const state = user.info<State>('clearinghouseState');
    const { position } = state.assetPositions[0]!;
    expect(position).toMatchObject({ coin: 'ETH', szi: '0.1', entryPx: fill!.px });
    expect(micro(state.marginSummary.accountValue)).toBe(
      1_000_000_000n - micro(fill!.fee) + micro(position.unrealizedPnl),
    );
  });

  test('takes what the book has within its limit; the rest of an immediate one is gone, that of another rests', async () => {
    const user = new TestUser(venue, 10_000_000);
    const { ask } = book();
    const immediate = await user.order({ size: 5_000, price: ask, tif: 'Ioc' });
    const { totalSz } = (immediate as { filled: { totalSz: string } }).filled;
    expect(Number(totalSz)).toBeGreaterThan(0);
    expect(Number(totalSz)).toBeLessThan(5_000);
    expect(user.info('openOrders')).toEqual([]);
    const outcome = await user.order({ size: 5_000, price: ask, tif: 'Gtc' });
    const { oid } = oidOf(outcome).resting!;
    const [open] = user.info<{ oid: number; sz: string; origSz: string }[]>('openOrders');
    expect(open).toMatchObject({ oid, origSz: '5000.0' });
    expect(Number(open!.sz)).toBeCloseTo(5_000 - Number(totalSz), 4);
  });

  test('turns a position around in one fill each way and realises its result', async () => {
    const user = new TestUser(venue, 5_000);
    const { ask, bid } = book('SOL');
    await user.order({ asset: 2, size: 10, price: ask, tif: 'Ioc' });
    await user.order({ asset: 2, buy: false, size: 15, price: bid, tif: 'Ioc' });
    const [sale, purchase] = user.info<Fill[]>('userFills');
    expect(sale).toMatchObject({ dir: 'Long > Short', startPosition: '10.0' });
    expect(micro(sale!.closedPnl)).toBe((micro(sale!.px) - micro(purchase!.px)) * 10n);
    expect(user.info<State>('clearinghouseState').assetPositions[0]!.position).toMatchObject({
      szi: '-5.0',
      entryPx: sale!.px,
    });
  });

  test('pays a builder what the user approved, and no more', async () => {
    const user = new TestUser(venue, 1_000);
    const builder = { b: `0x${'b1'.repeat(20)}`, f: 10 };
    const order = { size: 0.1, price: Math.round(book().ask * 1.01), tif: 'Ioc' } as const;
    await expect(user.order(order, { builder })).rejects.toThrow('Builder fee has not been approved.');
    await user.act({ type: 'approveBuilderFee', maxFeeRate: '0.01%', builder: builder.b });
    expect(user.info('maxBuilderFee', { builder: builder.b })).toBe(10);
    await user.order(order, { builder });
    const [fill] = user.info<Fill[]>('userFills');
    expect(micro(fill!.builderFee!)).toBe(micro(fill!.px) / 10n / 10_000n);
    expect(micro(fill!.fee) - micro(fill!.builderFee!)).toBe(((micro(fill!.px) / 10n) * 450n) / 1_000_000n);
    await expect(user.order(order, { builder: { ...builder, f: 11 } })).rejects.toThrow('has not been approved');
  });
});

describe('refusals in the venue’s words', () => {
  let user: TestUser;
  beforeAll(() => {
    user = new TestUser(venue, 1_000);
  });

  test.each([
    ['off the grid', { size: 0.1, price: '3000.12' }, 'Price must be divisible by tick size. asset=1'],
    ['of less than ten dollars', { size: 0.001, price: 3_000 }, 'Order must have minimum value of $10. asset=1'],
    [
      'far from the mark',
      { size: 1, price: 100 },
      'Order price cannot be more than 80% away from the reference price asset=1',
    ],
    ['too fine', { size: '0.00001', price: 3_000 }, 'Order has invalid size.'],
    ['of nothing', { size: 0, price: 3_000 }, 'Order has zero size.'],
    ['with a price no decimals allow', { size: 1, price: '0.0000001' }, 'Order has invalid price.'],
    [
      'that reduces nothing',
      { size: 1, price: 3_000, reduceOnly: true },
      'Reduce only order would increase position. asset=1',
    ],
    ['beyond the margin', { size: 50, price: 3_000 }, 'Insufficient margin to place order. asset=1'],
    [
      'that must match and can’t',
      { size: 1, price: 3_000, tif: 'Ioc' as const },
      'Order could not immediately match against any resting orders. asset=1',
    ],
    [
      'whose stop is already passed',
      { buy: false, size: 1, price: 3_000, trigger: { isMarket: true, triggerPx: '5000', tpsl: 'sl' as const } },
      'Invalid TP/SL price. asset=1',
    ],
  ])('an order %s', async (_what, order, error) => {
    expect(await user.order(order)).toEqual({ error });
  });

  test('a post-only order that would take', async () => {
    const { bid, ask } = book();
    expect(await user.order({ size: 0.1, price: Math.ceil(ask) + 1, tif: 'Alo' })).toEqual({
      error: `Post only order would have immediately matched, bbo was ${text(bid)}@${text(ask)}. asset=1`,
    });
  });

  test('are on record under the client’s id, with their status', async () => {
    const cloid = cloidOf(77);
    await user.order({ size: 1, price: 3_000, tif: 'Ioc', cloid });
    expect(statusOf(user, cloid)).toMatchObject({ status: 'iocCancelRejected', order: { cloid, origSz: '1.0' } });
    expect(user.info('orderStatus', { oid: 999_999 })).toEqual({ status: 'unknownOid' });
  });

  test('an unknown asset refuses the action', async () => {
    await expect(user.order({ asset: 999, size: 1, price: 3_000 })).rejects.toThrow('Invalid asset 999');
  });
});

const text = (price: number) => (Number.isInteger(price) ? `${price}.0` : String(price));

describe('an order that rests', () => {
  test('fills as maker at its price when the market comes to it', async () => {
    const user = new TestUser(venue, 1_000);
    const { bid } = book('BTC');
    const outcome = await user.order({ asset: 0, size: 0.001, price: bid, tif: 'Alo' });
    const { oid } = oidOf(outcome).resting!;
    expect(statusOf(user, oid).status).toBe('open');
    for (let minutes = 0; minutes < 60 && statusOf(user, oid).status === 'open'; minutes += 1) wait(venue, 60, 5);
    expect(statusOf(user, oid)).toMatchObject({ status: 'filled', order: { sz: '0.0', origSz: '0.001' } });
    const [fill] = user.info<Fill[]>('userFills');
    expect(fill).toMatchObject({ oid, crossed: false, px: text(bid) });
    expect(micro(fill!.fee)).toBe(((micro(fill!.px) / 1_000n) * 150n) / 1_000_000n);
  });

  test('is canceled once, by id or by the client’s id, by its user alone', async () => {
    const [user, other] = [new TestUser(venue, 1_000), new TestUser(venue, 1_000)];
    const cloid = cloidOf(5);
    const outcome = await user.order({ size: 0.1, price: 2_500, cloid });
    expect(outcome).toMatchObject({ resting: { cloid } });
    const { oid } = oidOf(outcome).resting!;
    const missing = [{ error: 'Order was never placed, already canceled, or filled. asset=1' }];
    const cancel = { type: 'cancel', cancels: [{ a: 1, o: oid }] };
    expect(await other.statuses(cancel)).toEqual(missing);
    expect(await user.statuses({ type: 'cancelByCloid', cancels: [{ asset: 1, cloid }] })).toEqual(['success']);
    expect(await user.statuses(cancel)).toEqual(missing);
    expect(statusOf(user, cloid).status).toBe('canceled');
  });

  test('is replaced under a new id', async () => {
    const user = new TestUser(venue, 1_000);
    const { oid } = oidOf(await user.order({ size: 0.1, price: 2_500 })).resting!;
    const order = { a: 1, b: true, p: '2600', s: '0.2', r: false, t: { limit: { tif: 'Gtc' } } };
    const [outcome] = await user.statuses({ type: 'batchModify', modifies: [{ oid, order }] });
    expect(statusOf(user, oid).status).toBe('canceled');
    expect(user.info('openOrders')).toMatchObject([{ oid: oidOf(outcome).resting!.oid, limitPx: '2600.0', sz: '0.2' }]);
    expect(await user.act({ type: 'modify', oid, order })).toEqual({
      status: 'err',
      response: 'Cannot modify canceled or filled order',
    });
  });

  test('holds the margin it would need', async () => {
    const user = new TestUser(venue, 1_000);
    await user.order({ size: 4, price: 3_000 });
    expect(user.info<State>('clearinghouseState').withdrawable).toBe('400.0');
    expect(await user.order({ size: 3, price: 3_000 })).toEqual({
      error: 'Insufficient margin to place order. asset=1',
    });
  });

  test('can not be scheduled for cancel before a million was traded', async () => {
    const user = new TestUser(venue, 1_000);
    expect(await user.act({ type: 'scheduleCancel', time: venue.clock.nowMs() + 10_000 })).toEqual({
      status: 'err',
      response: 'Cannot set scheduled cancel time until enough volume traded. Required: $1000000. Traded: $0.0.',
    });
  });
});

describe('triggers', () => {
  test('a stop closes the position once the market falls to it, and a take-profit of the same position ends with it', async () => {
    const user = new TestUser(venue, 10_000);
    const { ask } = book('BTC');
    await user.order({ asset: 0, size: 0.01, price: Math.round(ask * 1.01), tif: 'Ioc' });
    const near = (share: number) => String(Math.round(ask * share));
    const trigger = (tpsl: 'tp' | 'sl', share: number) => ({ isMarket: true, triggerPx: near(share), tpsl });
    const close = { asset: 0, buy: false, size: 0.01, price: near(0.9), reduceOnly: true };
    const stop = oidOf(await user.order({ ...close, trigger: trigger('sl', 0.9995) })).resting!.oid;
    const profit = oidOf(await user.order({ ...close, trigger: trigger('tp', 1.0005) })).resting!.oid;
    expect(user.info('frontendOpenOrders')).toMatchObject([
      { oid: profit, orderType: 'Take Profit Market', triggerCondition: `Price above ${near(1.0005)}` },
      { oid: stop, orderType: 'Stop Market', triggerCondition: `Price below ${near(0.9995)}`, isTrigger: true },
    ]);
    for (let minutes = 0; minutes < 600 && user.info<[]>('openOrders').length > 0; minutes += 1) wait(venue, 60, 20);
    const statuses = [statusOf(user, stop).status, statusOf(user, profit).status].sort();
    expect(statuses).toEqual(['filled', 'reduceOnlyCanceled']);
    expect(user.info<State>('clearinghouseState').assetPositions).toEqual([]);
  });

  test('those of one order wait for it, and are canceled with it', async () => {
    const user = new TestUser(venue, 10_000);
    const { bid } = book();
    const parent = {
      a: 1,
      b: true,
      p: String(Math.round(bid * 0.9)),
      s: '0.1',
      r: false,
      t: { limit: { tif: 'Gtc' } },
    };
    const child = {
      a: 1,
      b: false,
      p: String(Math.round(bid * 0.7)),
      s: '0.1',
      r: true,
      t: { trigger: { isMarket: true, triggerPx: String(Math.round(bid * 0.8)), tpsl: 'sl' } },
    };
    const outcomes = await user.statuses({ type: 'order', orders: [parent, child], grouping: 'normalTpsl' });
    expect(outcomes).toMatchObject([{ resting: {} }, 'waitingForFill']);
    const { oid } = oidOf(outcomes[0]).resting!;
    expect(user.info('frontendOpenOrders')).toMatchObject([{ oid, children: [{ isTrigger: true }] }]);
    await user.statuses({ type: 'cancel', cancels: [{ a: 1, o: oid }] });
    expect(user.info<{ status: string }[]>('historicalOrders').map(({ status }) => status)).toEqual([
      'canceled',
      'canceled',
    ]);
  });
});
