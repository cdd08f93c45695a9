import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ObjectCorruptedError, type ObjectStore } from './index.js';
import { OBJECT_BYTES_MAX, SMALL_BYTES_MAX } from './store.js';

const bytes = (text: string) => Buffer.from(text);

/** What every store does, wherever it keeps objects. `place` returns a function that opens one empty store, each time as another process would. */
export function keepsObjects(place: () => () => Promise<ObjectStore>): void {
  let directory: string;
  let file: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'objects-'));
    file = join(directory, 'file');
  });

  afterAll(() => rm(directory, { recursive: true }));

  let open: () => Promise<ObjectStore>;
  let store: ObjectStore;

  beforeEach(async () => {
    open = place();
    store = await open();
    await writeFile(file, 'content');
  });

  test('gives back what was stored, to others too, and again', async () => {
    const { sha256, bytes: size } = await store.putFile('candles/a=1/x.parquet', file);
    expect(size).toBe(7);
    await store.putFile('candles/a=1/x.parquet', file);
    for (const reader of [store, await open(), store])
      expect(await readFile(await reader.materialize('candles/a=1/x.parquet', sha256), 'utf8')).toBe('content');
  });

  test('names an object whose bytes were changed, also after it was read, and reads it once they are back', async () => {
    const { sha256 } = await store.putFile('x', file);
    await store.materialize('x', sha256);
    const other = await open();
    await other.replace('x', bytes('tampers'));
    for (const reader of [store, store, await open()]) {
      await expect(reader.materialize('x', sha256)).rejects.toThrow(ObjectCorruptedError);
      await expect(reader.materialize('x', sha256)).rejects.toThrow(/object x/);
    }
    await other.putFile('x', file);
    await expect(readFile(await store.materialize('x', sha256), 'utf8')).resolves.toBe('content');
  });

  test('names an object that another one removed though it was read here, and removing it twice is no error', async () => {
    const { sha256 } = await store.putFile('x', file);
    await store.materialize('x', sha256);
    const other = await open();
    await other.remove(['x']);
    await other.remove(['x']);
    await expect(store.materialize('x', sha256)).rejects.toThrow(/x: is missing/);
  });

  test('gives one answer to many who ask for the same object at the same time', async () => {
    const { sha256 } = await store.putFile('x', file);
    const paths = await Promise.all(Array.from({ length: 20 }, () => store.materialize('x', sha256)));
    expect(new Set(paths).size).toBe(1);
  });

  test.each(['', '/etc/passwd', '../x', 'a/../b', 'a//b', 'a b'])('%j is not a key', async (key) => {
    await expect(store.putFile(key, file)).rejects.toThrow(/not an object key/);
    await expect(store.get(key)).rejects.toThrow(/not an object key/);
  });

  test('creates an object once: of many who write at the same time one does, and a reader finds his', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    const writers = await Promise.all(texts.map(open));
    const created = await Promise.all(texts.map((text, index) => writers[index]?.create('m/x.json', bytes(text))));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect((await store.get('m/x.json'))?.toString()).toBe(texts[created.indexOf(true)]);
    expect(await store.create('m/x.json', bytes('late'))).toBe(false);
    expect(await store.list('m/', undefined, 9)).toEqual(['m/x.json']);
  });

  test('replaces an object as a whole, however many write and read meanwhile', async () => {
    await store.replace('m/x.json', bytes('0'.repeat(1_000)));
    const writes = Array.from({ length: 8 }, (_, index) => store.replace('m/x.json', bytes(`${index}`.repeat(1_000))));
    const read = await Promise.all(Array.from({ length: 20 }, () => store.get('m/x.json')));
    await Promise.all(writes);
    expect(read.every((found) => found?.length === 1_000 && new Set(found).size === 1)).toBe(true);
  });

  test('has none where none was stored, and none after it was removed', async () => {
    expect(await store.get('m/x.json')).toBeUndefined();
    await store.replace('m/x.json', bytes('x'));
    await store.remove(['m/x.json']);
    expect(await store.get('m/x.json')).toBeUndefined();
  });

  test('reads no large object as bytes, and stores none that is larger than an object may be', async () => {
    await writeFile(file, Buffer.alloc(SMALL_BYTES_MAX + 1));
    const { sha256 } = await store.putFile('large', file);
    await expect(store.get('large')).rejects.toThrow(/too large to be read as bytes/);
    expect((await stat(await store.materialize('large', sha256))).size).toBe(SMALL_BYTES_MAX + 1);
    await writeFile(file, Buffer.alloc(OBJECT_BYTES_MAX + 1));
    await expect(store.putFile('huge', file)).rejects.toThrow(/more than an object may/);
  });

  test('lists the keys below a prefix, ascending by their bytes, in pages', async () => {
    for (const key of ['m/c', 'n/a', 'm/a-b', 'm/b=2F']) await store.replace(key, bytes(key));
    expect(await store.list('m/', undefined, 9)).toEqual(['m/a-b', 'm/b=2F', 'm/c']);
    for (const key of ['m/d/2', 'm/d/1', 'm/d.x']) await store.replace(key, bytes(key));
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
    expect(await store.list('', undefined, 9)).toEqual([...all, 'n/a']);
    expect(await store.list('', 'm/d.x', 2)).toEqual(['m/d/1', 'm/d/2']);
    await expect(store.list('m', undefined, 9)).rejects.toThrow(/not a prefix/);
  });

  test('lists and removes more than the protocol takes at once', async () => {
    const keys = Array.from({ length: 1_001 }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    for (let first = 0; first < keys.length; first += 50)
      await Promise.all(keys.slice(first, first + 50).map((key) => store.replace(key, bytes(key))));
    expect(await store.list('many/', undefined, 2_000)).toEqual(keys);
    await store.remove(keys);
    expect(await store.list('many/', undefined, 2_000)).toEqual([]);
  });

  test('copies what was stored, and not what was changed meanwhile', async () => {
    const { sha256 } = await store.putFile('x', file);
    await store.copy('x', sha256, 'r/x');
    await expect(readFile(await store.materialize('r/x', sha256), 'utf8')).resolves.toBe('content');
    await store.replace('x', bytes('tampers'));
    await expect(store.copy('x', sha256, 'r/y')).rejects.toThrow(/object x/);
    expect(await store.list('r/', undefined, 9)).toEqual(['r/x']);
  });

  test('writes an object whose digest nobody knows to a file, large or small, and none where there is none', async () => {
    const [large, target] = [join(directory, 'large'), join(directory, 'target')];
    await writeFile(large, Buffer.alloc(SMALL_BYTES_MAX + 1, 'x'));
    const stored = await store.putFile('g/large', large);
    expect(await store.getFile('g/large', target)).toEqual(stored);
    expect((await readFile(target)).equals(await readFile(large))).toBe(true);
    expect(await store.getFile('g/absent', target)).toBeUndefined();
  });

  test('stores nothing of a file that can not be read', async () => {
    await expect(store.putFile('n/x', join(directory, 'absent'))).rejects.toThrow(/ENOENT/);
    expect(await store.list('n/', undefined, 9)).toEqual([]);
  });

  test('has room, and says how much', async () => {
    await store.requireRoom();
    expect(await store.freeBytes()).toBeGreaterThan(0);
  });
}
