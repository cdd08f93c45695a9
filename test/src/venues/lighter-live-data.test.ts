import { afterEach, expect, test } from '@jest/globals';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { type Book, type Candle, type Stream, VenueConnection } from '@platform/venues/live-data';
import { openVenue } from '@platform/venues/runtime';
import { createFaults } from '@platform/venues/simulation';
import { until } from '../platform/wait.js';

/** The connection of Lighter's feed, at the sandbox's venue. */

const TEST_MS_MAX = 180_000;
const BOOK: Stream = { kind: 'book', coin: '0' };
const CANDLES: Stream = { kind: 'candles', coin: '0', timeframe: '1m' };
const logged: string[] = [];
const logger = createLogger({ process: 'test', level: 'warn' }, { write: (line) => void logged.push(line) });
const faults = createFaults();
let venue: RunningLighter;
let connection: VenueConnection;

afterEach(async () => {
  faults.clear();
  await connection.close();
  await venue.close();
});

interface Told {
  readonly begun: string[];
  readonly candles: Candle[];
  books: Book[];
  disconnects: number;
  malformed: number;
}

/** Starts a venue and follows streams of it; returns what is told, as it is told. */
async function follow(streams: readonly Stream[], losesBatchAfterMs?: number): Promise<Told> {
  const behaviour = { answersLate: true, losesBatchAfterMs };
  venue = await startLighter({ host: '127.0.0.1', port: 0, seed: 1, behaviour, faults, clock: systemClock, logger });
  const told: Told = { begun: [], candles: [], books: [], disconnects: 0, malformed: 0 };
  connection = new VenueConnection({
    venue: openVenue('lighter', { HYPERLIQUID_WS_URL: 'ws://127.0.0.1', LIGHTER_WS_URL: venue.wsUrl }),
    listener: {
      onEvent: (event) => {
        if (event.kind === 'begun') told.begun.push(event.stream.kind);
        else if (event.kind === 'candle') told.candles.push(event.candle);
        else if (event.kind === 'book') told.books.push(event.book);
        else if (event.kind === 'malformed') told.malformed += 1;
      },
      onDisconnected: () => {
        told.disconnects += 1;
      },
    },
    ...{ clock: systemClock, random: systemRandom, logger },
  });
  for (const stream of streams) expect(connection.want(stream)).toBe(true);
  return told;
}

const untilTold = (what: string, told: Told, isTold: (told: Told) => boolean) => until(what, async () => told, isTold);

async function getCandle(): Promise<Candle | undefined> {
  const [openMs, nowMs] = [systemClock.nowMs() - (systemClock.nowMs() % 60_000), systemClock.nowMs()];
  const query = `market_id=0&resolution=1m&count_back=0&start_timestamp=${openMs}&end_timestamp=${nowMs}`;
  const response = await fetch(`${venue.url}/api/v1/candles?${query}`);
  const { c } = (await response.json()) as { c?: Record<'t' | 'o' | 'h' | 'l' | 'c' | 'v', number>[] };
  const last = c?.at(-1);
  return last && [last.t, last.o, last.h, last.l, last.c, last.v];
}

test(
  'candles and the order book are followed through an outage of the venue',
  async () => {
    const told = await follow([BOOK, CANDLES]);
    await untilTold(
      'both streams',
      told,
      ({ begun, books, candles }) => begun.length === 2 && books.length > 3 && candles.length > 1,
    );
    expect(connection.status.isConnected).toBe(true);
    const { bids, asks } = told.books.at(-1) ?? { bids: [], asks: [] };
    expect([bids.length, asks.length]).toEqual([20, 20]);
    expect(bids[0]?.[0]).toBeLessThan(asks[0]?.[0] ?? 0);
    // The minute may turn between the two.
    await until('a candle as over HTTP', getCandle, (candle) =>
      told.candles.some((each) => String(each) === String(candle)),
    );

    faults.inject({ venue: 'lighter', kind: 'down', when: 'before_accept', scope: 'all' });
    await untilTold('the outage', told, ({ disconnects }) => disconnects > 0);
    expect(connection.status.isConnected).toBe(false);
    faults.clear();
    told.books = [];
    await untilTold('both streams again', told, ({ begun, books }) => begun.length === 4 && books.length > 1);
    expect([...told.begun].sort()).toEqual(['book', 'book', 'candles', 'candles']);
  },
  TEST_MS_MAX,
);

test(
  'an order book that lacks a change is begun again over a new connection',
  async () => {
    const told = await follow([BOOK], 2_000);
    await untilTold('a new beginning', told, ({ begun, disconnects }) => begun.length > 1 && disconnects > 0);
    const [whole] = told.books;
    expect([whole?.bids.length, whole?.asks.length]).toEqual([20, 20]);
  },
  TEST_MS_MAX,
);

test(
  'a stream that the venue refused for a moment, or began without a word, is asked for again',
  async () => {
    faults.inject({ venue: 'lighter', kind: 'reject', when: 'before_accept', scope: 'all' });
    faults.inject({ venue: 'lighter', kind: 'timeout', when: 'after_accept', scope: 'all' });
    const told = await follow([BOOK, CANDLES]);
    await untilTold('both streams', told, ({ begun }) => begun.length === 2);
    expect(told.disconnects).toBe(0);
  },
  TEST_MS_MAX,
);

test(
  'a malformed candle costs no other stream, is logged once, and is told again once it is sound',
  async () => {
    const at = (minutes: number) => new Date(systemClock.nowMs() + minutes * 60_000).toISOString().slice(0, 16);
    for (const minutes of [0, 1, 2])
      faults.inject({
        ...{ venue: 'lighter', kind: 'odd_row', when: 'before_accept', scope: 'changes' },
        ...{ at: `${at(minutes)}:00Z`, field: 'h', value: null },
      });
    const told = await follow([BOOK, CANDLES]);
    await untilTold('a malformed candle', told, ({ books, malformed }) => books.length > 3 && malformed > 2);
    expect([told.candles, told.disconnects]).toEqual([[], 0]);
    const lines = logged.filter((line) => line.includes('which is left out'));
    // The minute may turn meanwhile.
    expect(lines.length).toBeLessThan(3);
    faults.clear();
    await untilTold('a sound candle', told, ({ candles }) => candles.length > 0);
    expect(told.disconnects).toBe(0);
  },
  TEST_MS_MAX,
);

test('no more streams are followed than the venue allows a connection', async () => {
  const streams = Array.from({ length: 100 }, (_, market): Stream => ({ kind: 'trades', coin: String(market) }));
  await follow(streams);
  expect(connection.want(BOOK)).toBe(false);
  for (const stream of streams) connection.unwant(stream);
  expect(connection.want(BOOK)).toBe(true);
});
