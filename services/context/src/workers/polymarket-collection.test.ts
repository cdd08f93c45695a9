import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Clock } from '@platform/kit/clock';
import { gammaMarket, TestPolymarket } from '@platform/venues/polymarket/context/testing';
import { openTestDomain, type TestDomain } from '../testing/domain.js';

/** Collection from a venue that is slow, refuses, sends garbage or leaves out points. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The market began two hours before the test's now. */
const STARTED_MS = Date.UTC(2026, 2, 2, 10, 34);
const GAP = { fromMs: STARTED_MS + 20 * MINUTE_MS, toMs: STARTED_MS + 50 * MINUTE_MS };
const SYMBOL = '11.POLYMARKET';
let server: TestPolymarket;
let context: TestDomain;

beforeEach(async () => {
  server = await TestPolymarket.start();
  const others = (clock: Clock) => [server.open(clock, 1, 100)];
  context = await openTestDomain('test_context_polymarket', { tables: [], others });
  server.lists(gammaMarket('open', ['11', '12'], { startDate: new Date(STARTED_MS).toISOString() }));
  server.serves((timeMs) => timeMs < GAP.fromMs || timeMs >= GAP.toMs);
  await context.collector.discover();
});
afterEach(async () => {
  await context[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const candles = async () => {
  const [dataset] = await context.domain.datasets.list({ venue: 'polymarket', symbol: SYMBOL });
  return dataset?.tables.find(({ name }) => name === 'candles_1m');
};

test('points that are left out are gaps, and the rest is there', async () => {
  await context.collectAll();
  expect(await candles()).toMatchObject({ rows: 120 - 30, fromMs: STARTED_MS, gaps: [GAP] });
});

test('a market that is named though it is closed is collected once, up to its end', async () => {
  await context[Symbol.asyncDispose]();
  const closedMs = Date.UTC(2026, 2, 2, 11, 34);
  server.lists(
    gammaMarket('closed', ['21', '22'], {
      ...{ startDate: new Date(STARTED_MS).toISOString(), closed: true, outcomePrices: '["0", "1"]' },
      closedTime: '2026-03-02 11:34:00+00',
    }),
  );
  const others = (clock: Clock) => [server.open(clock, ['closed'], 100)];
  context = await openTestDomain('test_context_polymarket', { tables: [], others });
  await context.collector.discover();
  await context.collectAll();
  const [dataset] = await context.domain.datasets.list({ venue: 'polymarket', symbol: '21.POLYMARKET' });
  expect(dataset?.tables).toMatchObject([{ rows: 30, fromMs: STARTED_MS, toMs: closedMs - MINUTE_MS }]);
  const instrument = await context.domain.instruments.find('polymarket', '21.POLYMARKET');
  expect(instrument?.prediction).toMatchObject({ resolution: 'No' });
  server.asked.length = 0;
  context.clock.advance(24 * HOUR_MS);
  await context.collector.discover();
  await context.collectAll();
  expect(server.asked.map(({ pathname }) => pathname)).not.toContain('/prices-history');
});

test('a market that is named though it closed before what is collected is told to be empty, once', async () => {
  await context[Symbol.asyncDispose]();
  const life = { startDate: '2025-01-01T00:00:00Z', closedTime: '2025-02-01 00:00:00+00' };
  server.lists(gammaMarket('old', ['31', '32'], { ...life, closed: true, outcomePrices: '["0", "1"]' }));
  const others = (clock: Clock) => [server.open(clock, ['old'], 100)];
  context = await openTestDomain('test_context_polymarket', { tables: [], others });
  for (const _ of [1, 2]) {
    await context.collector.discover();
    await context.collectAll();
    context.clock.advance(HOUR_MS);
  }
  const told = context.logged.filter((line) =>
    line.includes('a closed market has no rows as far back as is collected'),
  );
  expect(told.map((line) => JSON.parse(line).table)).toEqual([
    'polymarket/31.POLYMARKET/candles_1m',
    'polymarket/32.POLYMARKET/candles_1m',
  ]);
});

test('a venue that refuses, is slow or sends garbage adds nothing, and what it missed is read once it answers', async () => {
  await context.collectAll();
  const before = await candles();
  const served = server.answers.get('/prices-history');
  for (const answer of [429, '<html>', { history: [{ t: STARTED_MS / 1_000 + 9_000, p: 17 }] }, 'never']) {
    server.answers.set('/prices-history', () => answer);
    context.clock.advance(HOUR_MS);
    await context.collectAll();
    expect([answer, await candles()]).toEqual([answer, before]);
  }
  server.answers.set('/prices-history', (query) => served?.(query));
  context.clock.advance(HOUR_MS);
  await context.collectAll();
  expect(await candles()).toMatchObject({ rows: 120 + 5 * 60 - 30, gaps: [GAP] });
});
