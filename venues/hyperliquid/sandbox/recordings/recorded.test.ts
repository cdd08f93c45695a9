import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { recordedUntilMs } from '../info/history.js';
import { answerInfo } from '../info/table.js';
import { openJournal } from '../store/journal.js';
import { openVenue, type Venue } from '../venue.js';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2025, 5, 1);
const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
const HOURS = 300;
/** Five minutes are recorded from the 300th hour's beginning and reach half an hour further than the hours. */
const FIVE_MINUTES = 18;
const HOURS_END_MS = FIRST_MS + HOURS * HOUR_MS;
const SEAM_MS = HOURS_END_MS - HOUR_MS + FIVE_MINUTES * 300_000;

let directory: string;
let venue: Venue;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recordings-'));
  await mkdir(join(directory, 'hyperliquid/candles'), { recursive: true });
  await mkdir(join(directory, 'hyperliquid/funding'), { recursive: true });
  const database = await (await DuckDBInstance.create(':memory:')).connect();
  const candles = (firstMs: number, stepMs: number, count: number) =>
    `select epoch_ms((${firstMs} + ${stepMs} * i)::bigint)::timestamptz as timestamp, 30000.0 + i as open,
     30010.0 + i as high, 29990.0 + i as low, 30001.0 + i as close, 1.5 as volume from range(${count}) t(i)`;
  const write = (query: string, file: string) =>
    database.run(`copy (${query}) to '${join(directory, 'hyperliquid', file)}' (format parquet, compression zstd)`);
  await write(candles(FIRST_MS, HOUR_MS, HOURS), 'candles/BTC-1h.parquet');
  await write(candles(HOURS_END_MS - HOUR_MS, 300_000, FIVE_MINUTES), 'candles/BTC-5m.parquet');
  await write(
    `select epoch_ms((${FIRST_MS} + ${HOUR_MS} * i + 41)::bigint)::timestamptz as timestamp, 0.00002 as funding_rate
     from range(${HOURS}) t(i)`,
    'funding/BTC-1h.parquet',
  );
  database.closeSync();
  venue = await openVenue({
    clock: new ManualClock(NOW_MS),
    seed: 1,
    recordingsDirectory: directory,
    journal: openJournal(directory),
    networks: [],
  });
});

afterAll(() => rm(directory, { recursive: true }));

interface Row {
  t: number;
  o: string;
  c: string;
  h: string;
  v: string;
}

function candles(interval: string, startTime: number, endTime?: number): Row[] {
  return answerInfo({ type: 'candleSnapshot', req: { coin: 'BTC', interval, startTime, endTime } }, venue) as Row[];
}

describe('a venue with recordings', () => {
  test('lists only the recorded coins', () => {
    expect([...venue.markets.keys()]).toEqual(['BTC']);
  });

  test('serves an explicit window of the recording as it was recorded', () => {
    expect(candles('1h', FIRST_MS, FIRST_MS + HOUR_MS)).toEqual([
      {
        t: FIRST_MS,
        T: FIRST_MS + HOUR_MS - 1,
        s: 'BTC',
        i: '1h',
        o: '30000.0',
        c: '30001.0',
        h: '30010.0',
        l: '29990.0',
        v: '1.5',
        n: 0,
      },
      expect.objectContaining({ t: FIRST_MS + HOUR_MS, o: '30001.0' }),
    ]);
  });

  test('reading forward page by page gets the recording and the bridge to now without a gap', () => {
    const rows: Row[] = [];
    for (let page = candles('1h', 1); page.length > 0; page = candles('1h', rows.at(-1)!.t + HOUR_MS)) {
      expect(page.length).toBeLessThanOrEqual(5_000);
      rows.push(...page);
      if (rows.at(-1)!.t + HOUR_MS > NOW_MS) break;
    }
    expect(rows.map((row) => row.t)).toEqual(rows.map((_, index) => FIRST_MS + index * HOUR_MS));
    expect(rows.at(-1)!.t).toBe(NOW_MS - (NOW_MS % HOUR_MS));
  });

  test('asked for all there is, it serves the latest 5,000 as the venue does', () => {
    const rows = candles('1h', 0);
    expect(rows).toHaveLength(5_000);
    expect(rows.at(-1)!.t).toBe(NOW_MS - (NOW_MS % HOUR_MS));
  });

  test('an hour that only the five minutes reach into is made of these and of generated candles', () => {
    const [hour] = candles('1h', HOURS_END_MS, HOURS_END_MS);
    const parts = candles('5m', HOURS_END_MS, HOURS_END_MS + HOUR_MS - 1);
    expect(parts).toHaveLength(12);
    expect(hour).toMatchObject({ t: HOURS_END_MS, o: parts[0]!.o, c: parts[11]!.c });
    expect(Number(hour!.h)).toBe(Math.max(...parts.map((part) => Number(part.h))));
    expect(Number(hour!.v)).toBeCloseTo(
      parts.reduce((sum, part) => sum + Number(part.v), 0),
      5,
    );
  });

  test('the first generated candle opens where the last recorded one closed', () => {
    const [last, next] = candles('5m', SEAM_MS - 300_000, SEAM_MS);
    expect(next!.o).toBe(last!.c);
  });

  test('says up to when a table is recorded', () => {
    const until = (interval: string) =>
      recordedUntilMs({ type: 'candleSnapshot', req: { coin: 'BTC', interval } }, venue);
    expect(until('5m')).toBe(SEAM_MS);
    expect(until('1h')).toBe(SEAM_MS - (SEAM_MS % HOUR_MS));
    expect(until('4h')).toBeUndefined();
    expect(recordedUntilMs({ type: 'fundingHistory', coin: 'BTC' }, venue)).toBe(FIRST_MS + HOURS * HOUR_MS);
    expect(recordedUntilMs({ type: 'allMids' }, venue)).toBeUndefined();
  });

  test('a timeframe that was not recorded has no candles', () => {
    expect(candles('4h', 0)).toEqual([]);
    expect(candles('1m', FIRST_MS)).toEqual([]);
  });

  test('funding is the recorded one, then generated, one per hour', () => {
    const rows = answerInfo({ type: 'fundingHistory', coin: 'BTC', startTime: 0 }, venue) as {
      time: number;
      fundingRate: string;
    }[];
    expect(rows).toHaveLength(500);
    expect(rows[0]).toEqual({ coin: 'BTC', fundingRate: '0.00002', premium: '0.00066', time: FIRST_MS + 41 });
    expect(rows.map((row) => Math.floor(row.time / HOUR_MS))).toEqual(
      rows.map((_, index) => FIRST_MS / HOUR_MS + index),
    );
  });
});
