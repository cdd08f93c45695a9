import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { TestLighter } from '@platform/venues/lighter/context/testing';
import { type Domain, openDomain } from '../domain.js';
import { Collector } from './collector.js';

/** The tables after collecting from an unreliable venue: its rows, and gaps. */

const NOW_MS = Date.UTC(2026, 2, 2, 12, 34, 10);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SYMBOL = 'ETH-PERP.LIGHTER';
const clock = new ManualClock(NOW_MS);
let server: TestLighter;
let domain: Domain;
let collector: Collector;
let objects: string;

beforeEach(async () => {
  objects = await mkdtemp(join(tmpdir(), 'context-lighter-'));
  server = await TestLighter.start(() => clock.nowMs());
  server.listedAtMs = NOW_MS - (NOW_MS % HOUR_MS) - 20 * HOUR_MS;
  domain = await openDomain({
    mongodbUri: new Secret(process.env['TEST_MONGODB_URI'] ?? ''),
    database: `test_context_lighter_${Math.floor(performance.now())}`,
    objectStore: { OBJECT_STORE_URL: pathToFileURL(objects).href },
    datasetEnvironment: 'test',
    // The tables themselves are checked, not their releases.
    releaseVenues: new Set(),
    requestedMarketsMax: 0,
    cursorSecret: new Secret(Buffer.alloc(32, 1)),
    openVenues: () => [server.venue],
    clock,
  });
  const logger = createLogger({ process: 'test', level: 'silent' });
  collector = new Collector({ ...domain, clock, logger, owner: 'test' });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await domain.close();
  await rm(objects, { recursive: true, force: true });
});

/** Collects until every due table was collected, however often the venue fails. */
async function collectAll(): Promise<void> {
  await collector.discover();
  for (let round = 0; round < 4; round += 1) {
    while (await collector.collectNext());
    clock.advance(HOUR_MS / 4);
  }
}
const stored = async (table: string) => {
  const [dataset] = await domain.datasets.list({ venue: 'lighter', symbol: SYMBOL });
  return dataset?.tables.find(({ name }) => name === table);
};

test('minutes without a candle are gaps, and no row is made up for them', async () => {
  const quiet = [NOW_MS - 5 * HOUR_MS, NOW_MS - 4 * HOUR_MS] as const;
  server.isQuiet = (timeMs) => timeMs >= quiet[0] && timeMs < quiet[1];
  await collectAll();
  const table = await stored('candles_1m');
  const all = ((table?.toMs ?? 0) - server.listedAtMs) / MINUTE_MS + 1;
  expect(table?.rows).toBe(all - 60);
  expect(table?.gaps).toHaveLength(1);
});

test('malformed rows and a malformed market leave everything beside them as it is', async () => {
  const malformedMs = NOW_MS - (NOW_MS % HOUR_MS) - 5 * HOUR_MS;
  server.change = (row) =>
    row.t === malformedMs ? { ...row, l: 0 } : row.timestamp === malformedMs / 1_000 ? { ...row, rate: '' } : row;
  server.markets.push({ symbol: 'ODD', market_id: 'none' });
  await collectAll();
  const gaps = [{ fromMs: malformedMs, toMs: malformedMs + HOUR_MS }];
  expect(await stored('candles_1h')).toMatchObject({ gaps });
  expect(await stored('candles_1m')).toMatchObject({ gaps: [{ fromMs: malformedMs, toMs: malformedMs + MINUTE_MS }] });
  expect(await stored('funding_1h')).toMatchObject({ gaps });
  expect(await domain.quarantine.of(`lighter/${SYMBOL}/funding_1h`)).toMatchObject([
    { timeMs: malformedMs, reason: 'at rate: must be a decimal string' },
  ]);
});

