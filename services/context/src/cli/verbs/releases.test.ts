import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { manifestKey, markerKey } from '../../releases/keys.js';
import { openTestDomain, type TestDomain } from '../../testing/domain.js';
import { PredictionVenue } from '../../testing/prediction-venue.js';
import type { ReleaseCommand } from '../options.js';
import { runOnReleases } from '../release-commands.js';
import { collectNow } from './collect.js';
import {
  listReleases,
  publishMarkets,
  type ReleaseParts,
  sweepMarkets,
  verifyMarkets,
  withdrawMarket,
} from './releases.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = { venue: 'polymarket', market: 'market-1' };
let context: TestDomain;
let venue: PredictionVenue;
let parts: ReleaseParts;
const reported: string[] = [];

beforeAll(async () => {
  context = await openTestDomain('test_context_release_verbs', {
    tables: ['candles_1h'],
    releaseVenues: ['polymarket'],
    others: (clock) => {
      venue = new PredictionVenue(clock, 3, 2);
      return [venue];
    },
  });
  const { domain: stores, clock } = context;
  parts = { stores, clock, owner: 'test', report: (line) => void reported.push(line) };
  await context.collector.discover();
  await context.collectAll();
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
});

async function output(command: ReleaseCommand): Promise<{ code: number; text: string }> {
  let text = '';
  const code = await runOnReleases(command, parts, (more) => {
    text += more;
  });
  return { code, text };
}

test('every market of a venue is published, shown with its progress, and unchanged the second time', async () => {
  const first = await publishMarkets({ venue: 'polymarket' }, parts);
  expect(first.map(({ market, published }) => [market.market, published?.isNew])).toEqual([
    ['market-1', true],
    ['market-2', true],
  ]);
  expect(reported.at(-1)).toBe('########################  2 of 2');
  const [again] = await publishMarkets({ venue: 'polymarket', market: '1011' }, parts);
  expect(again).toMatchObject({ market: FIRST, published: { isNew: false } });
  await expect(publishMarkets({ venue: 'polymarket', market: 'no-such' }, parts)).rejects.toThrow(/no market no-such/);
});

test('a release is verified by symbol, token or slug; what is damaged is named, and the exit code says so', async () => {
  for (const market of ['1012.POLYMARKET', '1012', 'market-1'])
    expect(await verifyMarkets({ venue: 'polymarket', market }, parts)).toMatchObject([
      { ...FIRST, verified: { rows: 96, problems: [] } },
    ]);
  expect(reported.slice(-3)).toEqual([
    '........................  0 of 1  market-1, table 1 of 2',
    '........................  0 of 1  market-1, table 2 of 2',
    '########################  1 of 1',
  ]);
  expect(await output({ verb: 'verify', filter: {} })).toEqual({
    code: 0,
    text: expect.stringMatching(/market-1 {2}\d{8}-\w{16} {2}2 objects {2}96 rows\n.*\n2 markets, 0 problems\n$/s),
  });
  const folder = join(context.objectsDirectory, 'releases/polymarket/market-2/objects');
  const [object] = await readdir(folder);
  await appendFile(join(folder, object ?? ''), '!');
  await writeFile(join(context.objectsDirectory, markerKey({ ...FIRST, market: 'other' })), '{}');
  const { code, text } = await output({ verb: 'verify', filter: { venue: 'polymarket' } });
  expect(code).toBe(1);
  expect(text).toContain(`${object}: its bytes do not have the recorded digest`);
  expect(text).toContain('readiness/polymarket/other.json: is not a marker of this market');
  // Publishing again puts the object back.
  expect((await output({ verb: 'publish', filter: { venue: 'polymarket', market: 'market-2' } })).code).toBe(0);
  expect((await verifyMarkets({ venue: 'polymarket', market: 'market-2' }, parts))[0]?.verified.problems).toEqual([]);
});

