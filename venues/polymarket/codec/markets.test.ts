import { describe, expect, test } from '@jest/globals';
import { isLive, marketsPage, oneMarket, type PolymarketMarket, pricesHistory, searchPage } from './index.js';

const NOW_MS = Date.UTC(2026, 2, 2, 12);
const GAMMA = {
  id: '1',
  question: 'Will “İstanbul” — ¿sí o no? 🌊',
  conditionId: '0xc1',
  slug: 'will-istanbul',
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.505", "0.495"]',
  clobTokenIds: '["11", "22"]',
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
  startDate: '2026-01-01T00:00:00Z',
  createdAt: '2025-12-31T23:00:00.123456Z',
  endDate: '2026-03-03T12:00:00Z',
  orderPriceMinTickSize: 0.001,
  orderMinSize: 5,
};
const SCHEDULED = {
  feesEnabled: true,
  feeSchedule: { exponent: 1, rate: 0.03, rebateRate: 0.25, takerOnly: true },
};
const schedule = (change: object) => ({ ...SCHEDULED, feeSchedule: { ...SCHEDULED.feeSchedule, ...change } });
const read = (change: object = {}): PolymarketMarket | undefined => oneMarket.parse({ ...GAMMA, ...change }).markets[0];

describe('a market', () => {
  test('is read from texts that hold JSON, with what it is traded by', () => {
    expect(read()).toMatchObject({
      outcomes: ['Yes', 'No'],
      tokenIds: ['11', '22'],
      prices: ['0.505', '0.495'],
      tickSize: '0.001',
      minimumSize: 5,
      startMs: Date.parse('2025-12-31T23:00:00.123Z'),
      endMs: Date.UTC(2026, 2, 3, 12),
      resolution: undefined,
    });
  });

  test.each([
    ['["1", "0"]', 'Yes'],
    ['["0", "1"]', 'No'],
    ['["0.5", "0.5"]', undefined],
    ['["0", "0"]', undefined],
    ['["0.58", "0.42"]', undefined],
  ])('that is closed at %s came out as %s', (outcomePrices, resolution) => {
    const market = read({ closed: true, outcomePrices, closedTime: '2026-02-01 02:07:01+00' });
    expect([market?.resolution, market?.closedMs]).toEqual([resolution, Date.UTC(2026, 1, 1, 2, 7, 1)]);
  });

  test.each([
    ['none', { feesEnabled: false }, { rate: 0, exponent: 0 }],
    ['none, whatever its base fees are', { feesEnabled: false, takerBaseFee: 1_000 }, { rate: 0, exponent: 0 }],
    ['those of its schedule', SCHEDULED, { rate: 0.03, exponent: 1 }],
    ['unknown ones where its schedule is not there', { feesEnabled: true, takerBaseFee: 1_000 }, undefined],
    ['unknown ones where its schedule is null', { ...SCHEDULED, feeSchedule: null }, undefined],
    ['unknown ones where its schedule has no rate', schedule({ rate: null }), undefined],
    ['unknown ones where its rate is no number', schedule({ rate: '0.03' }), undefined],
    ['unknown ones where its rate is beyond one', schedule({ rate: 30 }), undefined],
    ['unknown ones where makers pay too', schedule({ takerOnly: false }), undefined],
    ['unknown ones where nothing says whether it has any', { feeSchedule: SCHEDULED.feeSchedule }, undefined],
  ])('has fees: %s', (_, change, takerFees) => {
    expect(read(change)?.takerFees).toEqual(takerFees);
    expect(read(change)).toMatchObject({ slug: 'will-istanbul' });
  });

  test.each([
    ['one token for two outcomes', { clobTokenIds: '["11"]' }],
    ['one token twice', { clobTokenIds: '["11", "11"]' }],
    ['a price beyond one', { outcomePrices: '["1.5", "0"]' }],
    ['tokens that are no numbers', { clobTokenIds: '["a", "b"]' }],
    ['a list that is no JSON', { outcomes: '[Yes, No]' }],
    ['no question', { question: undefined }],
    ['an empty slug', { slug: '' }],
    ['an empty outcome', { outcomes: '["Yes", ""]' }],
    ['no outcome', { outcomes: '[]', clobTokenIds: '[]', outcomePrices: '[]' }],
    ['a price of null', { outcomePrices: '[null, "1"]' }],
    ['a price that is no number', { outcomePrices: '["NaN", "0"]' }],
    ['a tick of nothing', { orderPriceMinTickSize: 0 }],
    ['a smallest size as text', { orderMinSize: '5' }],
    ['a state of an unknown type', { active: 'yes' }],
  ])('with %s is left out of its page alone', (_, change) => {
    const page = marketsPage.parse({ markets: [{ ...GAMMA, ...change }, GAMMA, null, 'text'], next_cursor: 'n' });
    expect([page.markets.length, page.omitted.length, page.nextCursor]).toEqual([1, 3, 'n']);
  });
});

