import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { keepsObjects } from './contract.fixture.js';
import { ObjectCorruptedError, type ObjectStore, objectStoreSettings, openObjectStore } from './index.js';

const directory = await mkdtemp(join(tmpdir(), 'objects-'));

afterAll(() => rm(directory, { recursive: true }));

describe('a folder keeps objects', () => {
  keepsObjects(() => {
    const OBJECT_STORE_URL = pathToFileURL(join(directory, randomUUID())).href;
    return () => openObjectStore({ OBJECT_STORE_URL });
  });
});

describe('a folder', () => {
  let folder: string;
  let file: string;
  let store: ObjectStore;

  beforeEach(async () => {
    folder = join(directory, randomUUID());
    file = join(directory, randomUUID());
    await writeFile(file, 'content');
    store = await openObjectStore({ OBJECT_STORE_URL: pathToFileURL(folder).href });
  });

  test('names an object whose file was changed, also behind the back of its size and times', async () => {
    const { sha256 } = await store.putFile('x', file);
    const path = await store.materialize('x', sha256);
    await appendFile(path, '!');
    await expect(store.materialize('x', sha256)).rejects.toThrow(ObjectCorruptedError);
    await store.putFile('x', file);
    await store.materialize('x', sha256);
    const { atime, mtime } = await stat(path);
    await writeFile(path, 'tampers');
    await utimes(path, atime, mtime);
    await expect(store.materialize('x', sha256)).rejects.toThrow(ObjectCorruptedError);
  });

  test('has nothing half written where it can not be written, and no leavings of who was second', async () => {
    await mkdir(join(folder, 'y'), { recursive: true });
    await expect(store.putFile('y', file)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|ENOTDIR/);
    await Promise.all(['a', 'b'].map((text) => store.create('z', Buffer.from(text))));
    expect(await readdir(folder)).toEqual(['y', 'z']);
  });
});

test('another scheme is refused', async () => {
  await expect(openObjectStore({ OBJECT_STORE_URL: 'ftp://x/y' })).rejects.toThrow(/OBJECT_STORE_URL/);
});

test.each([
  'ftp://x/y',
  'file://host/x',
  '/objects',
  's3://',
  's3://UPPER/x',
  's3://bucket/../x',
  's3://bucket//x',
  's3://bucket/a b',
])('%j is refused as a place of objects', (url) => {
  expect(objectStoreSettings.OBJECT_STORE_URL.safeParse(url).success).toBe(false);
});
