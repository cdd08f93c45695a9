import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { seededRandom, seedFor } from '@platform/kit/sampling';
import { DATABASES, type Manifest, readManifest } from '../archive.js';
import { accounts, type Client, Deployments, makeAccounts, moveUnits, sumOf, UNITS } from '../backup.fixture.js';
import { digestDocuments, readDocuments, TYPED } from '../documents.js';
import { restoreDocuments } from '../restore.js';
import { type Places, takeBackup } from '../take.js';
import { readEntry } from './entries.js';
import type { Instant } from './instants.js';
import { keepOplog } from './keep.js';
import { filesUntil, type KeptOplog, readKeptOplog } from './kept-oplog.js';

const TEST_MS_MAX = 600_000;
const WRITERS = 4;
const INSTANTS = 12;
const RUNS = 4;
const SEED = seedFor('oplog') ?? 17;
/** Four of them are more than one entry of the oplog holds. */
const LARGE_BYTES = 5 * 1_024 ** 2;
const silent = () => undefined;

let deployments: Deployments;
let base: Places;
let manifest: Manifest;

beforeAll(async () => {
  deployments = await Deployments.start();
  base = await deployments.places('base');
  await base.objects.replace('history/before', Buffer.from('before'));
  await writeFile(join(base.keys, 'master'), 'a key');
  await makeAccounts(deployments.first);
  await deployments.first.db('wallet').collection('plain').insertOne({ value: 1 });
  // They expired long ago, and the other server would remove them every second.
  const expiring = deployments.first.db('execution').collection('expiring');
  await deployments.first.db('admin').command({ setParameter: 1, ttlMonitorEnabled: false });
  await deployments.second.db('admin').command({ setParameter: 1, ttlMonitorSleepSecs: 1 });
  await expiring.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
  await expiring.insertMany(Array.from({ length: 10 }, () => ({ at: new Date(0) })));
}, TEST_MS_MAX);

afterAll(() => deployments[Symbol.asyncDispose]());

/** Restores the backup into the other deployment, as everything was at an instant. */
async function restoreAt(instant: Instant): Promise<Client> {
  const { second } = deployments;
  for (const database of DATABASES) await second.db(database).dropDatabase();
  const files = await filesUntil(base.archive, await readKeptOplog(base.archive, manifest), instant);
  await restoreDocuments(second, manifest, base.archive, silent, { files, instant });
  return second;
}

const keep = (progress: (done: number, total: number, doing: string) => void = silent) =>
  keepOplog(deployments.first, base, systemClock, progress);

/** One transaction that is more than one entry of the oplog holds, with what is moved in it. */
function writeLarge(client: Client): Promise<unknown> {
  return client.withSession((session) =>
    session.withTransaction(async () => {
      await accounts(client, 'wallet').updateOne({ _id: 1 }, { $inc: { units: -500 } }, { session });
      for (let _id = 0; _id < 4; _id += 1)
        await client
          .db('wallet')
          .collection<{ _id: number; text: string }>('large')
          .insertOne({ _id, text: 'x'.repeat(LARGE_BYTES) }, { session });
      await accounts(client, 'execution').updateOne({ _id: 1 }, { $inc: { units: 500 } }, { session });
    }),
  );
}

/** What a service does to its collections as it is brought up to date. */
async function changeCollections(client: Client): Promise<void> {
  const wallet = client.db('wallet');
  await wallet.createCollection('made', { validator: { value: { $exists: true } } });
  await wallet.collection('made').insertMany([{ value: 1 }, { value: 2, nested: { list: [1, 2, 3] } }]);
  await wallet.collection('made').createIndex({ value: -1 }, { unique: true });
  await wallet.collection('made').updateOne({ value: 2 }, { $set: { 'nested.list.1': 7, 'nested.map.137': 'x' } });
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await client.db('context').createCollection('in a transaction', { session });
      await client.db('context').collection('in a transaction').createIndex({ a: 1 }, { session });
      await client.db('context').collection('in a transaction').insertOne({ a: 1 }, { session });
    }),
  );
  await accounts(client, 'wallet').createIndex({ units: 1, _id: 1 });
  await accounts(client, 'wallet').dropIndex('by units');
  await wallet.command({ collMod: 'made', validationLevel: 'moderate' });
  await wallet.collection('plain').rename('renamed');
  await wallet.createCollection('short');
  await wallet.collection('short').drop();
  await wallet.collection('renamed').insertMany([{ value: 2 }, { value: 3 }]);
  await wallet.collection('renamed').deleteMany({ value: { $gt: 2 } });
  await wallet
    .collection('renamed')
    .aggregate([{ $out: 'made again' }])
    .toArray();
  await wallet
    .collection('made')
    .aggregate([{ $match: { value: 1 } }, { $out: 'made again' }])
    .toArray();
  await client.db('another').collection('x').insertOne({ not: 'ours' });
}

