import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fromCassette, fromJson, hasRecordings, kindsOf } from '../shapes.js';
import { cloidOf, openTestVenue, TestUser, type TestVenue, wait } from '../testing/index.js';

let venue: TestVenue;
let user: TestUser;

/** A user to whom everything has happened that the answers show. */
beforeAll(async () => {
  venue = await openTestVenue();
  user = new TestUser(venue, 10_000);
  await user.act({ type: 'approveAgent', agentAddress: `0x${'a9'.repeat(20)}`, agentName: 'ok' });
  await user.act({ type: 'usdClassTransfer', amount: '12.5', toPerp: false });
  await user.order({ asset: 0, size: 0.3, price: 200_000, tif: 'Ioc' });
  await user.order({ size: 1, price: 3_000, tif: 'Ioc', cloid: cloidOf(1) });
  const parent = { a: 1, b: true, p: '3000.5', s: '0.5', r: false, t: { limit: { tif: 'Gtc' } } };
  const trigger = { isMarket: true, triggerPx: '2500.5', tpsl: 'sl' };
  const child = { a: 1, b: false, p: '2400.5', s: '0.5', r: true, t: { trigger } };
  await user.statuses({ type: 'order', orders: [parent, child], grouping: 'normalTpsl' });
  await user.order({
    asset: 2,
    buy: false,
    size: 1.5,
    price: 90,
    reduceOnly: true,
    trigger: { ...trigger, tpsl: 'sl', triggerPx: '100' },
  });
  wait(venue, 3_600, 3_600);
});
afterAll(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

/** Real answers, cut short, for where no recordings are at hand. */
const INLINE: [string, Record<string, unknown>, unknown][] = [
  [
    'userFills',
    {},
    [
      {
        coin: 'ARB',
        px: '0.07482',
        sz: '8552.3',
        side: 'B',
        time: 1782526679879,
        startPosition: '432064.5',
        dir: 'Open Long',
        closedPnl: '0.0',
        hash: '0x6c',
        oid: 481029459465,
        crossed: false,
        fee: '0.0',
        tid: 17679709382320,
        feeToken: 'USDC',
        twapId: null,
      },
    ],
  ],
  ['userRateLimit', {}, { cumVlm: '170043721737.45', nRequestsUsed: 36589831368, nRequestsCap: 170043731737 }],
  ['userFees', {}, { userCrossRate: '0.00045', userAddRate: '0.00015', feeSchedule: { cross: '0.00045' } }],
  ['activeAssetData', { coin: 'ETH' }, { leverage: { type: 'cross', value: 20 }, maxTradeSzs: ['1.0'], markPx: '1.0' }],
];
const history = { startTime: 0 };
const recorded: [string, Record<string, unknown>, unknown][] = hasRecordings
  ? [
      ['clearinghouseState', {}, fromJson('hyperliquid_marketmicro_mcp/tests/fixtures/clearinghouse_small.json')],
      ['openOrders', {}, fromCassette('test_get_open_orders.yaml')],
      ['frontendOpenOrders', {}, fromCassette('test_get_frontend_open_orders.yaml')],
      ['historicalOrders', {}, fromCassette('test_historical_orders.yaml')],
      ['userFills', {}, fromCassette('test_get_user_fills.yaml')],
      ['userFillsByTime', history, fromCassette('test_get_user_fills_by_time.yaml')],
      ['userFunding', history, fromCassette('test_user_funding_history_without_end_time.yaml')],
      ['userRateLimit', {}, fromCassette('test_user_rate_limit.yaml')],
      ['extraAgents', {}, fromCassette('test_extra_agents.yaml')],
    ]
  : [];
/** Hourly fundings have no number of samples; those recorded are of eight hours. */
const GONE = ['[].delta.nSamples'];

describe('answers about users have the shape of the real venue’s', () => {
  test.each([...INLINE, ...recorded])('%s', (type, request, real) => {
    const [kinds, realKinds] = [kindsOf(user.info(type, request)), kindsOf(real)];
    for (const path of GONE) realKinds.delete(path);
    expect(Object.fromEntries([...realKinds.keys()].map((path) => [path, kinds.get(path)]))).toEqual(
      Object.fromEntries(realKinds),
    );
  });
});

describe('answers about users', () => {
  test('show the account under any spelling of its address', () => {
    const state = user.info<{ marginSummary: { accountValue: string } }>('clearinghouseState');
    expect(user.info('clearinghouseState', { user: user.account.address })).toEqual(state);
    expect(Number(state.marginSummary.accountValue)).toBeGreaterThan(9_900);
  });

  test('are empty for who never was here', () => {
    const nobody = new TestUser(venue, 0);
    expect(nobody.info('clearinghouseState')).toMatchObject({ withdrawable: '0.0', assetPositions: [] });
    expect(nobody.info('spotClearinghouseState')).toEqual({ balances: [] });
    for (const type of ['openOrders', 'userFills', 'historicalOrders', 'extraAgents'])
      expect(nobody.info(type)).toEqual([]);
  });

  test('are refused without an address', () => {
    expect(() => user.info('clearinghouseState', { user: '0x12' })).toThrow('Failed to deserialize');
  });

  test('put together what an order took from the book at one instant, where that is asked for', async () => {
    const taker = new TestUser(venue, 1_000_000);
    await taker.order({ asset: 2, size: 5_000, price: 500, tif: 'Ioc' });
    const fills = taker.info<Record<'px' | 'sz' | 'fee' | 'startPosition', string>[]>('userFills');
    expect(fills.length).toBeGreaterThan(1);
    const [one, ...others] = taker.info<typeof fills>('userFills', { aggregateByTime: true });
    expect(others).toEqual([]);
    expect(taker.info('userFillsByTime', { startTime: 0, aggregateByTime: true })).toEqual([one]);
    const total = (of: (fill: (typeof fills)[number]) => number) => fills.reduce((sum, fill) => sum + of(fill), 0);
    const size = total(({ sz }) => Number(sz));
    expect(Number(one!.sz)).toBeCloseTo(size, 6);
    expect(Number(one!.px)).toBeCloseTo(total(({ sz, px }) => Number(sz) * Number(px)) / size, 5);
    expect(Number(one!.fee)).toBeCloseTo(
      total(({ fee }) => Number(fee)),
      6,
    );
    expect(one!.startPosition).toBe('0.0');
  });

  test('keep fills of a time apart', () => {
    const [fill] = user.info<{ time: number }[]>('userFills');
    const between = (startTime: number, endTime: number) => user.info('userFillsByTime', { startTime, endTime });
    expect(between(fill!.time, fill!.time)).toEqual([fill]);
    expect(between(fill!.time + 1, fill!.time + 2)).toEqual([]);
  });
});
