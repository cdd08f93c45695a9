import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/clock';
import { createLogger } from '@platform/logging';
import { PolymarketClient } from '@platform/venue-client-polymarket';
import { tableKinds } from '../../datasets/tables.js';
import { readVenueRows } from '../../history/venue-tail.js';
import { VenueUnreadableError } from '../venue.js';
import { type CollectedMarkets, PolymarketListing } from './listing.js';
import { Lives } from './lives.js';
import { Polymarket } from './polymarket.js';

const NOW_MS = Date.UTC(2026, 2, 2, 12, 34);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const { candles_1m: TABLE } = tableKinds;

const market = (slug: string, tokens: readonly string[], change: object = {}) => ({
  id: slug,
  question: `Will ${slug} happen?`,
  conditionId: `0x${slug}`,
  slug,
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.25", "0.75"]',
  clobTokenIds: JSON.stringify(tokens),
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
  startDate: new Date(NOW_MS - 40 * DAY_MS).toISOString(),
  endDate: '2027-01-01T00:00:00Z',
  orderPriceMinTickSize: 0.001,
  orderMinSize: 5,
  ...change,
});
const OPEN = market('open', ['11', '12']);
const CLOSED = market('closed', ['21', '22'], {
  closed: true,
  outcomePrices: '["0", "1"]',
  endDate: new Date(NOW_MS - 2 * DAY_MS).toISOString(),
  closedTime: new Date(NOW_MS - DAY_MS).toISOString(),
});

let server: Server;
let asked: URL[];
let headers: Record<string, string>;
let logged: string[];
let venue: Polymarket | undefined;
/** By path; what is not named is not there. */
let answers: Record<string, (query: URLSearchParams) => unknown>;

