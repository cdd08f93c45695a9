import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { type MalformedRow, tableKinds, VenueUnreadableError } from '@platform/venues/market-data';
import type { CollectedMarkets } from '@platform/venues/polymarket/context';
import { gammaMarket as market, TestPolymarket } from '@platform/venues/polymarket/context/testing';
import { readVenueRows } from './venue-tail.js';

const NOW_MS = Date.UTC(2026, 2, 2, 12, 34);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const { candles_1m: TABLE } = tableKinds;

const OPEN = market('open', ['11', '12']);
const CLOSED = market('closed', ['21', '22'], {
  closed: true,
  outcomePrices: '["0", "1"]',
  endDate: new Date(NOW_MS - 2 * DAY_MS).toISOString(),
  closedTime: new Date(NOW_MS - DAY_MS).toISOString(),
});

let server: TestPolymarket;
const open = (...options: [collects?: CollectedMarkets, attemptTimeoutMs?: number]) =>
  server.open(new ManualClock(NOW_MS), ...options);

beforeEach(async () => {
  server = await TestPolymarket.start();
});
afterEach(() => server[Symbol.asyncDispose]());

describe('a search', () => {
  test('without words lists the most traded markets, a token of each outcome, page by page', async () => {
    server.answers.set('/markets/keyset', (query) =>
      query.get('after_cursor') === 'c1' ? { markets: [] } : { markets: [OPEN], next_cursor: 'c1' },
    );
    const first = open().listing;
    const page = await first.search({ query: '', page: undefined }, 'interactive');
    expect(page.nextPage).toBe('c1');
    expect(page.instruments).toEqual([
      expect.objectContaining({
        symbol: '11.POLYMARKET',
        coin: '11',
        name: 'Will open happen? Yes',
        kind: 'prediction',
        status: 'active',
        frameworkSymbols: { nautilus: '11.POLYMARKET' },
        maxLeverage: undefined,
        markPrice: '0.25',
        tickSize: '0.001',
        minOrderUsd: '1.25',
        prediction: expect.objectContaining({
          slug: 'open',
          outcome: 'Yes',
          endDateMs: Date.UTC(2027, 0),
          resolution: undefined,
          takerFees: { rate: 0.03, exponent: 1 },
        }),
      }),
      expect.objectContaining({ symbol: '12.POLYMARKET', name: 'Will open happen? No', markPrice: '0.75' }),
    ]);
    expect(await first.search({ query: ' ', page: 'c1' }, 'interactive')).toEqual({
      instruments: [],
      nextPage: undefined,
    });
  });

  test('with words asks the venue, and leaves out alone what is not live and what is malformed', async () => {
    const { listing } = open();
    const events = [
      { markets: [market('paused', ['1', '2'], { acceptingOrders: false }), OPEN, { question: 'half' }] },
      { markets: [market('over', ['3', '4'], { endDate: new Date(NOW_MS).toISOString() }), 'garbage'] },
      { markets: [market('endless', ['5', '6'], { endDate: null }), market('old', ['7', '8'], { archived: true })] },
    ];
    server.answers.set('/public-search', () => ({ events, pagination: { hasMore: true, totalResults: 9 } }));
    const { instruments, nextPage } = await listing.search({ query: 'will it', page: '3' }, 'interactive');
    expect([instruments.map(({ coin }) => coin), nextPage]).toEqual([['11', '12'], '4']);
    expect(server.asked[0]?.searchParams.get('page')).toBe('3');
    expect(server.logged).toEqual([]);
  });
});

test('a search for a token finds its market, where that is live', async () => {
  const [live, over] = ['1'.repeat(40), '2'.repeat(40)];
  server.lists(market('live', [live, '12']), market('done', [over, '22'], { closed: true }));
  const { listing } = open();
  const found = async (query: string) =>
    (await listing.search({ query, page: undefined }, 'interactive')).instruments.map(({ coin }) => coin);
  expect(await found(live)).toEqual([live, '12']);
  expect(await found(`${live}.polymarket`)).toEqual([live, '12']);
  expect(await found(over)).toEqual([]);
});

