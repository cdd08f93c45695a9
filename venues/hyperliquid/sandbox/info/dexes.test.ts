import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { openJournal } from '../store/journal.js';
import { openVenue } from '../venue.js';
import { answerInfo } from './table.js';

/** Reads of a builder-deployed dex. */

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const HOUR_MS = 3_600_000;
const COINS = ['xyz:GOLD', 'xyz:NVDA', 'xyz:TSLA'];
const directory = mkdtempSync(join(tmpdir(), 'sandbox-dexes-'));
const journal = openJournal(directory);
const venue = await openVenue({
  clock: new ManualClock(NOW_MS),
  seed: 1,
  recordingsDirectory: undefined,
  journal,
  networks: [],
});
afterAll(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: the tests read what they expect, and fail where it is not there.
const ask = (request: object): any => answerInfo(request, venue);

test('it is listed behind the venue’s own, with its markets', () => {
  const [own, dex] = ask({ type: 'perpDexs' });
  expect(own).toBeNull();
  expect(dex).toMatchObject({ name: 'xyz', assetToStreamingOiCap: COINS.map((coin) => [coin, '100000000.0']) });
  const [meta, contexts] = ask({ type: 'metaAndAssetCtxs', dex: 'xyz' });
  expect(meta.universe.map(({ name }: { name: string }) => name)).toEqual(COINS);
  expect(contexts).toHaveLength(COINS.length);
  expect(ask({ type: 'meta', dex: 'xyz' })).toEqual(meta);
  expect(ask({ type: 'allPerpMetas' })[1]).toEqual(meta);
  expect(Object.keys(ask({ type: 'allMids', dex: 'xyz' }))).toEqual(COINS);
});

test('the venue’s own dex lists none of its markets', () => {
  const names = ask({ type: 'meta' }).universe.map(({ name }: { name: string }) => name);
  expect(names).not.toContain('xyz:GOLD');
  expect(Object.keys(ask({ type: 'allMids' }))).toEqual(names);
});

test('its coins have candles, funding, a book and trades', () => {
  const window = { startTime: NOW_MS - 3 * HOUR_MS, endTime: NOW_MS };
  const [candle] = ask({ type: 'candleSnapshot', req: { coin: 'xyz:GOLD', interval: '1h', ...window } });
  expect(candle).toMatchObject({ s: 'xyz:GOLD', i: '1h', t: Date.UTC(2026, 10, 21, 6) });
  expect(ask({ type: 'fundingHistory', coin: 'xyz:TSLA', ...window })).toHaveLength(3);
  expect(ask({ type: 'l2Book', coin: 'xyz:NVDA' }).levels[0]).toHaveLength(20);
  expect(ask({ type: 'recentTrades', coin: 'xyz:NVDA' })[0]).toMatchObject({ coin: 'xyz:NVDA' });
});

test('a coin that it does not have is refused', () => {
  expect(() => ask({ type: 'fundingHistory', coin: 'xyz:BTC', startTime: 0 })).toThrow('null');
  expect(() => ask({ type: 'fundingHistory', coin: 'abc:GOLD', startTime: 0 })).toThrow('null');
});