test('what is withdrawn and superseded is listed, and swept once it is old; what is published stays', async () => {
  const before = await withdrawMarket({ ...FIRST, market: '1011', reason: 'wrong' }, parts);
  await expect(withdrawMarket({ ...FIRST, reason: 'wrong' }, parts)).rejects.toThrow(/nothing is published: withdrawn/);
  context.clock.advance(DAY_MS);
  await context.collectAll();
  await publishMarkets({ venue: 'polymarket', market: 'market-2' }, parts);
  const states = async () =>
    (await listReleases({ venue: 'polymarket' }, parts)).map(({ market, state }) => `${market.market} ${state}`);
  expect(await states()).toEqual(['market-1 withdrawn', 'market-2 published', 'market-2 superseded']);
  expect(reported.at(-1)).toBe('############............  1 of 2  market-2');
  expect((await output({ verb: 'releases', filter: {} })).text).toMatch(
    new RegExp(`polymarket +market-1 +${before} .* withdrawn +96\n`),
  );
  expect(await sweepMarkets({ venue: 'polymarket', days: 2 }, parts)).toMatchObject([
    { market: { market: 'market-1' }, swept: { releases: 0, objects: 0 } },
    { market: { market: 'market-2' }, swept: { releases: 0, objects: 0 } },
  ]);
  // An object that was replaced just now may be in use by a waiting backtest.
  expect(await sweepMarkets({ venue: 'polymarket', days: 1 }, parts)).toMatchObject([
    { swept: { releases: 1 } },
    { swept: { releases: 0 } },
  ]);
  expect(await states()).toEqual(['market-2 published', 'market-2 superseded']);
  context.clock.advance(6 * HOUR_MS);
  const { text } = await output({ verb: 'sweep', filter: {}, days: 1 });
  expect(text).toMatch(/^1 releases and [1-4] objects removed; 0 of 1 markets refused\n$/);
  expect(await states()).toEqual(['market-2 published']);
  expect((await verifyMarkets({ venue: 'polymarket', market: 'market-2' }, parts))[0]?.verified.problems).toEqual([]);
});

test('a market with a manifest that can not be read is not swept, since what it holds is not known; the others are', async () => {
  await publishMarkets({ venue: 'polymarket' }, parts);
  context.clock.advance(DAY_MS);
  await context.collectAll();
  await publishMarkets({ venue: 'polymarket' }, parts);
  context.clock.advance(DAY_MS);
  const lines = async () =>
    (await listReleases({ venue: 'polymarket' }, parts)).map(({ market, state }) => `${market.market} ${state}`);
  expect(await lines()).toEqual([
    'market-1 published',
    'market-1 superseded',
    'market-2 published',
    'market-2 superseded',
  ]);
  const [release] = await listReleases(FIRST, parts);
  const key = manifestKey(FIRST, release?.release ?? '');
  const path = join(context.objectsDirectory, key);
  const manifest = await readFile(path, 'utf8');
  await writeFile(path, '{');
  const { code, text } = await output({ verb: 'sweep', filter: {}, days: 1 });
  await writeFile(path, manifest);
  expect(text).toMatch(
    /^polymarket {2}market-1 {2}refused:\n {2}.*\n1 releases and [1-4] objects removed; 1 of 2 markets refused\n$/,
  );
  expect(text).toContain(`${key}: is not a manifest`);
  expect(code).toBe(1);
  expect(await lines()).toEqual(['market-1 published', 'market-1 superseded', 'market-2 published']);
  expect((await verifyMarkets(FIRST, parts))[0]?.verified.problems).toEqual([]);
});

test('a market that is damaged is not published, and no other is held up', async () => {
  const [record] = await context.domain.catalogue.stored({ venue: 'polymarket', symbol: '1011.POLYMARKET' });
  await appendFile(join(context.objectsDirectory, record?.segments[0]?.key ?? ''), '!');
  const { code, text } = await output({ verb: 'publish', filter: { venue: 'polymarket' } });
  expect(code).toBe(1);
  expect(text).toMatch(/market-1 .* refused: .*its bytes do not have/);
  expect(text).toMatch(/market-2 .* unchanged\n1 of 2 markets have their latest release; 1 refused\n$/);
});

test('a market is collected on request, and without a collector the wait ends', async () => {
  context.clock.advance(DAY_MS);
  const wanted = { venue: 'polymarket', market: 'market-2' };
  let isCollecting = true;
  const collecting = collectNow(wanted, context.domain, context.clock, (line) => void reported.push(line)).finally(
    () => {
      isCollecting = false;
    },
  );
  while (isCollecting) {
    await context.collectAll();
    await wait(20);
  }
  expect(await collecting).toEqual({ tables: 2, failed: 0 });
  expect(reported.at(-1)).toMatch(/^#{24} {2}2 of 2$/);
  const alone = collectNow(wanted, context.domain, context.clock, () => context.clock.advance(10), 5);
  await expect(alone).rejects.toThrow(/does the platform run/);
  await expect(collectNow({ ...wanted, market: 'x' }, context.domain, context.clock, () => {})).rejects.toThrow(
    /no market x/,
  );
});
