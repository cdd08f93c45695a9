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

describe('small objects', () => {
  const bytes = (text: string) => Buffer.from(text);

  test('are created once: of many who write at the same time one does, and a reader finds his', async () => {
    const created = await Promise.all(['a', 'b', 'c', 'd'].map((text) => store.create('m/x.json', bytes(text))));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect((await store.get('m/x.json'))?.toString()).toBe(['a', 'b', 'c', 'd'][created.indexOf(true)]);
    expect(await readdir(join(directory, 'store', 'm'))).toEqual(['x.json']);
  });

  test('are replaced as a whole, however many write and read meanwhile', async () => {
    await store.replace('m/x.json', bytes('0'.repeat(1_000)));
    const writes = Array.from({ length: 8 }, (_, index) => store.replace('m/x.json', bytes(`${index}`.repeat(1_000))));
    const read = await Promise.all(Array.from({ length: 20 }, () => store.get('m/x.json')));
    await Promise.all(writes);
    expect(read.every((found) => found?.length === 1_000 && new Set(found).size === 1)).toBe(true);
  });

  test('that are absent are undefined, and none after they were removed', async () => {
    await store.replace('m/x.json', bytes('x'));
    await store.remove(['m/x.json']);
    expect(await store.get('m/x.json')).toBeUndefined();
  });
});

describe('a list', () => {
  test('holds the keys below a prefix, ascending by their bytes, in pages', async () => {
    for (const key of ['m/c', 'n/a', 'm/a-b', 'm/b=2F']) await store.replace(key, Buffer.from(key));
    expect(await store.list('m/', undefined, 9)).toEqual(['m/a-b', 'm/b=2F', 'm/c']);
    for (const key of ['m/d/2', 'm/d/1', 'm/d.x']) await store.replace(key, Buffer.from(key));
    const all = ['m/a-b', 'm/b=2F', 'm/c', 'm/d.x', 'm/d/1', 'm/d/2'];
    expect(all).toEqual([...all].sort());
    const paged: string[] = [];
    for (let after: string | undefined; ; after = paged.at(-1)) {
      const page = await store.list('m/', after, 2);
      paged.push(...page);
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all);
    expect(await store.list('absent/', undefined, 9)).toEqual([]);
    await expect(store.list('m', undefined, 9)).rejects.toThrow(/not a prefix/);
  });
});

test('a copy has the bytes of what was stored, and what was changed meanwhile is not copied', async () => {
  const { sha256 } = await store.putFile('x', file);
  await store.copy('x', sha256, 'r/x');
  await expect(readFile(await store.materialize('r/x', sha256), 'utf8')).resolves.toBe('content');
  await appendFile(await store.materialize('x', sha256), '!');
  await expect(store.copy('x', sha256, 'r/y')).rejects.toThrow(/object x/);
  expect(await store.list('r/', undefined, 9)).toEqual(['r/x']);
});

test('leaves nothing half written where it can not be written', async () => {
  await expect(store.putFile('x', join(directory, 'absent'))).rejects.toThrow(/ENOENT/);
  await mkdir(join(directory, 'store', 'y'), { recursive: true });
  await expect(store.putFile('y', file)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|ENOTDIR/);
  expect(await readdir(join(directory, 'store'))).toEqual(['y']);
});
