import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openCollecting } from '@platform/context-service/testing';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { lighterSettings, openLighter } from '@platform/venues/lighter/context';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { type MarketDataVenue, Omissions, type TableName, tableKinds } from '@platform/venues/market-data';
import { z } from 'zod';
import { provisionPython, runScript } from '../python.js';

/** How far back Lighter's history is collected: to the first row that the venue gives. */

/** Eight months after the venue's first row: many answers of each kind. */
const NOW_MS = Date.UTC(2025, 8, 10, 5, 10, 10);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PROVISIONING_MS_MAX = 10 * 60_000;
const clock = new ManualClock(NOW_MS);
const logger = createLogger({ process: 'test', level: 'silent' });
let sandbox: RunningLighter;
let venue: MarketDataVenue;

beforeAll(async () => {
  const local = { host: '127.0.0.1', port: 0, seed: 1, logger };
  sandbox = await startLighter({ ...local, clock, weightPerMinute: 1_000_000_000 });
  const settings = { LIGHTER_API_URL: sandbox.url, LIGHTER_REQUESTS_PER_MINUTE: '1000000' };
  venue = openLighter(z.object(lighterSettings).parse(settings), { clock }, new Omissions(logger));
  // An allowance starts empty.
  clock.advance(60_000);
});
afterAll(async () => {
  await venue.close();
  await sandbox.close();
});

const candles = z.object({ c: z.array(z.object({ t: z.int() })).nullable() });
const fundings = z.object({ fundings: z.array(z.object({ timestamp: z.int() })) });

/** Returns the times of a market's first rows, found day by day as a person would. */
async function firstTimes(table: TableName, marketId: string): Promise<number[]> {
  for (let dayMs = Date.UTC(2025, 0, 1); dayMs < NOW_MS; dayMs += DAY_MS) {
    const isFunding = table === 'funding_1h';
    const scale = isFunding ? 1_000 : 1;
    const window = `start_timestamp=${dayMs / scale}&end_timestamp=${(dayMs + DAY_MS - 1_000) / scale}&count_back=0`;
    const path = `/api/v1/${isFunding ? 'fundings' : 'candles'}?market_id=${marketId}&resolution=1h&${window}`;
    const answer: unknown = await (await fetch(`${sandbox.url}${path}`)).json();
    const times = isFunding
      ? fundings.parse(answer).fundings.map(({ timestamp }) => timestamp * 1_000)
      : (candles.parse(answer).c ?? []).map(({ t }) => t);
    if (times.length > 0) return times;
  }
  return [];
}

/** Collects a table of every market. */
async function collected(name: TableName) {
  const table = venue.tables.find((each) => each.name === name);
  if (table === undefined) throw new Error(`${name} is not collected`);
  const database = `test_lighter_history_${name}`;
  const collecting = await openCollecting({ database, venue, table, hasReleases: false, clock });
  expect(await collecting.collect()).toHaveLength(6);
  return collecting;
}

test.each(['candles_1h', 'funding_1h'] as const)('%s begin with the first row that the venue gives', async (name) => {
  await using collecting = await collected(name);
  const stored = await collecting.domain.datasets.list({ venue: 'lighter' });
  const { intervalMs } = tableKinds[name];
  for (const { symbol, tables } of stored) {
    const coin = (await collecting.domain.instruments.find('lighter', symbol))?.coin ?? '';
    const [found] = tables;
    const [firstMs] = await firstTimes(name, coin);
    expect([symbol, found?.fromMs]).toEqual([symbol, firstMs]);
    const missing = (found?.gaps ?? []).reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / intervalMs, 0);
    expect(found?.rows).toBe(((found?.toMs ?? 0) - (found?.fromMs ?? 0)) / intervalMs + 1 - missing);
    expect(found?.toMs).toBeGreaterThan(NOW_MS - 2 * HOUR_MS);
  }
});

const readWhole = z.object({
  candles: z.array(z.array(z.number())),
  fundings: z.array(z.tuple([z.int(), z.number()])),
});

test(
  'every stored row is what lighter-data reads, which others compared with the venue itself',
  async () => {
    const endMs = NOW_MS - (NOW_MS % HOUR_MS);
    const args = [sandbox.url, 'ETH', String(NOW_MS / 1_000)];
    const told = readWhole.parse(
      await runScript(await provisionPython('lighter-data'), 'lighter/whole_history.py', args),
    );
    const isFinal = ([timeMs = 0]: readonly number[]) => timeMs < endMs;
    const rowsOf = async (table: TableName) => {
      await using collecting = await collected(table);
      const record = await collecting.domain.catalogue.find({ venue: 'lighter', symbol: 'ETH-PERP.LIGHTER', table });
      if (record === undefined) throw new Error(`${table} is not stored`);
      return collecting.domain.tables.read(record, { fromMs: 0, toMs: endMs, limit: 100_000 });
    };
    expect(await rowsOf('candles_1h')).toEqual(told.candles.filter(isFinal));
    expect(told.candles.length).toBeGreaterThan(5_000);
    // Ours are shifted as text, theirs divided.
    const rounded = (rows: readonly (readonly number[])[]) =>
      rows.map(([timeMs, rate = Number.NaN]) => [timeMs, rate.toFixed(10)]);
    expect(rounded(await rowsOf('funding_1h'))).toEqual(rounded(told.fundings.filter(isFinal)));
  },
  PROVISIONING_MS_MAX,
);