describe('an exact reference', () => {
  test('is a token, then a slug, whatever the state of the market', async () => {
    server.lists(OPEN, CLOSED);
    const { listing } = open();
    const found = async (reference: string) =>
      (await listing.find(reference, 'interactive')).map(({ coin, status, prediction }) => [
        coin,
        status,
        prediction?.resolution,
      ]);
    expect(await found('12.POLYMARKET')).toEqual([['12', 'active', undefined]]);
    expect(await found('22')).toEqual([['22', 'closed', 'No']]);
    expect(await found('closed')).toEqual([
      ['21', 'closed', 'No'],
      ['22', 'closed', 'No'],
    ]);
    expect(await found('99.POLYMARKET')).toEqual([]);
    expect(await found('nonsense')).toEqual([]);
    expect(await found('no/../slug')).toEqual([]);
  });
});

describe('collected are', () => {
  const collectedBy = async (collects: CollectedMarkets) => {
    const { listing } = open(collects);
    return (await listing.collected('background')).map(({ coin }) => coin);
  };

  test('so many of the most traded live markets, found on as many pages as it takes', async () => {
    server.answers.set('/markets/keyset', (query) =>
      query.get('after_cursor') === 'c1'
        ? { markets: [market('second', ['31', '32']), market('third', ['41', '42'])] }
        : { markets: [market('paused', ['1', '2'], { acceptingOrders: false }), OPEN], next_cursor: 'c1' },
    );
    expect(await collectedBy(2)).toEqual(['11', '12', '31', '32']);
  });

  test('beside them the most traded of those that were resolved lately', async () => {
    const cancelled = market('cancelled', ['51', '52'], { ...CLOSED, outcomePrices: '["0.5", "0.5"]' });
    const early = market('early', ['61', '62'], {
      ...{ closed: true, outcomePrices: '["1", "0"]' },
      closedTime: new Date(NOW_MS - 16 * DAY_MS).toISOString(),
    });
    const asked: (string | null)[] = [];
    server.answers.set('/markets/keyset', (query) => {
      asked.push(query.get('end_date_min'));
      return { markets: query.get('closed') === 'true' ? [cancelled, early, CLOSED, CLOSED] : [OPEN] };
    });
    expect(await collectedBy(1)).toEqual(['11', '12', '21', '22']);
    expect(asked).toEqual([null, new Date(NOW_MS - 15 * DAY_MS).toISOString()]);
  });

  test('without the malformed ones, which are counted until the next collection whatever else is read', async () => {
    const { listing } = open(2);
    server.answers.set('/markets/keyset', () => ({ markets: [{ question: 'half' }, OPEN] }));
    server.answers.set('/public-search', () => ({
      events: [{ markets: ['garbage'] }],
      pagination: { hasMore: false },
    }));
    await listing.collected('background');
    await listing.search({ query: 'will it', page: undefined }, 'interactive');
    await listing.find('11.POLYMARKET', 'interactive');
    expect(server.logged.map((line) => JSON.parse(line).omitted)).toEqual([2]);
  });

  test('none at all where most of a page is malformed: the venue has changed its form', async () => {
    const odd = Array.from({ length: 11 }, () => ({ question: 'half' }));
    server.answers.set('/markets/keyset', () => ({ markets: [...odd, OPEN] }));
    await expect(collectedBy(2)).rejects.toThrow(VenueUnreadableError);
  });

  test('those that are named beside one that is malformed, which is counted', async () => {
    server.lists(OPEN);
    server.answers.set('/markets/slug/open', () => OPEN);
    server.answers.set('/markets/slug/odd', () => ({ slug: 'odd' }));
    expect(await collectedBy(['open', 'odd'])).toEqual(['11', '12']);
    expect(server.logged.map((line) => JSON.parse(line).omitted)).toEqual([1]);
  });

  test('the markets that are named, the closed ones too', async () => {
    server.lists(OPEN, CLOSED);
    expect(await collectedBy(['closed', 'gone'])).toEqual(['21', '22']);
  });
});

