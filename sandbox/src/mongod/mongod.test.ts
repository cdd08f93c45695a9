import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort, keptPort } from '@platform/kit/ports';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import mongoose from 'mongoose';
import { namesOfMissing } from './binary.js';
import { startMongod } from './index.js';
import { awaitPrimary } from './replica-set.js';

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
  }, 60_000);
});

describe('awaitPrimary', () => {
  test('waits for a server that takes its time to listen', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-mongod-'));
    const waiting = awaitPrimary(await keptPort(dataDirectory, 'mongod'), AbortSignal.timeout(30_000));
    await sleep(2_500);
    const cacheDirectory = defaultCacheDirectory(process.env);
    const mongod = await startMongod({ dataDirectory, cacheDirectory, report: () => {} });
    await waiting;
    await mongod.close();
    await rm(dataDirectory, { recursive: true });
  }, 60_000);

  test('ends when it is aborted', async () => {
    await expect(awaitPrimary(await freePort(), AbortSignal.timeout(100))).rejects.toThrow(/abort/i);
  });
});

describe('a machine without the libraries mongod needs', () => {
  test('is told which, and in which package they are', () => {
    const lines = ['\tlibcurl.so.4 => not found', '\tlibm.so.6 => /lib/libm.so.6 (0x1)', '\tlibodd.so.1 => not found'];
    expect(namesOfMissing(lines)).toEqual(['libcurl.so.4 (package libcurl4)', 'libodd.so.1']);
  });
});
