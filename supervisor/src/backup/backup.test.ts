import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { startMongod } from '@platform/sandbox/mongod';
import mongoose from 'mongoose';
import { readManifest } from './archive.js';
import { restoreDocuments, restoreFiles } from './restore.js';
import { type Places, takeBackup } from './take.js';

type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

const ACCOUNTS = 400;
const START_UNITS = 1_000;
const WRITERS = 4;
const TEST_MS_MAX = 120_000;
const silent = () => undefined;

let folder: string;
let clients: Client[];
let servers: { close(): Promise<void> }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  servers = [];
  clients = [];
  for (const name of ['first', 'second']) {
    const dataDirectory = join(folder, name);
    await mkdir(dataDirectory);
    const server = await startMongod({
      dataDirectory,
      cacheDirectory: defaultCacheDirectory(process.env),
      report: silent,
    });
    servers.push(server);
    clients.push(await mongoose.mongo.MongoClient.connect(server.uri));
  }
}, TEST_MS_MAX);

afterAll(async () => {
  for (const client of clients) await client.close();
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true });
});

function places(name: string): Places {
  const below = (part: string) => join(folder, name, part);
  return {
    objects: below('objects'),
    keys: below('keys'),
    archive: below('archive'),
    keysArchive: below('keys-archive'),
  };
}

interface Account {
  readonly _id: number;
  readonly units: number;
}

const accounts = (client: Client, database: string) => client.db(database).collection<Account>('accounts');

/** Moves units between two databases, each time in one transaction, until told to stop. */
async function moveUnits(client: Client, stopping: AbortSignal): Promise<number> {
  let moves = 0;
  for (let step = 0; !stopping.aborted; step += 1) {
    const _id = (step * 7_919) % ACCOUNTS;
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts(client, 'wallet').updateOne({ _id }, { $inc: { units: -1 } }, { session });
        await accounts(client, 'execution').updateOne({ _id }, { $inc: { units: 1 } }, { session });
      }),
    );
    moves += 1;
  }
  return moves;
}

const sumOf = async (client: Client) => {
  const all = await Promise.all(['wallet', 'execution'].map((name) => accounts(client, name).find().toArray()));
  return all.flat().reduce((sum, { units }) => sum + units, 0);
};

test(
  'what is moved between databases meanwhile is in the backup once, and the restored documents, objects and keys are those',
  async () => {
    const [client, other] = clients as [Client, Client];
    const from = places('whole');
    await Promise.all([from.objects, from.keys].map((path) => mkdir(path, { recursive: true })));
    await mkdir(join(from.objects, 'history'));
    await writeFile(join(from.objects, 'history/candles'), 'an object');
    await writeFile(join(from.keys, 'master'), 'a key');
    await writeFile(join(from.keys, 'mongodb-operator'), 'addresses of this machine');
    for (const database of ['wallet', 'execution']) {
      const rows = Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, units: START_UNITS }));
      await accounts(client, database).insertMany(rows);
      await accounts(client, database).createIndex({ units: 1 }, { name: 'by units', sparse: true });
    }
    const stopping = new AbortController();
    const moving = Promise.all(Array.from({ length: WRITERS }, () => moveUnits(client, stopping.signal)));
    // Between the instant and the reads.
    const slowly = (done: number) => {
      if (done === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    };
    await takeBackup(client, from, systemClock, slowly);
    stopping.abort();
    expect((await moving).every((moves) => moves > 0)).toBe(true);

    const manifest = await readManifest(from.archive);
    const to = { ...places('elsewhere'), archive: from.archive, keysArchive: from.keysArchive };
    await restoreFiles(manifest, to, silent);
    await restoreDocuments(other, manifest, from.archive, silent);
    expect(await sumOf(other)).toBe(2 * ACCOUNTS * START_UNITS);
    expect(await accounts(other, 'wallet').indexes()).toEqual(await accounts(client, 'wallet').indexes());
    expect(await readFile(join(to.objects, 'history/candles'), 'utf8')).toBe('an object');
    expect(await readFile(join(to.keys, 'master'), 'utf8')).toBe('a key');
    expect(manifest.keys.map(({ path }) => path)).toEqual(['master']);
  },
  TEST_MS_MAX,
);

test('a deployment that holds anything is not written to, and neither is a folder', async () => {
  const [client, other] = clients as [Client, Client];
  const { archive } = places('whole');
  await expect(restoreDocuments(other, await readManifest(archive), archive, silent)).rejects.toThrow(/is not empty/);
  await expect(takeBackup(client, places('whole'), systemClock, silent)).rejects.toThrow(/is not empty/);
});

test('a backup that was not completed, or was changed, is refused', async () => {
  await expect(readManifest(places('none').archive)).rejects.toThrow(/no complete backup/);
  const changed = { ...places('changed'), keysArchive: places('whole').keysArchive };
  await cp(places('whole').archive, changed.archive, { recursive: true });
  const manifest = await readManifest(changed.archive);
  await writeFile(join(changed.archive, 'objects/history/candles'), 'another object');
  await expect(restoreFiles(manifest, changed, silent)).rejects.toThrow(/was changed since the backup/);
});
