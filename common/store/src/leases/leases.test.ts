import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { Schema } from 'mongoose';
import { type Connection, connectMongo } from '../mongo/index.js';
import { heldBy, type LeaseFields, releaseLease, renewLease, takeLease, unleased } from './index.js';

interface Job extends LeaseFields {
  _id: string;
  state: string;
}

function jobModel(connection: Connection) {
  const lease = new Schema({ owner: String, epoch: Number, expiresAt: Date }, { _id: false });
  return connection.model('Job', new Schema<Job>({ _id: String, state: String, lease }));
}

let connection: Connection;
let jobs: ReturnType<typeof jobModel>;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_leases');
  jobs = jobModel(connection);
});

beforeEach(async () => {
  await jobs.deleteMany();
  await jobs.create({ _id: 'job', state: 'queued' });
});

afterAll(() => connection.close());

async function take(owner: string, durationMs: number) {
  const job = await jobs
    .findOneAndUpdate(unleased(), [takeLease(owner, durationMs)], { returnDocument: 'after', updatePipeline: true })
    .lean();
  return job?.lease ?? undefined;
}

describe('a lease', () => {
  test('goes to one of many that ask at once', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, (_, index) => take(`worker-${index}`, 60_000)));
    expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  test('can be taken after it lapsed, and the former holder can write no more', async () => {
    const first = await take('a', 1);
    await wait(20);
    const second = await take('b', 60_000);
    expect(second?.epoch).toBe(Number(first?.epoch) + 1);
    const late = await jobs.updateOne({ _id: 'job', ...heldBy({ owner: 'a', epoch: 1 }) }, { state: 'done' });
    expect(late.modifiedCount).toBe(0);
  });

  test('lasts while it is renewed and ends when it is released', async () => {
    const lease = await take('a', 30);
    const held = heldBy({ owner: 'a', epoch: lease?.epoch ?? 0 });
    await jobs.updateOne({ _id: 'job', ...held }, [renewLease(60_000)], { updatePipeline: true });
    await wait(60);
    expect(await take('b', 60_000)).toBeUndefined();
    await jobs.updateOne({ _id: 'job', ...held }, [releaseLease()], { updatePipeline: true });
    expect(await take('b', 60_000)).toMatchObject({ owner: 'b', epoch: 2 });
  });
});
