import { appendFile, mkdir, mkdtemp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { ObjectCorruptedError, type ObjectStore, openObjectStore } from './index.js';

let directory: string;
let store: ObjectStore;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'objects-'));
  store = openObjectStore(pathToFileURL(join(directory, 'store')).href);
  file = join(directory, 'source');
  await writeFile(file, 'content');
});

describe('the file store', () => {
  test('gives back what was stored', async () => {
    const { sha256, bytes } = await store.putFile('candles/a=1/x.parquet', file);
    expect(bytes).toBe(7);
    await expect(readFile(await store.materialize('candles/a=1/x.parquet', sha256), 'utf8')).resolves.toBe('content');
  });

  test('names an object whose bytes were changed, also after it was read once', async () => {
    const { sha256 } = await store.putFile('x', file);
    await appendFile(await store.materialize('x', sha256), '!');
    await expect(store.materialize('x', sha256)).rejects.toThrow(ObjectCorruptedError);
    await expect(store.materialize('x', sha256)).rejects.toThrow(/object x/);
  });

  test('names an object whose bytes were changed behind the back of its size and times', async () => {
    const { sha256 } = await store.putFile('x', file);
    const path = await store.materialize('x', sha256);
    const { atime, mtime } = await stat(path);
    await writeFile(path, 'tampers');
    await utimes(path, atime, mtime);
    await expect(store.materialize('x', sha256)).rejects.toThrow(ObjectCorruptedError);
  });

  test('names a missing object, and removing it twice is no error', async () => {
    const { sha256 } = await store.putFile('x', file);
    await store.remove(['x']);
    await store.remove(['x']);
    await expect(store.materialize('x', sha256)).rejects.toThrow(/x: is missing/);
  });

  test.each(['', '/etc/passwd', '../x', 'a/../b', 'a//b', 'a b'])('%j is not a key', async (key) => {
    await expect(store.putFile(key, file)).rejects.toThrow(/not an object key/);
  });

  test('an unknown scheme is refused', () => {
    expect(() => openObjectStore('ftp://x/y')).toThrow(/OBJECT_STORE_URL/);
  });
});

test('leaves nothing half written where it can not be written', async () => {
  await expect(store.putFile('x', join(directory, 'absent'))).rejects.toThrow(/ENOENT/);
  await mkdir(join(directory, 'store', 'y'), { recursive: true });
  await expect(store.putFile('y', file)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|ENOTDIR/);
  expect(await readdir(join(directory, 'store'))).toEqual(['y']);
});
