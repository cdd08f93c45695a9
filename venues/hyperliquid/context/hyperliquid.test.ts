import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { tableKinds, VenueUnreadableError } from '../../market-data/index.js';
import type { Misbehaviour } from '../../market-data/testing/index.js';
import type { Hyperliquid } from './hyperliquid.js';
import { testHyperliquid } from './testing/test-hyperliquid.js';
import { TestVenue } from './testing/test-venue.js';

const NOW_MS = Date.UTC(2026, 2, 2, 12, 34);
const HOUR_MS = 3_600_000;
const window = { fromMs: NOW_MS - 10 * HOUR_MS, toMs: NOW_MS };
let server: TestVenue;
let venue: Hyperliquid;

beforeEach(async () => {
  server = await TestVenue.start(() => NOW_MS);
  venue = testHyperliquid(server.url);
});

afterEach(async () => {
  await venue.close();
  await server[Symbol.asyncDispose]();
});

/** Misbehaves for the first `count` questions. */
function misbehaveFirst(count: number, misbehaviour: Misbehaviour): void {
  server.misbehave = () => (server.questions.length <= count ? misbehaviour : undefined);
}

describe('reading', () => {
  test('gives instruments by canonical symbol with the price rules of the present price', async () => {
    expect(await venue.listing.instruments('interactive')).toEqual([
      expect.objectContaining({
        symbol: 'BTC/USDC:USDC',
        coin: 'BTC',
        tickSize: '1',
        status: 'active',
        venueNumber: 0,
      }),
      expect.objectContaining({
        symbol: 'KPEPE/USDC:USDC',
        coin: 'kPEPE',
        frameworkSymbols: { freqtrade: 'KPEPE/USDC:USDC', nautilus: 'KPEPE-PERP.HYPERLIQUID' },
      }),
    ]);
  });

  test('gives candles and funding of exactly the window', async () => {
    const [candles] = await venue.rows('BTC', tableKinds.candles_1h, window, 'interactive');
    expect([candles?.rows.length, candles?.rows[0]?.length]).toEqual([10, 6]);
    const [funding] = await venue.rows('BTC', tableKinds.funding_1h, window, 'interactive');
    expect(funding?.rows[0]).toEqual([window.fromMs - (window.fromMs % HOUR_MS) + HOUR_MS, 0.0000125]);
  });
});

describe('builder-deployed dexes', () => {
  const universe = [{ name: 'xyz:GOLD', szDecimals: 4, maxLeverage: 20 }];
  const listed = async () => (venue.listing.kind === 'whole' ? venue.listing.instruments('interactive') : []);

  test('have their markets listed with the dex, spelt as ccxt spells them', async () => {
    server.dexes = { xyz: { collateralToken: 0, universe }, flx: { collateralToken: 360, universe } };
    expect((await listed()).slice(2)).toEqual([
      expect.objectContaining({
        symbol: 'XYZ-GOLD/USDC:USDC',
        coin: 'xyz:GOLD',
        builderDex: 'xyz',
        venueNumber: undefined,
      }),
    ]);
    const [candles] = await venue.rows('xyz:GOLD', tableKinds.candles_1h, window, 'interactive');
    expect(candles?.rows).toHaveLength(10);
  });

  test('are read again after five minutes, while callers see what was read before', async () => {
    const clock = new ManualClock(NOW_MS);
    await venue.close();
    venue = testHyperliquid(server.url, clock);
    server.dexes = { xyz: { collateralToken: 0, universe } };
    await listed();
    clock.advance(299_999);
    expect([(await listed()).length, server.questions.length]).toEqual([3, 4]);
    server.dexes = {};
    clock.advance(1);
    expect(await listed()).toHaveLength(3);
    while ((await listed()).length === 3) await systemClock.sleep(10);
    expect(server.questions.filter(({ type }) => type === 'perpDexs')).toHaveLength(2);
  });
});

