import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { NoRoomError, ObjectCorruptedError, type ObjectStore, SMALL_BYTES_MAX } from './store.js';

const KEY = /^[\w.=-]+(\/[\w.=-]+)*$/;
const VERIFIED_OBJECTS_MAX = 10_000;
/** Space that is kept free: a tenth of a volume, at most this much. */
const FREE_BYTES = 1024 ** 3;
const FREE_SHARE = 0.1;
/** The suffix of unfinished files. */
const PARTIAL = '.partial';

/** Objects as files below one directory of this machine. */
export class FileObjectStore implements ObjectStore {
  /** Digests already checked, by key, with the state of the file that they were checked in. */
  readonly #verified = new LRUCache<string, string>({ max: VERIFIED_OBJECTS_MAX });

  /** Counts the writes of this process, so that its temporary files have distinct names. */
  #written = 0;

  constructor(private readonly directory: string) {}

  async putFile(key: string, file: string): Promise<{ sha256: string; bytes: number }> {
    const target = this.#path(key);
    await this.requireRoom();
    const sha256 = await digest(file);
    const { size } = await stat(file);
    await this.#place(target, (temporary) => copyFile(file, temporary, constants.COPYFILE_FICLONE));
    return { sha256, bytes: size };
  }

  async copy(from: string, sha256: string, key: string): Promise<void> {
    const target = this.#path(key);
    await this.requireRoom();
    const path = await this.materialize(from, sha256);
    await this.#place(target, (temporary) => copyFile(path, temporary, constants.COPYFILE_FICLONE));
  }

  async create(key: string, bytes: Uint8Array): Promise<boolean> {
    const target = this.#path(key);
    await this.requireRoom();
    try {
      await this.#place(target, (temporary) => writeFile(temporary, bytes), link);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    const target = this.#path(key);
    await this.requireRoom();
    await this.#place(target, (temporary) => writeFile(temporary, bytes));
  }

  async get(key: string): Promise<Buffer | undefined> {
    const path = this.#path(key);
    const found = await unlessAbsent(stat(path));
    if (found === undefined) return undefined;
    if (found.size > SMALL_BYTES_MAX) throw new ObjectCorruptedError(key, 'is too large to be read as bytes');
    return unlessAbsent(readFile(path));
  }

  async list(prefix: string, after: string | undefined, limit: number): Promise<string[]> {
    if (!prefix.endsWith('/')) throw new Error(`not a prefix of keys: ${prefix}`);
    const found: string[] = [];
    await this.#collect(prefix.slice(0, -1), after ?? '', limit, found);
    return found;
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
    if (freeBytes < leastBytes) throw new NoRoomError(freeBytes, leastBytes, this.directory);
  }

  async freeBytes(): Promise<number> {
    return (await this.#space()).freeBytes;
  }

  /** Adds the keys below a folder that follow `after`, up to the wanted number. */
  async #collect(folder: string, after: string, limit: number, found: string[]): Promise<void> {
    const entries = (await unlessAbsent(readdir(this.#path(folder), { withFileTypes: true }))) ?? [];
    const keys = entries
      .filter(({ name }) => !name.endsWith(PARTIAL))
      .map((entry) => `${folder}/${entry.name}${entry.isDirectory() ? '/' : ''}`)
      // Keys are ASCII: this is the order of their bytes.
      .sort((left, right) => (left < right ? -1 : 1));
    for (const key of keys) {
      if (found.length >= limit) return;
      if (key.endsWith('/')) {
        if (key > after || after.startsWith(key)) await this.#collect(key.slice(0, -1), after, limit, found);
      } else if (key > after) found.push(key);
    }
  }

  /** Writes a temporary file, makes its bytes durable, then gives it its name in one step. */
  async #place(
    target: string,
    write: (temporary: string) => Promise<void>,
    give: (temporary: string, target: string) => Promise<void> = rename,
  ): Promise<void> {
    await mkdir(dirname(target), { recursive: true });
    this.#written += 1;
    const temporary = `${target}.${process.pid}-${this.#written}${PARTIAL}`;
    try {
      await write(temporary);
      await sync(temporary);
      await give(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
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
 * Returns the properties that change with a file's bytes: its inode, its size, and when its bytes and its entry were last changed. The last
 * one can't be set back. Undefined: there is no file.
 */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? undefined : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

/** Returns the result of a read; undefined where there is no such file. */
async function unlessAbsent<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  return reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
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
