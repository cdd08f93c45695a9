import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { keepsObjects } from '../contract.fixture.js';
import { ObjectCorruptedError, type ObjectStore, ObjectStoreUnavailableError, openObjectStore } from '../index.js';
import { CutLink, ObjectServer } from '../testing/index.js';
import { openClient } from './client.js';

/** As it was built: a writer that is killed is a process of its own. */
const MODULE = new URL('../../../dist/objects/index.js', import.meta.url).href;
const CONFIG = new URL('../../../../kit/dist/config/index.js', import.meta.url).href;
const LARGE_BYTES = 8 * 1_024 ** 2;
/** So that what a killed writer sent would be an object by now. */
const SETTLED_MS = 500;

const server = await ObjectServer.start('the tests of objects in S3');
const directory = await mkdtemp(join(tmpdir(), 's3-objects-'));

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const CONTENT_SHA256 = createHash('sha256').update('content').digest('hex');
const bytes = (text: string) => Buffer.from(text);

(server === undefined ? describe.skip : describe)('a bucket keeps objects', () => {
  if (server === undefined) return;
  keepsObjects(() => {
    const OBJECT_STORE_URL = `${server.url}/${randomUUID()}`;
    return () => {
      const OBJECT_CACHE_DIR = join(directory, `cache-${randomUUID()}`);
      return openObjectStore({ OBJECT_STORE_URL, OBJECT_CACHE_DIR, ...server.access() });
    };
  });
});

(server === undefined ? describe.skip : describe)('a bucket', () => {
  if (server === undefined) return;
  let prefix: string;
  let cacheDirectory: string;
  let file: string;
  let store: ObjectStore;

  const open = (address?: string) =>
    openObjectStore({
      OBJECT_STORE_URL: `${server.url}/${prefix}`,
      OBJECT_CACHE_DIR: cacheDirectory,
      ...server.access(address),
    });

  beforeEach(async () => {
    prefix = randomUUID();
    cacheDirectory = join(directory, randomUUID());
    file = join(directory, randomUUID());
    await writeFile(file, 'content');
    store = await open();
  });

  test('fetches an object again whose file here was damaged', async () => {
    const { sha256 } = await store.putFile('x', file);
    await writeFile(await store.materialize('x', sha256), 'tampers');
    await expect(readFile(await store.materialize('x', sha256), 'utf8')).resolves.toBe('content');
  });

  test('has objects that other clients wrote without this digest', async () => {
    const client = openClient(server.access());
    await client.send(new PutObjectCommand({ Bucket: 'objects', Key: `${prefix}/x`, Body: 'content' }));
    client.destroy();
    const path = await store.materialize('x', CONTENT_SHA256);
    await expect(readFile(path, 'utf8')).resolves.toBe('content');
    expect(await store.materialize('x', CONTENT_SHA256)).toBe(path);
  });

  test('names an object that was damaged where the server keeps it', async () => {
    const { sha256 } = await store.putFile('x', file);
    await writeFile(join(server.folder, prefix, 'x'), 'tampers');
    await expect(store.materialize('x', sha256)).rejects.toThrow(ObjectCorruptedError);
  });

  test.each(['putFile', 'replace'] as const)(
    'has nothing of what a writer sent that was killed in a %s',
    async (way) => {
      await store.replace('m/kept', bytes('former'));
      await using link = await CutLink.open(server.address);
      await writeFile(file, randomBytes(LARGE_BYTES));
      const stopped = link.stopRequestAt(LARGE_BYTES / 2);
      const key = way === 'putFile' ? 'm/torn' : 'm/kept';
      const what = way === 'putFile' ? JSON.stringify(file) : `await readFile(${JSON.stringify(file)})`;
      const program = `import { readFile } from 'node:fs/promises';
      import { openObjectStore } from '${MODULE}';
      import { Secret } from '${CONFIG}';
      const { AWS_SECRET_ACCESS_KEY: secret, ...access } = process.env;
      const AWS_SECRET_ACCESS_KEY = new Secret(secret);
      const OBJECT_STORE_URL = '${server.url}/${prefix}';
      const store = await openObjectStore({ OBJECT_STORE_URL, AWS_SECRET_ACCESS_KEY, ...access });
      await store.${way}('${key}', ${what});`;
      const writer = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        env: server.environment(link.address),
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      const ended = once(writer, 'exit');
      await stopped;
      writer.kill('SIGKILL');
      await ended;
      link.cut();
      await sleep(SETTLED_MS);
      expect(await store.list('m/', undefined, 9)).toEqual(['m/kept']);
      expect((await store.get('m/kept'))?.toString()).toBe('former');
      expect(await readdir(join(server.folder, prefix, 'm'))).toEqual(['kept']);
    },
  );

  test('is read again where an answer breaks off', async () => {
    const content = randomBytes(LARGE_BYTES);
    await writeFile(file, content);
    const { sha256 } = await store.putFile('x', file);
    await using link = await CutLink.open(server.address);
    const near = await open(link.address);
    link.cutNextAnswerAt(LARGE_BYTES / 2);
    expect(content.equals(await readFile(await near.materialize('x', sha256)))).toBe(true);
    link.cutNextAnswerAt(LARGE_BYTES / 2);
    expect((await near.get('x'))?.equals(content)).toBe(true);
  });

  test('says that it created an object also where the first answer was lost', async () => {
    await using link = await CutLink.open(server.address);
    const near = await open(link.address);
    link.cutNextAnswerAt(1);
    expect(await near.create('m/x.json', bytes('mine'))).toBe(true);
    link.cutNextAnswerAt(1);
    expect(await near.create('m/x.json', bytes('other'))).toBe(false);
    expect((await store.get('m/x.json'))?.toString()).toBe('mine');
  });

  test('is unavailable while the server is away, and nothing is said of objects; then it is back', async () => {
    const { sha256 } = await store.putFile('x', file);
    await store.materialize('x', sha256);
    await server.kill();
    const calls = [
      store.materialize('x', sha256),
      store.get('x'),
      store.create('y', bytes('y')),
      store.list('m/', undefined, 9),
      store.remove(['x']),
    ];
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ObjectStoreUnavailableError) });
    await server.resume();
    await expect(readFile(await store.materialize('x', sha256), 'utf8')).resolves.toBe('content');
  });

  test('that does not exist, or refuses a key, is unavailable, not empty', async () => {
    const absent = await openObjectStore({ ...server.access(), OBJECT_STORE_URL: 's3://absent-bucket' });
    await expect(absent.get('x')).rejects.toThrow(ObjectStoreUnavailableError);
    await expect(absent.create('x', bytes('x'))).rejects.toThrow(/NoSuchBucket/);
    const stranger = { ...server.access(), AWS_ACCESS_KEY_ID: 'stranger' };
    const refused = await openObjectStore({ ...stranger, OBJECT_STORE_URL: server.url });
    await expect(refused.get('x')).rejects.toThrow(ObjectStoreUnavailableError);
  });
});
