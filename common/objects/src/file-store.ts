import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { NoRoomError, ObjectCorruptedError, type ObjectStore } from './store.js';

const KEY = /^[\w.=-]+(\/[\w.=-]+)*$/;
const VERIFIED_OBJECTS_MAX = 10_000;
/** Space that is kept free: a tenth of a volume, of a large one this much. */
const FREE_BYTES = 1024 ** 3;
const FREE_SHARE = 0.1;

/** Objects as files below one directory of this machine. */
export class FileObjectStore implements ObjectStore {
  /** Digests already checked, by key, with the state of the file that they were checked in. */
  readonly #verified = new LRUCache<string, string>({ max: VERIFIED_OBJECTS_MAX });

  constructor(private readonly directory: string) {}

  async putFile(key: string, file: string): Promise<{ sha256: string; bytes: number }> {
    const target = this.#path(key);
    await this.requireRoom();
    const sha256 = await digest(file);
    const { size } = await stat(file);
    await mkdir(dirname(target), { recursive: true });
    const temporary = `${target}.${process.pid}.partial`;
    try {
      await copyFile(file, temporary);
      await sync(temporary);
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return { sha256, bytes: size };
  }

  async materialize(key: string, sha256: string): Promise<string> {
    const path = this.#path(key);
    const state = await stateOf(path);
    if (state === undefined) throw new ObjectCorruptedError(key, 'is missing');
    if (this.#verified.get(key) === `${sha256} ${state}`) return path;
    if ((await digest(path)) !== sha256)
      throw new ObjectCorruptedError(key, 'its bytes do not have the recorded digest');
    this.#verified.set(key, `${sha256} ${state}`);
    return path;
  }

  async remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => rm(this.#path(key), { force: true })));
  }

  async requireRoom(): Promise<void> {
    const { freeBytes, sizeBytes } = await this.#space();
    const leastBytes = Math.min(FREE_BYTES, sizeBytes * FREE_SHARE);
    if (freeBytes < leastBytes) throw new NoRoomError(freeBytes, leastBytes);
  }

  async freeBytes(): Promise<number> {
    return (await this.#space()).freeBytes;
  }

  async #space(): Promise<{ freeBytes: number; sizeBytes: number }> {
    await mkdir(this.directory, { recursive: true });
    const { bavail, blocks, bsize } = await statfs(this.directory);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  }

  #path(key: string): string {
    if (!KEY.test(key) || key.split('/').includes('..')) throw new Error(`not an object key: ${key}`);
    return join(this.directory, key);
  }
}

/**
 * What changes with a file's bytes: which file it is, its size, and when its bytes and its entry were last changed. The last of
 * these can't be set back. Undefined: there is no file.
 */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Makes a file's bytes durable before it gets its name. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