/** The entries of the kept files. */
async function entriesOf({ files }: KeptOplog) {
  const entries = [];
  for (const { path } of files)
    for await (const document of readDocuments(join(base.archive, path))) entries.push(readEntry(document));
  return entries.filter((entry) => entry !== undefined);
}

test(
  'at each of many instants everything that was moved is there once, and at that of another backup all documents are its own',
  async () => {
    const { first } = deployments;
    const stopping = new AbortController();
    const moving = Promise.all(Array.from({ length: WRITERS }, () => moveUnits(first, stopping.signal)));
    await sleep(300);
    await takeBackup(first, base, systemClock, silent);
    manifest = await readManifest(base.archive);
    for (let run = 0; run < RUNS; run += 1) {
      if (run === 1) await changeCollections(first);
      if (run === 3) await writeLarge(first);
      if (run === 3)
        await first
          .db('execution')
          .collection('expiring')
          .updateMany({}, { $set: { changed: true } });
      await base.objects.replace(`history/run-${run}`, Buffer.from(`${run}`));
      await sleep(400);
      expect((await keep()).objects).toBe(1);
    }
    const later = await deployments.places('later');
    await takeBackup(first, later, systemClock, silent);
    await sleep(100);
    stopping.abort();
    expect((await moving).every((moves) => moves > 0)).toBe(true);
    const { from, until } = await keep();

    const random = seededRandom(SEED);
    process.stderr.write(`instants by the seed ${SEED}\n`);
    for (let each = 0; each < INSTANTS; each += 1) {
      const at = new Date(from.getTime() + Math.floor(random() * (until.getTime() - from.getTime())));
      expect([at, await sumOf(await restoreAt(at))]).toEqual([at, UNITS]);
    }

    const { clusterTime, collections } = await readManifest(later.archive);
    const restored = await restoreAt(clusterTime);
    expect(await restored.db('execution').collection('expiring').countDocuments({ at: null })).toBe(0);
    for (const { database, name, documents, sha256, indexes } of collections) {
      if (name === 'expiring') continue;
      const collection = restored.db(database).collection(name);
      const found = await digestDocuments(collection.find({}, { ...TYPED, sort: { _id: 1 } }));
      expect({ database, name, ...found }).toEqual({ database, name, documents, sha256 });
      expect((await collection.indexes()).length).toBe(JSON.parse(indexes).length);
    }
    expect(collections.map(({ name }) => name)).toEqual(expect.arrayContaining(['large', 'made again', 'renamed']));
    expect(await restored.db('wallet').collection('short').countDocuments()).toBe(0);
  },
  TEST_MS_MAX,
);

test(
  'a transaction of several entries is there with its last one, and not a part of it before',
  async () => {
    const kept = await readKeptOplog(base.archive, manifest);
    const parts = (await entriesOf(kept)).filter(({ part }) => part !== undefined);
    expect(parts.length).toBeGreaterThan(1);
    const found = [];
    for (const { position } of parts) {
      const restored = await restoreAt(position.time);
      found.push(await restored.db('wallet').collection('large').countDocuments());
      expect(await sumOf(restored)).toBe(UNITS);
    }
    expect(found).toEqual(parts.map((_, index) => (index === parts.length - 1 ? 4 : 0)));
  },
  TEST_MS_MAX,
);

test('an instant before the backup, or after the end of what is kept, is refused with those that are possible', async () => {
  const kept = await readKeptOplog(base.archive, manifest);
  const [from, until] = [kept.files.at(0)?.from.wall ?? new Date(0), kept.files.at(-1)?.until.wall ?? new Date(0)];
  const at = (instant: Instant) => filesUntil(base.archive, kept, instant);
  const possible = `from ${from.toISOString()} until ${until.toISOString()}`;
  for (const wrong of [new Date(from.getTime() - 1), new Date(until.getTime() + 1), { seconds: 1, increment: 1 }])
    await expect(at(wrong)).rejects.toThrow(possible);
  await expect(at(from)).resolves.toHaveLength(1);
  await expect(at(until)).resolves.toHaveLength(kept.files.length);
  await expect(filesUntil(base.archive, { files: [], objects: [] }, from)).rejects.toThrow(/no oplog is kept/);
});

