import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort, keptPort } from '@platform/kit/ports';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import mongoose from 'mongoose';
import { locateMongod, namesOfMissing } from './binary.js';
import { mongodArguments, mongodUri } from './command.js';
import { startMongod } from './index.js';
import { awaitPrimary, systemClient } from './replica-set.js';
import { ensureUsers, mongodUser, OPERATOR } from './users.js';

describe('startMongod', () => {
  let dataDirectory: string;
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-mongod-'));
  });
  afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

  const start = () =>
    startMongod({ dataDirectory, cacheDirectory: defaultCacheDirectory(process.env), report: () => {} });
  const withClient = async <T>(uri: string, use: (client: mongoose.mongo.MongoClient) => Promise<T>) => {
    const client = await mongoose.mongo.MongoClient.connect(uri);
    return use(client).finally(() => client.close());
  };

  test('takes transactions, keeps data and port over a restart, and becomes primary even on another port', async () => {
    const first = await start();
    await withClient(first.uri, (client) =>
      client.withSession((session) =>
        session.withTransaction(() => client.db('a').collection('b').insertOne({ c: 1 }, { session })),
      ),
    );
    await first.close();

    const second = await start();
    expect(second.uri).toBe(first.uri);
    await second.close();

    await rm(join(dataDirectory, 'ports.json'));
    const third = await start();
    expect(third.uri).not.toBe(first.uri);
    await withClient(third.uri, async (client) => {
      const collection = client.db('a').collection('b');
      await collection.insertOne({ c: 2 });
      expect(await collection.countDocuments()).toBe(2);
    });
    await third.close();
  });
});

test('what a slow command writes is not written to the log', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-mongod-'));
  const mongod = await startMongod({
    ...{ dataDirectory, cacheDirectory: defaultCacheDirectory(process.env), report: () => {} },
  });
  const client = await mongoose.mongo.MongoClient.connect(mongod.uri);
  const profiled = await client.db('a').command({ profile: -1 });
  expect(profiled).toMatchObject({ was: 0, slowms: 2 ** 31 - 1 });
  await client.close();
  await mongod.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

describe('awaitPrimary', () => {
  test('waits for a server that takes its time to listen', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-mongod-'));
    const address = `127.0.0.1:${await keptPort(dataDirectory, 'mongod')}`;
    const waiting = awaitPrimary({ address }, AbortSignal.timeout(30_000));
    await sleep(2_500);
    const cacheDirectory = defaultCacheDirectory(process.env);
    const mongod = await startMongod({ dataDirectory, cacheDirectory, report: () => {} });
    await waiting;
    await mongod.close();
    await rm(dataDirectory, { recursive: true });
  });

  test('ends when it is aborted', async () => {
    const address = `127.0.0.1:${await freePort()}`;
    await expect(awaitPrimary({ address }, AbortSignal.timeout(100))).rejects.toThrow(/abort/i);
  });
});

describe('a mongod with a key', () => {
  const KEY = 'a key of the test';
  let directory: string;
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sandbox-mongod-'));
    await mkdir(join(directory, 'data'));
    await writeFile(join(directory, 'key'), Buffer.from(KEY).toString('base64'), { mode: 0o600 });
  });
  afterAll(async () => {
    await stop();
    await rm(directory, { recursive: true });
  });

  const key = Buffer.from(KEY).toString('base64');

  async function stop(): Promise<void> {
    if (child === undefined) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
    child = undefined;
  }

  /** Starts it on a new port, and makes the users as the supervisor does; returns its address. */
  async function start(): Promise<string> {
    const port = await freePort();
    const cacheDirectory = defaultCacheDirectory(process.env);
    const binary = await locateMongod({ cacheDirectory, environment: process.env, report: () => {} });
    const args = mongodArguments({ dbPath: join(directory, 'data'), port, keyFile: join(directory, 'key') });
    child = spawn(binary, args, { stdio: 'ignore', env: {} });
    const address = `127.0.0.1:${port}`;
    await awaitPrimary({ address, key }, AbortSignal.timeout(30_000));
    const system = systemClient({ address, key });
    await ensureUsers(system, key, ['wallet', 'identity']);
    await system.close();
    return address;
  }

  async function write(address: string, user: string | undefined, database: string): Promise<string> {
    const uri = mongodUri(address, user === undefined ? undefined : mongodUser(key, user));
    const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 2_000 });
    try {
      const collection = client.db(database).collection('rows');
      await client.withSession((session) => session.withTransaction(() => collection.insertOne({}, { session })));
      await collection.createIndex({ a: 1 });
      return 'written';
    } catch (error) {
      return error instanceof mongoose.mongo.MongoServerError ? String(error.codeName) : 'failed';
    } finally {
      await client.close();
    }
  }

  test('lets each service into its own database alone, the operator into all, and nobody else into any, also on another port', async () => {
    for (let again = 0; again < 2; again += 1) {
      const address = await start();
      const as = (user: string | undefined, database: string) => write(address, user, database);
      expect([await as('wallet', 'wallet'), await as('wallet', 'identity')]).toEqual(['written', 'Unauthorized']);
      expect([await as(OPERATOR, 'identity'), await as(undefined, 'wallet')]).toEqual(['written', 'Unauthorized']);
      const stranger = new mongoose.mongo.MongoClient(mongodUri(address, mongodUser('another key', 'wallet')));
      await expect(stranger.connect().then(() => stranger.db('wallet').collection('rows').findOne())).rejects.toThrow(
        /Authentication failed/,
      );
      await stranger.close();
      await stop();
    }
  });

  test('lets the operator read the oplog and apply operations, as backups do, and no service', async () => {
    const address = await start();
    const back = async (user: string) => {
      const client = await mongoose.mongo.MongoClient.connect(mongodUri(address, mongodUser(key, user)));
      const asked = [
        () => client.db('local').collection('oplog.rs').findOne(),
        () => client.db('admin').command({ applyOps: [{ op: 'i', ns: 'identity.rows', o: { _id: user } }] }),
      ];
      const ended = await Promise.allSettled(asked.map((ask) => ask()));
      await client.close();
      return ended.map(({ status }) => status);
    };
    expect(await back(OPERATOR)).toEqual(['fulfilled', 'fulfilled']);
    expect(await back('wallet')).toEqual(['rejected', 'rejected']);
    await stop();
  });
});

describe('a machine without the libraries mongod needs', () => {
  test('is told which, and in which package they are', () => {
    const lines = ['\tlibcurl.so.4 => not found', '\tlibm.so.6 => /lib/libm.so.6 (0x1)', '\tlibodd.so.1 => not found'];
    expect(namesOfMissing(lines)).toEqual(['libcurl.so.4 (package libcurl4)', 'libodd.so.1']);
  });
});