describe('a malformed builder-deployed dex', () => {
  const gold = { collateralToken: 0, universe: [{ name: 'xyz:GOLD', szDecimals: 4, maxLeverage: 20 }] };
  const oil = { collateralToken: 0, universe: [{ name: 'flx:OIL', szDecimals: 2, maxLeverage: 20 }] };
  const listed = async () => {
    const found = venue.listing.kind === 'whole' ? await venue.listing.instruments('interactive') : [];
    return found.map(({ symbol }) => symbol);
  };

  test('costs its own markets alone, never the listing', async () => {
    server.dexes = { xyz: gold, flx: oil };
    server.misbehave = (asked) =>
      'dex' in asked && asked.dex === 'xyz' ? { text: '[{"universe":"odd"},[]]' } : undefined;
    expect(await listed()).toEqual(['BTC/USDC:USDC', 'KPEPE/USDC:USDC', 'FLX-OIL/USDC:USDC']);
  });

  test('keeps the markets that were read of it before', async () => {
    const clock = new ManualClock(NOW_MS);
    await venue.close();
    venue = testHyperliquid(server.url, clock);
    server.dexes = { xyz: gold };
    await listed();
    server.dexes = { xyz: gold, flx: oil };
    server.misbehave = (asked) => ('dex' in asked && asked.dex === 'xyz' ? { text: '[]' } : undefined);
    clock.advance(300_000);
    while ((await listed()).length === 3) await systemClock.sleep(10);
    expect((await listed()).slice(2)).toEqual(['XYZ-GOLD/USDC:USDC', 'FLX-OIL/USDC:USDC']);
  });

  test('is asked again at once where it only was out of reach, as the venue itself is', async () => {
    server.dexes = { xyz: gold };
    server.misbehave = (asked) => ('dex' in asked && asked.dex === 'xyz' ? { status: 500 } : undefined);
    await expect(listed()).rejects.toThrow(VenueUnreadableError);
  });

  test('takes the place of no market of the venue', async () => {
    server.dexes = { xyz: { collateralToken: 0, universe: [{ name: 'BTC', szDecimals: 1, maxLeverage: 2 }] } };
    expect(await listed()).toEqual(['BTC/USDC:USDC', 'KPEPE/USDC:USDC']);
  });
});

describe('the source of rows', () => {
  const sources = async () => {
    const found = await venue.rows('BTC', tableKinds.candles_1h, window, 'interactive');
    return found.map(({ source, rows }) => [source, rows.length]);
  };

  test('is the venue where nothing says otherwise', async () => {
    expect(await sources()).toEqual([['venue', 10]]);
  });

  test('is what a sandbox says of each answer: made up, or replayed up to a time', async () => {
    server.sandboxHeaders = { 'x-sandbox': 'simulated market data' };
    expect(await sources()).toEqual([['simulated', 10]]);
    const recordedUntilMs = NOW_MS - (NOW_MS % HOUR_MS) - 3 * HOUR_MS;
    server.sandboxHeaders = { 'x-sandbox': 'simulated market data', 'x-sandbox-recorded-until': `${recordedUntilMs}` };
    expect(await sources()).toEqual([
      ['recorded', 6],
      ['simulated', 4],
    ]);
  });
});

describe('a venue that fails for a moment', () => {
  test.each<[string, Misbehaviour]>([
    ['a refusal by rate', { status: 429, text: 'null' }],
    ['a server error', { status: 502, text: '<html>' }],
    ['a broken connection', { disconnect: true }],
  ])('is asked again after %s', async (_, misbehaviour) => {
    misbehaveFirst(1, misbehaviour);
    expect(await venue.listing.instruments('interactive')).toHaveLength(2);
    // The markets, twice, and the builder-deployed dexes.
    expect(server.questions).toHaveLength(3);
  });

  test('is given up after three attempts', async () => {
    misbehaveFirst(9, { status: 500 });
    await expect(venue.listing.instruments('interactive')).rejects.toThrow(VenueUnreadableError);
    expect(server.questions).toHaveLength(3);
  });
});

describe('a wrong answer', () => {
  test.each<[string, Misbehaviour]>([
    ['text that is not JSON', { text: 'null null' }],
    ['null', { text: 'null' }],
    ['a shape of another question', { text: '{"BTC": "1"}' }],
    [
      'a candle with a negative price',
      { text: '[{"t":0,"s":"BTC","i":"1h","o":"-1","h":"1","l":"-1","c":"1","v":"1"}]' },
    ],
    ['a refusal of the request', { status: 422, text: 'Failed to deserialize' }],
  ])('such as %s is an error at once, never rows', async (_, misbehaviour) => {
    misbehaveFirst(9, misbehaviour);
    await expect(venue.rows('BTC', tableKinds.candles_1h, window, 'background')).rejects.toThrow(VenueUnreadableError);
    expect(server.questions).toHaveLength(1);
  });
});

test('closing ends what waits for a slow answer', async () => {
  misbehaveFirst(9, { delayMs: 5_000 });
  const given = expect(venue.listing.instruments('interactive')).rejects.toThrow(VenueUnreadableError);
  while (server.questions.length === 0) await systemClock.sleep(10);
  await venue.close();
  await given;
});
