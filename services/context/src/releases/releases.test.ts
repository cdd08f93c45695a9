import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { markerKey } from './keys.js';
import { objectsOf, Publisher } from './publisher.js';
import { verifyRelease } from './verify.js';

const HOUR_MS = 3_600_000;
const BTC = { venue: 'hyperliquid', market: 'BTC/USDC:USDC' };
const KPEPE = { venue: 'hyperliquid', market: 'KPEPE/USDC:USDC' };
let context: TestDomain;
let publisher: Publisher;

beforeEach(async () => {
  context = await openTestDomain('test_context_releases', {
    tables: ['candles_1d', 'candles_1h', 'funding_1h'],
    releaseVenues: ['hyperliquid'],
  });
  publisher = publisherOf();
  await context.collector.discover();
  await context.collectAll();
});

afterEach(async () => {
  await context[Symbol.asyncDispose]();
});

function publisherOf(): Publisher {
  return new Publisher({ ...context.domain, clock: context.clock, owner: 'test', attempts: 1 });
}

function file(key: string): string {
  return join(context.objectsDirectory, key);
}

/** Longer than any read is cached. */
function latest(reference = BTC) {
  context.clock.advance(15_000);
  return context.domain.releases.latest(reference);
}

function verified(reference = BTC) {
  return verifyRelease(reference, context.domain);
}

describe('a release', () => {
  test('holds copies of all that is stored of a market, and is shown as its dataset', async () => {
    const { manifest, isNew } = await publisher.publish(BTC);
    expect(isNew).toBe(true);
    expect(manifest).toMatchObject({
      environment: 'test',
      ...BTC,
      release: expect.stringMatching(/^20260302-[0-9a-f]{16}$/),
    });
    expect(manifest.instruments).toMatchObject([{ symbol: BTC.market, coin: 'BTC', kind: 'perpetual' }]);
    expect(manifest.instruments[0]?.tables.map(({ name }) => name)).toEqual(['candles_1d', 'candles_1h', 'funding_1h']);
    const before = await context.domain.catalogue.stored({ venue: BTC.venue, symbol: BTC.market });
    const stored = before.flatMap(({ segments }) => segments.map(({ key }) => key));
    const released = objectsOf(manifest).map(({ key }) => key);
    expect(await Promise.all(released.map((key) => readFile(file(key))))).toEqual(
      await Promise.all(stored.map((key) => readFile(file(key)))),
    );
    expect(await context.domain.datasets.list({ venue: BTC.venue })).toMatchObject([
      { symbol: BTC.market, release: manifest.release, audited: true, tables: { length: 3 } },
    ]);
    expect(await verified()).toEqual({
      release: manifest.release,
      objects: released.length,
      rows: 179,
      problems: [],
    });
  });

  test('is the same one while the rows are, and another with new rows; objects that both hold are stored once', async () => {
    const first = await publisher.publish(BTC);
    context.clock.advance(60_000);
    expect(await publisher.publish(BTC)).toEqual({ ...first, isNew: false });
    context.clock.advance(2 * HOUR_MS);
    await context.collectAll();
    expect((await publisher.draft(BTC))?.release).not.toBe(first.manifest.release);
    const second = await publisher.publish(BTC);
    expect(second.isNew).toBe(true);
    const shared = objectsOf(second.manifest).filter(({ key }) =>
      objectsOf(first.manifest).some((each) => each.key === key),
    );
    expect(shared.length).toBeGreaterThan(0);
    // The content of an earlier release stays unchanged.
    for (const { key, sha256 } of objectsOf(first.manifest))
      await expect(context.domain.objects.materialize(key, sha256)).resolves.toBeDefined();
    expect(await latest()).toMatchObject({ manifest: { release: second.manifest.release } });
  });

  test('is not published while an object of the market is damaged, which is named; the former one stays', async () => {
    const { manifest } = await publisher.publish(BTC);
    context.clock.advance(2 * HOUR_MS);
    await context.collectAll();
    const [record] = await context.domain.catalogue.stored({ venue: BTC.venue, symbol: BTC.market });
    const key = record?.segments[0]?.key ?? '';
    await appendFile(file(key), '!');
    await expect(publisher.publish(BTC)).rejects.toThrow(`${key}: object ${key}: its bytes`);
    expect(await latest()).toMatchObject({ manifest: { release: manifest.release } });
    await expect(publisher.publish({ ...BTC, market: 'NO/USDC:USDC' })).rejects.toThrow(/nothing is stored/);
  });

  test('that is withdrawn is no dataset until it is published again; its objects stay', async () => {
    const { manifest } = await publisher.publish(BTC);
    expect(await publisher.withdraw(BTC, 'a wrong source')).toBe(manifest.release);
    expect(await latest()).toEqual({ problem: 'withdrawn' });
    expect(await context.domain.datasets.list({ venue: BTC.venue })).toEqual([]);
    for (const { key, sha256 } of objectsOf(manifest))
      await expect(context.domain.objects.materialize(key, sha256)).resolves.toBeDefined();
    await expect(publisher.withdraw(BTC, '')).rejects.toThrow(/nothing is published: withdrawn/);
    await expect(publisher.publish(BTC, { unlessWithdrawn: true })).rejects.toThrow('an operator has withdrawn it');
    expect(await publisher.publish(BTC)).toMatchObject({ isNew: true, manifest: { release: manifest.release } });
    expect(await latest()).toMatchObject({ manifest: { release: manifest.release } });
  });
});

