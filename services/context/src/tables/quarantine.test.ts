import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { Quarantine } from './quarantine.js';
import type { Segment } from './segments.js';

const TABLE = { _id: 'v/A/candles_1h', venue: 'v' };
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
let connection: Connection;
let clock: ManualClock;
let quarantine: Quarantine;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_context_quarantine');
});

afterAll(() => connection.close());

beforeEach(async () => {
  await resetDatabase(connection);
  clock = new ManualClock(Date.UTC(2026, 2, 2));
  quarantine = new Quarantine(connection, clock);
  await quarantine.initialize();
});

const malformed = (count: number) =>
  Array.from({ length: count }, (_, timeMs) => ({ timeMs, reason: 'at c: is malformed' }));

test('a table of which as many rows are kept as may be has no new ones', async () => {
  expect(await quarantine.note(TABLE, malformed(120))).toHaveLength(100);
  expect(await quarantine.note(TABLE, malformed(120))).toEqual([]);
  expect(await quarantine.of(TABLE._id)).toHaveLength(100);
});

test('a row that stands nowhere is forgotten after a week, whatever is read', async () => {
  await quarantine.note(TABLE, [{ timeMs: undefined, reason: 'at t: is none' }]);
  clock.advance(7 * DAY_MS);
  await quarantine.forget(TABLE._id, { fromMs: 0, toMs: 1 }, []);
  expect(await quarantine.of(TABLE._id)).toHaveLength(1);
  clock.advance(1);
  await quarantine.forget(TABLE._id, { fromMs: 0, toMs: 1 }, []);
  expect(await quarantine.of(TABLE._id)).toEqual([]);
});

test('a row is due again after an hour, then each time it is twice as old, at most a day later, and after a month no more', async () => {
  await quarantine.note(TABLE, [
    { timeMs: 5, reason: 'at c: is malformed' },
    { timeMs: undefined, reason: 'at t: is none' },
  ]);
  const dueAtHours: number[] = [];
  for (let hour = 1; hour <= 32 * 24; hour += 1) {
    clock.advance(HOUR_MS);
    if ((await quarantine.takeDue(TABLE._id)).length > 0) dueAtHours.push(hour);
  }
  expect(dueAtHours.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 56, 80]);
  expect(dueAtHours.at(-1)).toBeLessThan(30 * 24);
});

describe('the gaps of malformed rows', () => {
  const segment = (gaps: Segment['gaps']): Segment => ({
    ...{ key: 'k', sha256: '0', fromMs: 0, toMs: 200 * HOUR_MS, rows: 1, gaps },
  });
  const gapsWith = (gaps: Segment['gaps']) =>
    quarantine.gapsOf({ ...TABLE, table: 'candles_1h', segments: [segment(gaps)] });

  test('are where their rows would stand, and none where a row is stored or never was', async () => {
    const at = (hour: number, ms = 0) => ({ timeMs: hour * HOUR_MS + ms, reason: 'is malformed' });
    await quarantine.note(TABLE, [at(2), at(3, 7), at(9), { timeMs: undefined, reason: 'is none' }]);
    expect(await gapsWith([{ fromMs: HOUR_MS, toMs: 6 * HOUR_MS }])).toEqual([
      { fromMs: 2 * HOUR_MS, toMs: 4 * HOUR_MS },
    ]);
    expect(await gapsWith([])).toEqual([]);
  });

  test('may be any of a table that has more of them than are kept', async () => {
    const gaps = [{ fromMs: 150 * HOUR_MS, toMs: 151 * HOUR_MS }];
    await quarantine.note(TABLE, malformed(99));
    expect(await gapsWith(gaps)).toEqual([]);
    await quarantine.note(TABLE, malformed(120));
    expect(await gapsWith(gaps)).toEqual(gaps);
  });
});