test('a venue that is slow, answers 429, breaks off and sends garbage leaves what an even one does', async () => {
  const troubles = [
    { status: 429, text: '{"code":23000}' },
    { text: '{"code":200,"r":"1m","c":[{"t":1,"o":0}]}' },
    { disconnect: true },
    { delayMs: 30 },
    { text: '{"code":200,' },
    { status: 500, text: '' },
  ];
  server.misbehave = ({ endpoint, query }) =>
    endpoint === 'candles' && query.get('resolution') === '1m' ? troubles.shift() : undefined;
  await collectAll();
  expect(await stored('candles_1h')).toMatchObject({ gaps: [] });
  const table = await stored('candles_1m');
  expect(table).toMatchObject({ gaps: [], fromMs: server.listedAtMs });
  expect(table?.rows).toBe(((table?.toMs ?? 0) - server.listedAtMs) / MINUTE_MS + 1);
});

describe('a market', () => {
  const ETH_ID = '0';
  const history = (fromMs?: number) =>
    domain.history.list({
      ...{ venue: 'lighter', symbol: SYMBOL, table: 'candles_1h', fromMs, toMs: undefined, limit: 500 },
      ...{ newestFirst: false, cursor: undefined },
    });
  const askedOf = (id: string) => server.questions.filter(({ query }) => query.get('market_id') === id).length;
  const listEth = (status: string) => {
    const [eth, ...others] = server.markets;
    server.markets.splice(0, server.markets.length, { ...eth, status }, ...others);
  };
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      clock.advance(HOUR_MS);
      await collectAll();
    }
  };

  test('that is listed as inactive is collected to its last hour, kept, and goes on behind a gap once it is back', async () => {
    await collectAll();
    const closedMs = clock.nowMs() + 20 * MINUTE_MS;
    const closingHourMs = closedMs - (closedMs % HOUR_MS);
    let openAgainMs = Number.POSITIVE_INFINITY;
    server.isQuiet = (timeMs) => timeMs >= closedMs && timeMs < openAgainMs;
    clock.advance(21 * MINUTE_MS);
    listEth('inactive');
    await collectAll();
    await pass(2);
    expect(await stored('candles_1h')).toMatchObject({ toMs: closingHourMs, gaps: [] });
    server.questions.length = 0;
    await pass(6);
    expect(askedOf(ETH_ID)).toBe(0);
    expect((await history(closingHourMs)).rows.map(([timeMs]) => timeMs)).toEqual([closingHourMs]);

    openAgainMs = clock.nowMs() - (clock.nowMs() % HOUR_MS) + HOUR_MS;
    listEth('active');
    await pass(3);
    const gap = { fromMs: closingHourMs + HOUR_MS, toMs: openAgainMs };
    expect(await stored('candles_1h')).toMatchObject({ gaps: [gap] });
    expect((await stored('candles_1h'))?.toMs).toBeGreaterThanOrEqual(openAgainMs);
    expect((await history()).rows[0]?.[0]).toBe((await stored('candles_1h'))?.fromMs);
  });

  test('that is no longer listed is asked for again and again, kept, and goes on once it is back', async () => {
    await collectAll();
    const before = await stored('candles_1h');
    const [eth = {}] = server.markets.splice(0, 1);
    server.misbehave = ({ query }) =>
      query.get('market_id') === ETH_ID
        ? { status: 400, text: '{"code":20001,"message":"invalid param "}' }
        : undefined;
    await pass(3);
    expect(await stored('candles_1h')).toEqual(before);
    server.questions.length = 0;
    await pass(1);
    expect(askedOf(ETH_ID)).toBeGreaterThan(0);
    const lastMs = before?.toMs ?? 0;
    const window = { fromMs: lastMs - 2 * HOUR_MS, toMs: lastMs, limit: 10 };
    const kept = await domain.history.list({
      ...{ venue: 'lighter', symbol: SYMBOL, table: 'candles_1h', newestFirst: false, cursor: undefined, ...window },
    });
    expect(kept.rows).toHaveLength(2);

    server.misbehave = () => undefined;
    server.markets.unshift(eth);
    await pass(2);
    expect(await stored('candles_1h')).toMatchObject({ gaps: [], fromMs: before?.fromMs });
    expect((await stored('candles_1h'))?.toMs).toBeGreaterThan(clock.nowMs() - 3 * HOUR_MS);
  });
});