describe('candles', () => {
  const rowsOf = (coin: string, fromMs: number, toMs = NOW_MS) =>
    readVenueRows(open(), coin, TABLE, { fromMs, toMs, count: 1_000_000 }, 'background');

  test('are the minutes that the venue has, over every window, with nothing in place of those it lacks', async () => {
    server.lists(OPEN);
    const gapMs = { from: NOW_MS - 30 * DAY_MS, to: NOW_MS - 11 * DAY_MS };
    const isThere = (timeMs: number) => (timeMs < gapMs.from || timeMs >= gapMs.to) && timeMs % (97 * MINUTE_MS) !== 0;
    server.serves(isThere);
    const [part, ...others] = await rowsOf('11', 0);
    const expected: number[] = [];
    for (let timeMs = NOW_MS - 40 * DAY_MS; timeMs < NOW_MS; timeMs += MINUTE_MS)
      if (isThere(timeMs)) expected.push(timeMs);
    expect([part?.source, others, part?.rows.map(([timeMs]) => timeMs)]).toEqual(['venue', [], expected]);
    expect(part?.rows[0]).toEqual([expected[0], 0.25, 0.25, 0.25, 0.25, 0]);
  });

  test('end with a market that is closed, and what is not there costs no windows', async () => {
    server.lists(CLOSED);
    server.serves(() => true);
    const [part] = await rowsOf('21', NOW_MS - 3 * DAY_MS);
    expect(part?.rows.at(-1)?.[0]).toBe(NOW_MS - DAY_MS - MINUTE_MS);
    const before = server.asked.length;
    expect(await rowsOf('21', NOW_MS - DAY_MS / 2)).toEqual([]);
    expect(await rowsOf('77', 0)).toEqual([]);
    const paths = server.asked.slice(before).map(({ pathname }) => pathname);
    expect(paths.filter((path) => path === '/prices-history')).toEqual([]);
  });

  test('say what of them was recorded and what a sandbox made up', async () => {
    server.lists(OPEN);
    server.serves(() => true);
    const recordedUntilMs = NOW_MS - 4 * MINUTE_MS;
    server.headers = { 'x-sandbox': 'simulated', 'x-sandbox-recorded-until': String(recordedUntilMs) };
    const parts = await rowsOf('11', NOW_MS - 10 * MINUTE_MS);
    expect(parts.map(({ source, rows }) => [source, rows.length])).toEqual([
      ['recorded', 6],
      ['simulated', 4],
    ]);
  });

  test('of another table there are none', async () => {
    expect(await open().rows('11', tableKinds.candles_1h, { fromMs: 0, toMs: NOW_MS }, 'background')).toEqual([]);
    expect(server.asked).toEqual([]);
  });
});

test('a malformed point is told, and its minute left out alone', async () => {
  server.lists(OPEN);
  const malformedMs = NOW_MS - 5 * MINUTE_MS;
  server.serves(
    () => true,
    (timeMs) => (timeMs === malformedMs ? 7 : 0.25),
  );
  const malformed: MalformedRow[] = [];
  const window = { fromMs: NOW_MS - 10 * MINUTE_MS, toMs: NOW_MS };
  const [part] = await open().rows('11', TABLE, window, 'background', (found) => void malformed.push(...found));
  expect([part?.rows.length, malformed.map(({ timeMs }) => timeMs)]).toEqual([9, [malformedMs]]);
});

describe('a venue that misbehaves gives an error and no row', () => {
  test.each<[string, unknown]>([
    ['says 429', 429],
    ['fails', 503],
    ['sends garbage', '<html>busy</html>'],
    ['sends half of an answer', '{"history":[{"t":1772454000,"p":0.'],
    ['sends a price that is of another time and none', { history: [{ t: 60, p: 7 }] }],
    ['is slow', 'never'],
  ])('because it %s', async (_, answer) => {
    server.lists(OPEN);
    server.answers.set('/prices-history', () => answer);
    const rows = open(2, 200).rows('11', TABLE, { fromMs: NOW_MS - DAY_MS, toMs: NOW_MS }, 'background');
    await expect(rows).rejects.toThrow(VenueUnreadableError);
  });

  test('a moment of 429 is waited out', async () => {
    server.lists(OPEN);
    let times = 0;
    server.serves(() => true);
    const served = server.answers.get('/prices-history');
    server.answers.set('/prices-history', (query) => {
      times += 1;
      return times === 1 ? 429 : served?.(query);
    });
    const [part] = await open().rows('11', TABLE, { fromMs: NOW_MS - 10 * MINUTE_MS, toMs: NOW_MS }, 'background');
    expect(part?.rows).toHaveLength(10);
  });

  test('a search of it fails too', async () => {
    server.answers.set('/public-search', () => 503);
    const { listing } = open();
    await expect(listing.search({ query: 'x', page: undefined }, 'interactive')).rejects.toThrow(VenueUnreadableError);
  });
});
