import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import mongoose, { Schema } from 'mongoose';
import {
  type Connection,
  canonicalHash,
  connectMongo,
  countByStatus,
  IdempotencyRecords,
  storeUnavailableAs,
} from './index.js';
import { resetDatabase } from './testing.js';

const DAY_MS = 86_400_000;
let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_mongo');
  await resetDatabase(connection);
});

afterAll(() => connection.close());

function request(key: string, body: object) {
  return { accountId: 'acc_1', operation: 'createThing', key, request: body };
}

describe('idempotency records', () => {
  test('a hundred identical requests at once have one effect and one answer', async () => {
    const records = new IdempotencyRecords(connection, new ManualClock(0), DAY_MS);
    const things = connection.collection('things');
    await things.insertOne({ seed: true });
    const attempt = (index: number) =>
      records.once(request('same', { a: 1 }), async (session) => {
        await things.insertOne({ index }, { session });
        return { index };
      });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(index)));
    expect(await things.countDocuments({ index: { $exists: true } })).toBe(1);
    expect(new Set(answers.map(({ response }) => response.index)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  test('another request under the key is a conflict', async () => {
    const records = new IdempotencyRecords(connection, new ManualClock(0), DAY_MS);
    await records.once(request('k2', { a: 1, b: 2 }), async () => ({ id: 1 }));
    await expect(records.once(request('k2', { b: 2, a: 1 }), async () => ({ id: 2 }))).resolves.toEqual({
      response: { id: 1 },
      replayed: true,
    });
    await expect(records.once(request('k2', { a: 2 }), async () => ({ id: 2 }))).rejects.toMatchObject({
      code: 'idempotency_key_conflict',
    });
  });

  test('a failure releases the key', async () => {
    const records = new IdempotencyRecords(connection, new ManualClock(0), DAY_MS);
    await expect(records.once(request('k3', {}), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(records.once(request('k3', {}), async () => ({ id: 3 }))).resolves.toMatchObject({ replayed: false });
  });

  test('a key is free again after its retention, and the sweep removes its record', async () => {
    const clock = new ManualClock(0);
    const records = new IdempotencyRecords(connection, clock, DAY_MS);
    await records.once(request('k4', { a: 1 }), async () => ({ id: 1 }));
    clock.advance(DAY_MS);
    await expect(records.once(request('k4', { a: 2 }), async () => ({ id: 2 }))).resolves.toMatchObject({
      response: { id: 2 },
    });
    clock.advance(DAY_MS);
    expect(await records.sweep()).toBeGreaterThanOrEqual(1);
  });
});

test('equal JSON has an equal hash whatever the order of its keys, and other JSON another', () => {
  expect(canonicalHash({ a: { c: 1, b: [1, 2] } })).toBe(canonicalHash({ a: { b: [1, 2], c: 1 } }));
  expect(canonicalHash({ a: [1, 2] })).not.toBe(canonicalHash({ a: [2, 1] }));
});

describe('a 64-bit integer', () => {
  const schema = new Schema({ amount: BigInt, count: Number }, { collection: 'amounts' });
  const largest = 2n ** 63n - 1n;

  test('is read as a bigint whatever its size, and any other number as a number', async () => {
    const amounts = connection.model('Amount', schema);
    await amounts.create([
      { amount: 1n, count: 1_700_000_000_000 },
      { amount: largest, count: 2 },
    ]);
    const found = await amounts.find({}, { _id: 0, amount: 1, count: 1 }).sort({ amount: 1 }).lean();
    expect(found).toEqual([
      { amount: 1n, count: 1_700_000_000_000 },
      { amount: largest, count: 2 },
    ]);
  });

  test('sums up to a bigint', async () => {
    const amounts = connection.model('Summand', schema.clone().set('collection', 'summands'));
    await amounts.create([{ amount: 2n ** 53n }, { amount: 1n }]);
    const [row] = await amounts.aggregate<{ total: bigint }>([{ $group: { _id: null, total: { $sum: '$amount' } } }]);
    expect(row?.total).toBe(2n ** 53n + 1n);
  });
});

test('an unreachable store is named by the code of its service', async () => {
  const error: unknown = await connectMongo(
    new Secret('mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100'),
    'x',
  ).catch((cause: unknown) => cause);
  expect(storeUnavailableAs('execution_store_unavailable')(error)).toMatchObject({
    code: 'execution_store_unavailable',
  });
  class ConnectionLost extends mongoose.mongo.MongoNetworkError {}
  expect(storeUnavailableAs('execution_store_unavailable')(new ConnectionLost('lost'))).toMatchObject({
    code: 'execution_store_unavailable',
  });
  const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  expect(storeUnavailableAs('execution_store_unavailable')(ended)).toMatchObject({
    code: 'execution_store_unavailable',
  });
  expect(storeUnavailableAs('execution_store_unavailable')(new TypeError('bug'))).toBeInstanceOf(TypeError);
});

test('a list that lost its place at the store is named by the code of its service', async () => {
  const items = connection.collection('items');
  await items.insertMany([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const cursor = items.find({}, { batchSize: 2 });
  await cursor.next();
  await connection.db?.command({ killCursors: 'items', cursors: [cursor.id] });
  const error: unknown = await cursor.toArray().catch((cause: unknown) => cause);
  expect(storeUnavailableAs('context_store_unavailable')(error)).toMatchObject({ code: 'context_store_unavailable' });
});

test('records are counted by status, with those that fail and the oldest of each', async () => {
  const schema = new Schema({ state: String, createdAt: Date, failures: Number }, { collection: 'jobs' });
  const jobs = connection.model('Job', schema);
  const made = (state: string, hour: number) => ({ state, createdAt: new Date(hour * 3_600_000) });
  await jobs.create([{ ...made('queued', 2), failures: 3 }, made('queued', 1), made('done', 0)]);
  expect(await countByStatus(jobs, 'state', ['running', 'queued'])).toEqual([
    { status: 'running', jobs: 0, failing: 0 },
    { status: 'queued', jobs: 2, failing: 1, oldestAt: new Date(3_600_000) },
  ]);
  const counting = { matching: { failures: { $exists: true } }, since: { $ifNull: ['$heldUntil', '$createdAt'] } };
  expect(await countByStatus(jobs, 'state', ['queued'], counting)).toEqual([
    { status: 'queued', jobs: 1, failing: 1, oldestAt: new Date(7_200_000) },
  ]);
});