test('a search gives the markets of its events in its order, and none where the venue gives null', () => {
  const events = [{ markets: [GAMMA] }, 'no event', { markets: null }, { markets: [{ ...GAMMA, slug: 'other' }, {}] }];
  const found = searchPage.parse({ events, pagination: { hasMore: true } });
  expect([found.markets.map(({ slug }) => slug), found.omitted.length]).toEqual([['will-istanbul', 'other'], 2]);
  expect(searchPage.parse({ events: null, pagination: { hasMore: false } })).toMatchObject({ markets: [] });
});

describe('live discovery lets through', () => {
  const isFound = (change: object) => {
    const market = read(change);
    return market !== undefined && isLive(market, NOW_MS);
  };

  test('what is active, open, not archived, takes orders and ends later', () => expect(isFound({})).toBe(true));

  test.each([
    { active: false },
    { closed: true },
    { archived: true },
    { acceptingOrders: false },
    { acceptingOrders: null },
    { endDate: undefined },
    { endDate: null },
    { endDate: 'soon' },
    { endDate: new Date(NOW_MS).toISOString() },
    { endDate: '2020-11-04T00:00:00Z' },
  ])('not what has %j', (change) => expect(isFound(change)).toBe(false));
});

describe('price history', () => {
  const minutes = (...points: readonly (readonly [t: number, p: number])[]) =>
    pricesHistory.parse({ history: points.map(([t, p]) => ({ t, p })) }).rows;

  test('is one candle per minute, and none for a minute without a point', () => {
    expect(minutes([67, 0.5], [126, 0.6], [301, 0.4])).toEqual([
      { openMs: 60_000, open: 0.5, high: 0.5, low: 0.5, close: 0.5 },
      { openMs: 120_000, open: 0.6, high: 0.6, low: 0.6, close: 0.6 },
      { openMs: 300_000, open: 0.4, high: 0.4, low: 0.4, close: 0.4 },
    ]);
  });

  test('makes one candle of the points of one minute', () => {
    const all = minutes([60, 0.5], [80, 0.9], [90, 0.1], [119, 0.4]);
    expect(all).toEqual([{ openMs: 60_000, open: 0.5, high: 0.9, low: 0.1, close: 0.4 }]);
  });

  test.each<[string, unknown]>([
    ['a price beyond one', { t: 200, p: 1.2 }],
    ['a price that is a text', { t: 200, p: '0.5' }],
    ['a price of null', { t: 200, p: null }],
    ['a price below zero', { t: 200, p: -0.1 }],
    ['no price', { t: 200 }],
  ])('with %s names it, and makes no candle of its minute', (_, malformed) => {
    const history = [{ t: 60, p: 0.5 }, { t: 190, p: 0.4 }, malformed];
    expect(pricesHistory.parse({ history })).toEqual({
      rows: [{ openMs: 60_000, open: 0.5, high: 0.5, low: 0.5, close: 0.5 }],
      malformed: [{ timeMs: 180_000, reason: expect.stringContaining('at p') }],
    });
  });

  test.each([[null], ['odd'], [{ p: 0.5 }], [{ t: '200', p: 0.5 }], [{ t: 2 ** 60, p: 0.5 }], [{ t: -1, p: 0.5 }]])(
    'names %j without a time, and takes the others',
    (odd) => {
      const read = pricesHistory.parse({ history: [odd, { t: 60, p: 0.5, new: 1 }] });
      expect([read.rows.length, read.malformed]).toEqual([1, [{ timeMs: undefined, reason: expect.any(String) }]]);
    },
  );

  test('may be null, and is refused whole where it is no list or not there', () => {
    expect(pricesHistory.parse({ history: null })).toEqual({ rows: [], malformed: [] });
    for (const wrong of [{ history: 'none' }, {}, { error: 'market not found' }, [], null])
      expect(pricesHistory.safeParse(wrong).success).toBe(false);
  });
});
