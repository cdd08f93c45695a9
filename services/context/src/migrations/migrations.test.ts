import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { quarantinedRowsAreDue } from './0004-quarantined-rows-are-due.js';

const DAY = Date.UTC(2026, 0, 1);
let connection: Connection;

beforeEach(async () => {
  connection ??= await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_context_migrations');
  await connection.dropDatabase();
});
afterAll(() => connection.close());

test('a quarantined row without a time to ask again has the one of an hour later, and others keep theirs', async () => {
  const rows = connection.collection('quarantined_rows');
  await rows.insertMany([
    { reason: 'of before', seenAt: new Date(DAY) },
    { reason: 'of now', seenAt: new Date(DAY), askAt: new Date(DAY + 5) },
  ]);
  for (let time = 0; time < 2; time += 1) await quarantinedRowsAreDue.apply(connection);
  const found = await rows.find({}, { projection: { _id: 0 } }).toArray();
  expect(found).toEqual([
    { reason: 'of before', seenAt: new Date(DAY), askAt: new Date(DAY + 3_600_000) },
    { reason: 'of now', seenAt: new Date(DAY), askAt: new Date(DAY + 5) },
  ]);
});