describe('verifying names', () => {
  test('an object whose bytes were changed or that is missing', async () => {
    const { manifest } = await publisher.publish(BTC);
    const [first, second] = objectsOf(manifest);
    await appendFile(file(first?.key ?? ''), '!');
    await rm(file(second?.key ?? ''));
    const { problems } = await verified();
    expect(problems).toEqual([
      expect.stringContaining(`${first?.key}: its bytes do not have the recorded digest`),
      expect.stringContaining(`${second?.key}: is missing`),
    ]);
    // Publishing again restores the damaged object.
    await publisher.publish(BTC);
    expect((await verified()).problems).toEqual([]);
  });

  test('a manifest whose bytes were changed, which is not used either', async () => {
    const { manifest } = await publisher.publish(BTC);
    const key = `releases/hyperliquid/BTC=2FUSDC=3AUSDC/${manifest.release}/manifest.json`;
    const text = await readFile(file(key), 'utf8');
    await writeFile(file(key), text.replace('"rows": 59', '"rows": 58'));
    expect((await verified()).problems).toEqual([`${key}: its bytes do not have the recorded digest`]);
    expect(await latest()).toEqual({ problem: 'corrupted_manifest', object: key });
    expect(await context.domain.datasets.list({ venue: BTC.venue })).toEqual([]);
    await expect(context.domain.datasets.list({ venue: BTC.venue, symbol: BTC.market })).rejects.toMatchObject({
      code: 'context_store_unavailable',
      details: { object: key },
    });
    await expect(publisher.publish(BTC)).rejects.toThrow(`object ${key}`);
  });
});

describe('a marker', () => {
  beforeEach(async () => {
    await publisher.publish(BTC);
    await publisher.publish(KPEPE);
  });

  async function rewrite(change: (marker: Record<string, unknown>) => unknown): Promise<void> {
    const path = file(markerKey(BTC));
    await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))));
  }

  test.each([
    ['that is none', () => 'nonsense', 'malformed_marker'],
    ['of another market', (marker: object) => ({ ...marker, ...KPEPE }), 'malformed_marker'],
    ['of another version', (marker: object) => ({ ...marker, schema: 2 }), 'malformed_marker'],
    [
      'that names the manifest of another market',
      (marker: object) => ({ ...marker, manifest: { key: 'x', sha256: 'y' } }),
      'malformed_marker',
    ],
    ['of another environment', (marker: object) => ({ ...marker, environment: 'staging' }), 'foreign_environment'],
  ])('%s concerns its market alone', async (_, change, problem) => {
    await rewrite(change);
    const { releases, datasets } = context.domain;
    expect(await latest()).toMatchObject({ problem });
    expect(await latest(KPEPE)).toHaveProperty('manifest');
    expect((await datasets.list({})).map(({ symbol }) => symbol)).toEqual([KPEPE.market]);
    expect(await datasets.list({ venue: BTC.venue, symbol: BTC.market })).toEqual([]);
    expect(await releases.ready(KPEPE.venue, KPEPE.market)).toBe(true);
  });

  test('of another environment is not written over', async () => {
    await rewrite((marker) => ({ ...marker, environment: 'staging' }));
    await expect(publisher.publish(BTC)).rejects.toThrow(/environment staging/);
    await expect(publisher.withdraw(BTC, '')).rejects.toThrow(/environment staging/);
  });

  test('is read at most every 15 s, also for a whole venue and a page of it', async () => {
    const { releases } = context.domain;
    expect(await releases.ready(BTC.venue, BTC.market)).toBe(true);
    expect(await releases.ready(BTC.venue, 'NO/USDC:USDC')).toBe(false);
    expect(await releases.readySymbols(BTC.venue)).toEqual(new Set([BTC.market, KPEPE.market]));
    await publisher.withdraw(BTC, '');
    expect(await releases.ready(BTC.venue, BTC.market)).toBe(true);
    context.clock.advance(15_000);
    expect(await releases.ready(BTC.venue, BTC.market)).toBe(false);
    expect(await releases.readySymbols(BTC.venue)).toEqual(new Set([KPEPE.market]));
    const page = await releases.readyPage(BTC.venue, undefined, 1);
    expect(page).toEqual({ entries: [], next: markerKey(BTC) });
    expect((await releases.readyPage(BTC.venue, BTC.market, 1)).entries).toMatchObject([{ symbol: KPEPE.market }]);
    expect(await releases.readyPage(BTC.venue, page.next, 9)).toEqual({
      entries: [{ symbol: KPEPE.market, market: KPEPE.market }],
      next: undefined,
    });
  });
});

test('publishing leaves nothing aside', async () => {
  await publisher.publish(BTC);
  const files = await readdir(context.objectsDirectory, { recursive: true });
  expect(files.filter((name) => name.endsWith('.partial'))).toEqual([]);
});
