import { beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { CursorCodec } from '@platform/kit/cursors';
import { type Instrument, type MarketDataVenue, VenueUnreadableError } from '@platform/venues/market-data';
import { NO_TICKERS } from '../testing/no-tickers.js';
import { Markets, marketPosition } from './markets.js';
import type { Readiness } from './readiness.js';
import { SearchedMarkets } from './searched-markets.js';
import type { VenueMarkets } from './venue-markets.js';
import { WholeMarkets } from './whole-markets.js';

const END_MS = Date.UTC(2027, 0, 1);
const clock = new ManualClock(Date.UTC(2026, 0, 1));

function instrument(venue: string, symbol: string, more: Partial<Instrument> = {}): Instrument {
  return {
    ...{ venue, symbol, coin: symbol, name: symbol, kind: 'perpetual', status: 'active' },
    ...{ frameworkSymbols: { nautilus: symbol }, sizeDecimals: 1, maxLeverage: 10, markPrice: '1' },
    ...{ tickSize: '0.1', minOrderUsd: '1', builderDex: undefined, prediction: undefined },
    ...more,
  };
}

function token(id: number, question: string): Instrument {
  const prediction = { slug: `m${id}`, question, outcome: 'Yes', outcomes: ['Yes', 'No'], endDateMs: END_MS };
  return instrument('polymarket', `${id}.POLYMARKET`, {
    ...{ kind: 'prediction', maxLeverage: undefined },
    prediction: { ...prediction, resolution: undefined, takerFees: { rate: 0.03, exponent: 1 } },
  });
}

const RAIN = Array.from({ length: 7 }, (_, index) => token(index + 1, `Rain in week ${index}?`));
const SEARCH_PAGE = 3;
/** What the searched venue knows an event by; its words occur in none of the questions. */
const NAME = 'weather-of-spring';

let isDown: Record<string, boolean>;
let searches: string[];
let readinessReads: number;

function readinessOf(symbols: readonly string[]): Readiness {
  const ready = new Set(symbols);
  const counted = <Answer>(answer: Answer): Promise<Answer> => {
    readinessReads += 1;
    return Promise.resolve(answer);
  };
  return {
    readySymbols: () => counted(ready),
    readyOf: (asked) => counted(new Set(asked.filter((symbol) => ready.has(symbol)))),
    readyPage: (after, limit) => {
      const following = symbols.filter((symbol) => after === undefined || symbol > after);
      return counted({ symbols: following.slice(0, limit), next: following[limit] && following[limit - 1] });
    },
  };
}

function venueOf(id: string, listing: MarketDataVenue['listing']): MarketDataVenue {
  return {
    ...{ id, listing, launchedAtMs: 0, tables: [], hasVolume: true, tickers: NO_TICKERS },
    symbols: { isCanonical: (text) => /^\d+\.POLYMARKET$/.test(text), candidate: () => undefined },
    rows: async () => [],
    close: async () => {},
  };
}

function answer<Answer>(venue: string, given: Answer): Promise<Answer> {
  return isDown[venue] ? Promise.reject(new VenueUnreadableError(`${venue} is down`)) : Promise.resolve(given);
}

function open(): Markets {
  const whole = (id: string, symbols: readonly string[]) => {
    const listing = {
      kind: 'whole' as const,
      instruments: () =>
        answer(
          id,
          symbols.map((symbol) => instrument(id, symbol)),
        ),
    };
    return new WholeMarkets(venueOf(id, listing), listing, readinessOf(symbols.slice(0, 1)), clock);
  };
  const searched = {
    kind: 'searched' as const,
    search: ({ query, page }: { query: string; page: string | undefined }) => {
      searches.push(`${query}|${page ?? ''}`);
      const from = Number(page ?? 0);
      const instruments = RAIN.slice(from, from + SEARCH_PAGE);
      const nextPage = from + SEARCH_PAGE < RAIN.length ? String(from + SEARCH_PAGE) : undefined;
      const named = query === NAME ? ({ isNamed: true } as const) : {};
      return answer('polymarket', { instruments, nextPage, ...named });
    },
    find: (reference: string) =>
      answer(
        'polymarket',
        RAIN.filter(({ symbol }) => symbol === reference),
      ),
    collected: () => answer('polymarket', [...RAIN]),
    coinOf: (symbol: string) => symbol.split('.')[0],
  };
  const polymarket = venueOf('polymarket', searched);
  return new Markets(
    new Map<string, VenueMarkets>([
      ['hyperliquid', whole('hyperliquid', ['A', 'RAINCOIN'])],
      ['lighter', whole('lighter', ['B', 'RAINBOW'])],
      ['polymarket', new SearchedMarkets(polymarket, searched, readinessOf(['2.POLYMARKET', '4.POLYMARKET']), clock)],
    ]),
    { named: async () => [], find: async () => undefined, ofVenue: async () => [] },
    new CursorCodec(new Secret(Buffer.alloc(32, 1)), marketPosition),
  );
}

async function pages(markets: Markets, request: { query: string; limit: number; venue?: string }): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await markets.list({ ...request, cursor });
    found.push(page.items.map(({ instrument: { symbol } }) => symbol));
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < 50);
  return found;
}