test('a run that ends in the middle has added nothing, and the next one adds all', async () => {
  const before = await readKeptOplog(base.archive, manifest);
  await accounts(deployments.first, 'wallet').updateOne({ _id: 2 }, { $set: { note: 'after' } });
  await base.objects.replace('history/later', Buffer.from('later'));
  const dying = keep((_done, _total, doing) => {
    if (doing === 'objects') throw new Error('it dies here');
  });
  await expect(dying).rejects.toThrow('it dies here');
  expect(await readdir(join(base.archive, 'oplog'))).toHaveLength(before.files.length + 1);
  expect(await readKeptOplog(base.archive, manifest)).toEqual(before);
  await accounts(deployments.first, 'wallet').updateOne({ _id: 3 }, { $set: { note: 'after' } });
  const { until, objects } = await keep();
  expect(objects).toBe(1);
  const restored = await restoreAt(until);
  expect(await accounts(restored, 'wallet').countDocuments({ note: 'after' })).toBe(2);
});

test('of two runs at the same time one is told of the other', async () => {
  const runs = await Promise.allSettled([keep(), keep()]);
  expect(runs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(String(runs.find((run) => run.status === 'rejected')?.reason)).toMatch(/keeps the oplog in .* already/);
});

test('a file that was changed, cut off or taken away is refused before anything is written', async () => {
  const kept = await readKeptOplog(base.archive, manifest);
  const [first, second] = kept.files;
  if (first === undefined || second === undefined) throw new Error('fewer files than runs');
  const copy = join(deployments.folder, 'damaged');
  const refused = async (change: (file: string) => Promise<unknown>, reason: RegExp) => {
    await cp(base.archive, copy, { recursive: true });
    await change(join(copy, second.path));
    const reading = readKeptOplog(copy, manifest).then((found) => filesUntil(copy, found, second.until.wall));
    await expect(reading).rejects.toThrow(reason);
    await rm(copy, { recursive: true });
  };
  await refused((file) => cp(join(copy, first.path), file), /was changed since it was written/);
  await refused(async (file) => writeFile(file, (await readFile(file)).subarray(0, -12)), /unexpected end of file/);
  await refused((file) => rm(file), /ENOENT/);
  const withoutOne = (text: string) => JSON.stringify({ ...JSON.parse(text), files: [second] });
  const manifestOf = () => join(copy, 'oplog.json');
  await refused(
    async () => writeFile(manifestOf(), withoutOne(await readFile(manifestOf(), 'utf8'))),
    /is not what comes next/,
  );
});

test('a key that is new or another one since the backup is told: it is in no archive', async () => {
  await writeFile(join(base.keys, 'new'), 'a key');
  await expect(keep()).rejects.toThrow(/the key new is new or another one/);
  await rm(join(base.keys, 'new'));
  await keep();
});

test('objects that were to be copied hours ago are told: some may have been removed', async () => {
  const clock = new ManualClock(systemClock.nowMs() + 4 * 3_600_000 + 60_000);
  await expect(keepOplog(deployments.first, base, clock, silent)).rejects.toThrow(/some may have been removed/);
});

test(
  'an oplog that does not reach back to where the kept one ends is a gap, and is told',
  async () => {
    const { first } = deployments;
    const filler = first.db('another').collection<{ _id: number; text: string }>('filler');
    const text = 'x'.repeat(2 * LARGE_BYTES);
    const isGone = async (at: Date) => {
      const oplog = first.db('local').collection('oplog.rs');
      const [oldest] = await oplog.find({}, { sort: { $natural: 1 }, limit: 1, projection: { wall: 1 } }).toArray();
      return oldest?.['wall'] > at;
    };
    const end = (await readKeptOplog(base.archive, manifest)).files.at(-1)?.until.wall ?? new Date(0);
    for (let _id = 0; !(await isGone(end)); _id += 1) {
      await filler.insertOne({ _id, text });
      // Until a checkpoint the server keeps what it would need to recover.
      await first.db('admin').command({ fsync: 1 });
    }
    const before = await readKeptOplog(base.archive, manifest);
    await expect(keep()).rejects.toThrow(/does not reach back to .* Take a new backup/);
    expect(await readKeptOplog(base.archive, manifest)).toEqual(before);
  },
  TEST_MS_MAX,
);
