import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tableKinds, VenueUnreadableError } from '../../market-data/index.js';
import type { Misbehaviour } from '../../market-data/testing/index.js';
import { TestLighter } from './testing/test-lighter.js';

const NOW_MS = Date.UTC(2026, 2, 2, 12, 34);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ETH = '0';
let server: TestLighter;

beforeEach(async () => {
  server = await TestLighter.start(() => NOW_MS);
});
afterEach(() => server[Symbol.asyncDispose]());

const rows = (table: 'candles_1m' | 'candles_1h' | 'funding_1h', fromMs: number, toMs = NOW_MS) =>
  server.venue.rows(ETH, tableKinds[table], { fromMs, toMs }, 'interactive');
const instruments = async () => {
  const { listing } = server.venue;
  return listing.kind === 'whole' ? listing.instruments('interactive') : [];
};

describe('reading', () => {
  test('gives perpetuals by canonical symbol, those that are over too, and no spot market', async () => {
    const found = await instruments();
    expect(found.map(({ symbol, status }) => [symbol, status])).toEqual([
      ['ETH-PERP.LIGHTER', 'active'],
      ['BTC-PERP.LIGHTER', 'active'],
      ['MKR-PERP.LIGHTER', 'closed'],
    ]);
    expect(found[0]).toMatchObject({
      coin: '0',
      name: 'ETH',
      sizeDecimals: 4,
      tickSize: '0.01',
      maxLeverage: 50,
      markPrice: '2361.31',
    });
  });

  test('gives the oldest rows of a window, though the venue answers with its newest', async () => {
    const fromMs = NOW_MS - 3 * DAY_MS;
    const [page] = await rows('candles_1m', fromMs);
    expect([page?.rows.length, page?.rows[0]?.[0], page?.source]).toEqual([500, fromMs, 'venue']);
    const [funding] = await rows('funding_1h', NOW_MS - 10 * HOUR_MS);
    expect([funding?.rows.length, funding?.rows[0]]).toEqual([10, [Date.UTC(2026, 2, 2, 3), -0.000012]]);
  });

  test('goes on behind a stretch without rows, and looks for the day that has some', async () => {
    const quietUntilMs = NOW_MS - 2 * DAY_MS;
    server.isQuiet = (timeMs) => timeMs < quietUntilMs;
    const [page] = await rows('candles_1m', NOW_MS - 40 * DAY_MS);
    expect(page?.rows[0]?.[0]).toBe(quietUntilMs);
    expect(server.questions.length).toBeLessThan(8);
  });

  test('finds the beginning of a market by few questions', async () => {
    server.listedAtMs = NOW_MS - 5 * DAY_MS;
    const [page] = await rows('candles_1m', Date.UTC(2025, 0, 1));
    expect(page?.rows[0]?.[0]).toBe(server.listedAtMs);
    expect(server.questions.length).toBeLessThan(8);
  });

  test('gives none where there is none', async () => {
    server.listedAtMs = NOW_MS;
    expect(await rows('candles_1h', NOW_MS - 600 * HOUR_MS, NOW_MS - HOUR_MS)).toEqual([]);
    expect(await rows('funding_1h', NOW_MS - 800 * HOUR_MS, NOW_MS - HOUR_MS)).toEqual([]);
  });

  test('leaves out what the venue leaves out', async () => {
    server.isQuiet = (timeMs) => (timeMs / MINUTE_MS) % 3 === 0;
    const [page] = await rows('candles_1m', NOW_MS - 9 * MINUTE_MS);
    expect(page?.rows.map(([timeMs]) => (timeMs / MINUTE_MS) % 3)).not.toContain(0);
    expect(page?.rows).toHaveLength(6);
  });

  test('says what a sandbox made up', async () => {
    server.sandboxHeaders = { 'x-sandbox': 'simulated market data' };
    expect((await rows('candles_1h', NOW_MS - 3 * HOUR_MS)).map(({ source }) => source)).toEqual(['simulated']);
  });
});

/** Misbehaves for the first `count` questions. */
function misbehaveFirst(count: number, misbehaviour: Misbehaviour): void {
  server.misbehave = () => (server.questions.length <= count ? misbehaviour : undefined);
}

describe('a venue that fails for a moment', () => {
  test.each<[string, Misbehaviour]>([
    ['a refusal by rate', { status: 429, text: '{"code":23000,"message":"Too Many Requests!"}' }],
    ['a server error', { status: 502, text: '<html>' }],
    ['a broken connection', { disconnect: true }],
  ])('is asked again after %s', async (_, misbehaviour) => {
    misbehaveFirst(1, misbehaviour);
    expect(await instruments()).toHaveLength(3);
    expect(server.questions).toHaveLength(2);
  });

  test('is given up after three attempts', async () => {
    misbehaveFirst(9, { status: 500 });
    await expect(instruments()).rejects.toThrow(VenueUnreadableError);
    expect(server.questions).toHaveLength(3);
  });
});

describe('a wrong answer', () => {
  test.each<[string, Misbehaviour]>([
    ['text that is not JSON', { text: '{"code":200,' }],
    ['a code that is no success', { text: '{"code":29500,"message":"internal server error"}' }],
    ['another resolution', { text: '{"code":200,"r":"5m","c":[]}' }],
    ['a candle below zero', { text: '{"code":200,"r":"1h","c":[{"t":0,"o":-1,"h":1,"l":-1,"c":1,"v":1}]}' }],
    ['a refusal of the request', { status: 400, text: '{"code":20001,"message":"invalid param"}' }],
  ])('such as %s is an error at once, never rows', async (_, misbehaviour) => {
    misbehaveFirst(9, misbehaviour);
    await expect(rows('candles_1h', NOW_MS - 3 * HOUR_MS)).rejects.toThrow(VenueUnreadableError);
    expect(server.questions).toHaveLength(1);
  });
});