beforeEach(async () => {
  [asked, headers, logged, answers] = [[], {}, [], {}];
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://venue');
    asked.push(url);
    respond(url, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await venue?.close();
  server.closeAllConnections();
  server.close();
});

function respond({ pathname, searchParams }: URL, response: ServerResponse): void {
  const answer = answers[pathname]?.(searchParams);
  if (answer === 'never') return;
  const status = typeof answer === 'number' ? answer : answer === undefined ? 404 : 200;
  response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
}

function open(collects: CollectedMarkets = 2, attemptTimeoutMs = 20_000): Polymarket {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new PolymarketClient({
    ...{ gammaUrl: url, clobUrl: url, attemptTimeoutMs, clock: systemClock },
    ...{ gammaRequestsPerMinute: 1_000_000, clobRequestsPerMinute: 1_000_000 },
  });
  const lives = new Lives();
  const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const listing = new PolymarketListing({ client, lives, collects, clock: new ManualClock(NOW_MS), logger });
  venue = new Polymarket({ client, listing, lives, lookbackMs: 30 * DAY_MS });
  return venue;
}

/** Lists the markets; those of a token where one is named. */
function lists(...markets: object[]): void {
  answers['/markets/keyset'] = (query) => {
    const closed = query.get('closed') === 'true';
    const token = query.get('clob_token_ids');
    const isAskedFor = (each: object) =>
      token === null || ('clobTokenIds' in each && JSON.parse(String(each.clobTokenIds)).includes(token));
    return {
      markets: markets.filter((each) => ('closed' in each && each.closed === true) === closed && isAskedFor(each)),
    };
  };
  for (const each of markets) if ('slug' in each) answers[`/markets/slug/${each.slug}`] = () => each;
}

/** Serves a point at the seventh second of each minute that a test lets there be, within the window asked for. */
function serves(isThere: (timeMs: number) => boolean): void {
  answers['/prices-history'] = (query) => {
    const [from, to] = [Number(query.get('startTs')) * 1_000, Number(query.get('endTs')) * 1_000];
    if (to - from > 15 * DAY_MS) return 400;
    const history: { t: number; p: number }[] = [];
    for (let timeMs = Math.ceil(from / MINUTE_MS) * MINUTE_MS; timeMs + 7_000 <= to; timeMs += MINUTE_MS)
      if (isThere(timeMs)) history.push({ t: timeMs / 1_000 + 7, p: 0.25 });
    return { history };
  };
}

describe('a search', () => {
  test('without words lists the most traded markets, a token of each outcome, page by page', async () => {
    answers['/markets/keyset'] = (query) =>
      query.get('after_cursor') === 'c1' ? { markets: [] } : { markets: [OPEN], next_cursor: 'c1' };
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
        nautilusSymbol: '11.POLYMARKET',
        freqtradeSymbol: undefined,
        maxLeverage: undefined,
        markPrice: '0.25',
        tickSize: '0.001',
        minOrderUsd: '1.25',
        prediction: expect.objectContaining({
          slug: 'open',
          outcome: 'Yes',
          endDateMs: Date.UTC(2027, 0),
          resolution: undefined,
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
    answers['/public-search'] = () => ({ events, pagination: { hasMore: true, totalResults: 9 } });
    const { instruments, nextPage } = await listing.search({ query: 'will it', page: '3' }, 'interactive');
    expect([instruments.map(({ coin }) => coin), nextPage]).toEqual([['11', '12'], '4']);
    expect(asked[0]?.searchParams.get('page')).toBe('3');
    expect(logged.join()).toContain('"omitted":2');
  });
});

test('a search for a token finds its market, where that is live', async () => {
  const [live, over] = ['1'.repeat(40), '2'.repeat(40)];
  lists(market('live', [live, '12']), market('done', [over, '22'], { closed: true }));
  const { listing } = open();
  const found = async (query: string) =>
    (await listing.search({ query, page: undefined }, 'interactive')).instruments.map(({ coin }) => coin);
  expect(await found(live)).toEqual([live, '12']);
  expect(await found(`${live}.polymarket`)).toEqual([live, '12']);
  expect(await found(over)).toEqual([]);
});

describe('an exact reference', () => {
  test('is a token, then a slug, whatever the state of the market', async () => {
    lists(OPEN, CLOSED);
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
    answers['/markets/keyset'] = (query) =>
      query.get('after_cursor') === 'c1'
        ? { markets: [market('second', ['31', '32']), market('third', ['41', '42'])] }
        : { markets: [market('paused', ['1', '2'], { acceptingOrders: false }), OPEN], next_cursor: 'c1' };
    expect(await collectedBy(2)).toEqual(['11', '12', '31', '32']);
  });

  test('the markets that are named, the closed ones too', async () => {
    lists(OPEN, CLOSED);
    expect(await collectedBy(['closed', 'gone'])).toEqual(['21', '22']);
  });
});

describe('candles', () => {
  const rowsOf = (coin: string, fromMs: number, toMs = NOW_MS) =>
    readVenueRows(open(), coin, TABLE, { fromMs, toMs, count: 1_000_000 }, 'background');

  test('are the minutes that the venue has, over every window, with nothing in place of those it lacks', async () => {
    lists(OPEN);
    const gapMs = { from: NOW_MS - 30 * DAY_MS, to: NOW_MS - 11 * DAY_MS };
    const isThere = (timeMs: number) => (timeMs < gapMs.from || timeMs >= gapMs.to) && timeMs % (97 * MINUTE_MS) !== 0;
    serves(isThere);
    const [part, ...others] = await rowsOf('11', 0);
    const expected: number[] = [];
    for (let timeMs = NOW_MS - 40 * DAY_MS; timeMs < NOW_MS; timeMs += MINUTE_MS)
      if (isThere(timeMs)) expected.push(timeMs);
    expect([part?.source, others, part?.rows.map(([timeMs]) => timeMs)]).toEqual(['venue', [], expected]);
    expect(part?.rows[0]).toEqual([expected[0], 0.25, 0.25, 0.25, 0.25, 0]);
  });

  test('end with a market that is closed, and what is not there costs no windows', async () => {
    lists(CLOSED);
    serves(() => true);
    const [part] = await rowsOf('21', NOW_MS - 3 * DAY_MS);
    expect(part?.rows.at(-1)?.[0]).toBe(NOW_MS - DAY_MS - MINUTE_MS);
    const before = asked.length;
    expect(await rowsOf('21', NOW_MS - DAY_MS / 2)).toEqual([]);
    expect(await rowsOf('77', 0)).toEqual([]);
    const paths = asked.slice(before).map(({ pathname }) => pathname);
    expect(paths.filter((path) => path === '/prices-history')).toEqual([]);
  });

  test('say what of them was recorded and what a sandbox made up', async () => {
    lists(OPEN);
    serves(() => true);
    const recordedUntilMs = NOW_MS - 4 * MINUTE_MS;
    headers = { 'x-sandbox': 'simulated', 'x-sandbox-recorded-until': String(recordedUntilMs) };
    const parts = await rowsOf('11', NOW_MS - 10 * MINUTE_MS);
    expect(parts.map(({ source, rows }) => [source, rows.length])).toEqual([
      ['recorded', 6],
      ['simulated', 4],
    ]);
  });

  test('of another table there are none', async () => {
    expect(await open().rows('11', tableKinds.candles_1h, { fromMs: 0, toMs: NOW_MS }, 'background')).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('a venue that misbehaves gives an error and no row', () => {
  test.each<[string, unknown]>([
    ['says 429', 429],
    ['fails', 503],
    ['sends garbage', '<html>busy</html>'],
    ['sends half of an answer', '{"history":[{"t":1772454000,"p":0.'],
    ['sends a price that is none', { history: [{ t: (NOW_MS - DAY_MS) / 1_000, p: 7 }] }],
    ['is slow', 'never'],
  ])('because it %s', async (_, answer) => {
    lists(OPEN);
    answers['/prices-history'] = () => answer;
    const rows = open(2, 200).rows('11', TABLE, { fromMs: NOW_MS - DAY_MS, toMs: NOW_MS }, 'background');
    await expect(rows).rejects.toThrow(VenueUnreadableError);
  });

  test('a moment of 429 is waited out', async () => {
    lists(OPEN);
    let times = 0;
    serves(() => true);
    const served = answers['/prices-history'];
    answers['/prices-history'] = (query) => {
      times += 1;
      return times === 1 ? 429 : served?.(query);
    };
    const [part] = await open().rows('11', TABLE, { fromMs: NOW_MS - 10 * MINUTE_MS, toMs: NOW_MS }, 'background');
    expect(part?.rows).toHaveLength(10);
  });

  test('a search of it fails too', async () => {
    answers['/public-search'] = () => 503;
    const { listing } = open();
    await expect(listing.search({ query: 'x', page: undefined }, 'interactive')).rejects.toThrow(VenueUnreadableError);
  });
});