beforeEach(() => {
  isDown = {};
  searches = [];
  readinessReads = 0;
});

describe('a search over all venues', () => {
  const everything = ['RAINCOIN', 'RAINBOW', ...RAIN.map(({ symbol }) => symbol)];

  test.each([1, 2, 3, 4, 100])('finds each market once, by pages of %i', async (limit) => {
    const found = await pages(open(), { query: 'rain', limit });
    expect(found.flat()).toEqual(everything);
    expect(found.every((page) => page.length <= limit)).toBe(true);
  });

  test('lists what a name names, though its words occur in no question', async () => {
    const named = await open().list({ query: NAME, limit: 10, venue: 'polymarket' });
    expect([named.items.length, searches]).toEqual([SEARCH_PAGE, [`${NAME}|`]]);
    const words = await open().list({ query: 'weather', limit: 10, venue: 'polymarket' });
    expect(words.items).toEqual([]);
  });

  test('asks the venue that is searched only where there is room, and reads no readiness of it', async () => {
    const markets = open();
    const first = await markets.list({ query: 'rain', limit: 1 });
    expect([searches, first.totalCount]).toEqual([[], undefined]);
    readinessReads = 0;
    const third = await markets.list({ query: 'rain', limit: 1, venue: 'polymarket' });
    expect(third.items).toMatchObject([{ backtestReady: false, instrument: { symbol: '1.POLYMARKET' } }]);
    expect([searches, readinessReads]).toEqual([['rain|'], 0]);
  });

  test('reads readiness where it is asked for, and does not scan ahead to fill the page', async () => {
    const page = await open().list({ query: 'rain', limit: 100, venue: 'polymarket', backtestReady: true });
    expect(page.items.map(({ instrument: { symbol } }) => symbol)).toEqual(['2.POLYMARKET']);
    expect([page.nextCursor === undefined, searches]).toEqual([false, ['rain|']]);
  });

  test('names the venue that is down and shows the others', async () => {
    isDown['lighter'] = true;
    const page = await open().list({ query: 'rain', limit: 3 });
    expect(page.items.map(({ instrument: { symbol } }) => symbol)).toEqual([
      'RAINCOIN',
      '1.POLYMARKET',
      '2.POLYMARKET',
    ]);
    expect(page.unavailableVenues).toEqual(['lighter']);
  });

  test('of a venue that is down alone fails', async () => {
    isDown['lighter'] = true;
    await expect(open().list({ query: '', limit: 3, venue: 'lighter' })).rejects.toThrow(VenueUnreadableError);
    isDown = { hyperliquid: true, lighter: true, polymarket: true };
    await expect(open().list({ query: 'rain', limit: 3 })).rejects.toThrow(VenueUnreadableError);
  });

  test('leaves out a venue without such markets, and counts the others', async () => {
    const page = await open().list({ query: '', limit: 1, kind: 'perpetual' });
    expect([page.totalCount, searches]).toEqual([4, []]);
  });
});

describe('without words', () => {
  test('a venue that is searched gives its ready markets', async () => {
    const found = await pages(open(), { query: '', limit: 2 });
    expect(found.flat()).toEqual(['A', 'RAINCOIN', 'B', 'RAINBOW', '2.POLYMARKET', '4.POLYMARKET']);
    expect(searches).toEqual([]);
  });
});

describe('a market', () => {
  test('of a venue that is searched is found by its exact symbol', async () => {
    expect(await open().get('polymarket', '4.POLYMARKET')).toMatchObject({ backtestReady: true });
    await expect(open().get('polymarket', '99.POLYMARKET')).rejects.toThrow(PlatformError);
  });
});
