import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Clock, systemClock, systemRandom } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { createLogger } from '@platform/observability/logging';
import { type FeedHistory, MarketFeed, NoAnswer } from '@platform/runtime-service/feed-testing';
import type { LiveDataVenue } from '@platform/venues/live-data';
import { VenueConnection, WeightBudget } from '@platform/venues/live-data';
import { openVenue } from '@platform/venues/runtime';
import { sandboxVenues } from '@platform/venues/sandbox';
import { createFaults, faultRequest } from '@platform/venues/simulation';

const MARKETS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'AVAX', 'LINK', 'ARB', 'SUI', 'HYPE'];
const BOTS_A_MARKET = 5;
const MINUTE_MS = 60_000;
const HISTORY_PER_MINUTE = 10;
/** The allowance is that of a minute which passes in three seconds. */
const FASTER = 20;
const WAIT_MS_MAX = 60_000;

/** Runs faster than the machine's. */
const fastClock: Clock = {
  nowMs: () => systemClock.nowMs() * FASTER,
  now: () => new Date(systemClock.nowMs() * FASTER),
  sleep: (durationMs, signal) => systemClock.sleep(durationMs / FASTER, signal),
};
const faults = createFaults();
const logger = createLogger({ process: 'test', level: 'silent' });
/** What the venue was told, and when history was read by the clock of the allowance. */
const asked = { connections: 0, streams: [] as string[], candles: [] as number[], funding: [] as number[] };
const history: FeedHistory = {
  candles: async (_symbol, _timeframe, limit) => {
    asked.candles.push(fastClock.nowMs());
    const openMs = systemClock.nowMs() - (systemClock.nowMs() % MINUTE_MS);
    return Array.from({ length: limit }, (_, index) => [openMs - (limit - index) * MINUTE_MS, 1, 1, 1, 1, 1]);
  },
  funding: async (_symbol, fromMs) => {
    asked.funding.push(fastClock.nowMs());
    return [[fromMs, 0.0001]];
  },
  tickers: async () => [],
};
let folder: string;
let venue: { close(): Promise<void> };
let feed: MarketFeed;
let connection: VenueConnection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feed-'));
  const port = await freePort();
  venue = await sandboxVenues.hyperliquid({
    ...{ host: '127.0.0.1', port, seed: 1, world: 'kind', recordingsDirectory: undefined, stateDirectory: folder },
    ...{ chains: {}, readLagMs: undefined, faults, clock: systemClock, logger },
    allowances: (weightPerMinute) => ({ weightPerMinute, exceptions: new Map() }),
  });
  const HYPERLIQUID_WS_URL = `ws://127.0.0.1:${port}/ws`;
  const opened = openVenue('hyperliquid', { HYPERLIQUID_WS_URL, LIGHTER_WS_URL: HYPERLIQUID_WS_URL });
  const historyBudget = new WeightBudget(HISTORY_PER_MINUTE, fastClock);
  feed = new MarketFeed({ history, historyBudget, clock: systemClock });
  connection = new VenueConnection({
    ...{ venue: noted(opened), listener: feed, clock: systemClock, random: systemRandom, logger },
  });
  feed.start(connection);
});

afterAll(async () => {
  feed.close();
  await connection.close();
  await venue.close();
  await rm(folder, { recursive: true, force: true });
});

/** The venue, noting each connection and each stream that is asked for. */
function noted(of: LiveDataVenue): LiveDataVenue {
  return {
    ...of,
    converse: (clock) => {
      asked.connections += 1;
      const conversation = of.converse(clock);
      return {
        ping: conversation.ping,
        receive: (message) => conversation.receive(message),
        unsubscribe: (stream) => conversation.unsubscribe(stream),
        subscribe: (stream) => {
          asked.streams.push(stream.coin);
          return conversation.subscribe(stream);
        },
      };
    },
  };
}

/** Asks again until there is an answer, as bots do. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  const giveUpAtMs = systemClock.nowMs() + WAIT_MS_MAX;
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NoAnswer) || systemClock.nowMs() > giveUpAtMs) throw error;
      await systemClock.sleep(100);
    }
}

/** Fifty bots ask for the candles and the funding of their markets, all at once. */
async function allAsk(): Promise<void> {
  Object.assign(asked, { connections: 0, streams: [], candles: [], funding: [] });
  const fromMs = systemClock.nowMs() - (systemClock.nowMs() % (60 * MINUTE_MS));
  const bots = MARKETS.flatMap((coin) => Array.from({ length: BOTS_A_MARKET }, () => coin));
  await Promise.all(
    bots.map(async (coin) => {
      const market = { coin, symbol: `${coin}/USDC:USDC` };
      const { closed } = await answered(() => feed.candles({ ...market, timeframe: '1m', limit: 50 }));
      expect(closed).toHaveLength(50);
      expect((await answered(() => feed.funding({ ...market, fromMs }))).rates).toHaveLength(1);
    }),
  );
}

/** The most readings within one minute of the allowance. */
function mostAMinute(): number {
  const readings = [...asked.candles, ...asked.funding].toSorted((first, second) => first - second);
  return Math.max(...readings.map((atMs) => readings.filter((each) => each >= atMs && each < atMs + MINUTE_MS).length));
}

test('fifty bots of ten markets are ten streams and ten readings over one connection, at most ten readings a minute', async () => {
  await allAsk();
  expect([asked.connections, asked.streams.toSorted()]).toEqual([1, MARKETS.toSorted()]);
  expect([asked.candles.length, asked.funding.length]).toEqual([MARKETS.length, MARKETS.length]);
  expect(mostAMinute()).toBeLessThanOrEqual(HISTORY_PER_MINUTE);
});

test('after a reconnect they are again, and what was posted is not read a second time', async () => {
  faults.inject(faultRequest.parse({ venue: 'hyperliquid', kind: 'down' }));
  const giveUpAtMs = systemClock.nowMs() + WAIT_MS_MAX;
  while (feed.status().isConnected && systemClock.nowMs() < giveUpAtMs) await systemClock.sleep(50);
  expect(feed.status().isConnected).toBe(false);
  faults.clear();
  await allAsk();
  expect(asked.streams.toSorted()).toEqual(MARKETS.toSorted());
  expect([asked.candles.length, asked.funding.length]).toEqual([MARKETS.length, 0]);
  expect(mostAMinute()).toBeLessThanOrEqual(HISTORY_PER_MINUTE);
});
