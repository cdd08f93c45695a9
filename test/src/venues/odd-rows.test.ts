import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openCollecting } from '@platform/context-service/testing';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { hyperliquidSettings, openHyperliquid } from '@platform/venues/hyperliquid/context';
import { startHyperliquid } from '@platform/venues/hyperliquid/sandbox';
import { lighterSettings, openLighter } from '@platform/venues/lighter/context';
import { startLighter } from '@platform/venues/lighter/sandbox';
import { type CollectedTable, type MarketDataVenue, Omissions, tableKinds } from '@platform/venues/market-data';
import { openPolymarket, polymarketSettings } from '@platform/venues/polymarket/context';
import { startPolymarket } from '@platform/venues/polymarket/sandbox';
import { createFaults } from '@platform/venues/simulation';
import { z } from 'zod';

/** One odd row and one odd market of each venue of the sandbox, from the venue's answer to a backtest. */

const NOW_MS = Date.UTC(2026, 10, 23, 5, 10, 10);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The beginning of an hour that the collected stretch holds. */
const ODD_MS = Date.UTC(2026, 10, 23, 2);

interface Running {
  readonly url: string;
  readonly venue: MarketDataVenue;
  close(): Promise<void>;
}

/** What a venue's test depends on. */
interface Case {
  readonly name: string;
  readonly table: CollectedTable;
  readonly hasReleases: boolean;
  /** The field of a row that holds a price. */
  readonly price: string;
  /** A market that becomes odd, and the field in which. */
  readonly market: (url: string) => Promise<string> | string;
  readonly field: string;
  readonly start: () => Promise<Running>;
}

const faults = createFaults();
const logger = createLogger({ process: 'test', level: 'silent' });
const local = { host: '127.0.0.1', port: 0, seed: 1, recordingsDirectory: undefined, faults, logger };
let clock: ManualClock;
let omissions: Omissions;
let directory: string;

const CASES: readonly Case[] = [
  {
    ...{ name: 'hyperliquid', hasReleases: false, price: 'h', market: () => 'SOL', field: 'szDecimals' },
    table: { name: 'candles_1h', lookbackMs: 12 * HOUR_MS },
    start: async () => {
      const options = { ...local, clock, stateDirectory: directory, weightPerMinute: 10_000_000 };
      const { url, close } = await startHyperliquid(options);
      const settings = { HYPERLIQUID_API_URL: url, HYPERLIQUID_WEIGHT_PER_MINUTE: '1000000' };
      const environment = z.object(hyperliquidSettings).parse(settings);
      return { url, close, venue: openHyperliquid(environment, { clock }, omissions) };
    },
  },
  {
    ...{ name: 'lighter', hasReleases: true, price: 'h', market: () => 'SOL', field: 'size_decimals' },
    table: { name: 'candles_1h', lookbackMs: 12 * HOUR_MS },
    start: async () => {
      const { url, close } = await startLighter({ ...local, clock, weightPerMinute: 1_000_000_000 });
      const settings = { LIGHTER_API_URL: url, LIGHTER_REQUESTS_PER_MINUTE: '1000000' };
      const environment = z.object(lighterSettings).parse(settings);
      return { url, close, venue: openLighter(environment, { clock }, omissions) };
    },
  },
  {
    ...{ name: 'polymarket', hasReleases: true, price: 'p', market: mostTraded, field: 'clobTokenIds' },
    table: { name: 'candles_1m', lookbackMs: 6 * HOUR_MS },
    start: async () => {
      const { clobUrl, gammaUrl, close } = await startPolymarket({ ...local, clock, stateDirectory: directory });
      const urls = { POLYMARKET_CLOB_URL: clobUrl, POLYMARKET_GAMMA_URL: gammaUrl };
      const environment = z.object(polymarketSettings).parse({ ...urls, POLYMARKET_COLLECTED_MARKETS: '2' });
      return { url: gammaUrl, close, venue: openPolymarket(environment, { clock }, omissions) };
    },
  },
];

/** Returns the slug of Polymarket's most traded market. */
async function mostTraded(url: string): Promise<string> {
  const response = await fetch(`${url}/markets/keyset?closed=false&order=volume24hr&ascending=false&limit=1`);
  return z.object({ markets: z.tuple([z.object({ slug: z.string() })]) }).parse(await response.json()).markets[0].slug;
}

let running: Running;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'odd-rows-'));
  omissions = new Omissions(logger);
  clock = new ManualClock(NOW_MS);
});
afterEach(async () => {
  faults.clear();
  await running.venue.close();
  await running.close();
  await rm(directory, { recursive: true });
});

/** Makes one row and one market of the venue odd. */
async function makeOdd({ name, price, market, field }: Case): Promise<void> {
  const fault = { venue: name, kind: 'odd_row', when: 'before_accept', scope: 'changes', value: null } as const;
  faults.inject({ ...fault, at: new Date(ODD_MS).toISOString(), field: price });
  faults.inject({ ...fault, market: await market(running.url), field });
}

describe.each(CASES)('$name, of whose rows and markets one each is odd', (each) => {
  const { name, table, hasReleases, start } = each;
  const { intervalMs, timeframe = '1h' } = tableKinds[table.name];

  test('serves all others, refuses a backtest over the gap, and closes it once the row is sound', async () => {
    running = await start();
    await makeOdd(each);
    // An allowance starts empty.
    clock.advance(MINUTE_MS);
    const { venue } = running;
    await using context = await openCollecting({ database: 'test_odd_rows', venue, table, hasReleases, clock });
    const { domain, collect } = context;
    const tableOf = async (symbol: string) =>
      (await domain.datasets.list({ venue: name, symbol }))[0]?.tables.find((stored) => stored.name === table.name);
    const backtest = (symbol: string, fromMs: number, toMs: number) =>
      domain.resolver.resolve({ venue: name, tables: [{ symbol, timeframe }], funding: false, fromMs, toMs });

    const symbols = await collect();
    const [first = ''] = symbols;
    expect(symbols.length).toBeGreaterThan(1);
    expect(omissions.counts()).toMatchObject({ [name]: 1 });
    expect(await domain.quarantine.counts()).toEqual({ [name]: symbols.length });
    const { toMs = 0, gaps } = (await tableOf(first)) ?? {};
    expect([toMs > NOW_MS - 2 * HOUR_MS, gaps]).toEqual([true, [{ fromMs: ODD_MS, toMs: ODD_MS + intervalMs }]]);
    await expect(backtest(first, ODD_MS - HOUR_MS, ODD_MS + HOUR_MS)).rejects.toMatchObject({
      code: 'data_unavailable',
      details: { reason: 'malformed_rows', gap: { from: new Date(ODD_MS).toISOString() } },
    });
    expect((await backtest(first, ODD_MS + HOUR_MS, ODD_MS + 2 * HOUR_MS)).candles).toHaveLength(1);

    faults.clear();
    clock.advance(2 * HOUR_MS);
    expect((await collect()).length).toBeGreaterThan(symbols.length);
    expect([await domain.quarantine.counts(), omissions.counts()[name]]).toEqual([{}, 0]);
    expect((await tableOf(first))?.gaps).toEqual([]);
    expect((await backtest(first, ODD_MS - HOUR_MS, ODD_MS + HOUR_MS)).candles).toHaveLength(1);
  });
});
