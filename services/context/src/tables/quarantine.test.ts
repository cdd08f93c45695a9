import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { Quarantine } from './quarantine.js';

const TABLE = { _id: 'v/A/candles_1h', venue: 'v' };
const DAY_MS = 86_400_000;
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
