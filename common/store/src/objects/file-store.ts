import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256OfFile } from '@platform/kit/provisioning';
import { requireKey, requirePrefix } from './keys.js';
import { freeSpaceOf, requireFreeSpace } from './room.js';
import { OBJECT_BYTES_MAX, ObjectCorruptedError, type ObjectStore, SMALL_BYTES_MAX } from './store.js';
import { codeOf, unlessAbsent, VerifiedFiles } from './verified-files.js';

/** The suffix of unfinished files. */
const PARTIAL = '.partial';

/** Objects as files below one directory of this machine. */
export class FileObjectStore implements ObjectStore {
  readonly #verified = new VerifiedFiles();

  constructor(private readonly directory: string) {}

  async putFile(key: string, file: string): Promise<{ sha256: string; bytes: number }> {
    const target = this.#path(key);
    await this.requireRoom();
    const { size } = await stat(file);
    if (size > OBJECT_BYTES_MAX) throw new Error(`object ${key} would have ${size} bytes, more than an object may`);
    const sha256 = await sha256OfFile(file);
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

  async getFile(key: string, file: string): Promise<{ sha256: string; bytes: number } | undefined> {
    const path = this.#path(key);
    try {
      await copyFile(path, file, constants.COPYFILE_FICLONE);
    } catch (error) {
      // It may as well be the target's folder that is missing.
      if (codeOf(error) === 'ENOENT' && (await unlessAbsent(stat(path))) === undefined) return undefined;
      throw error;
    }
    return { sha256: await sha256OfFile(file), bytes: (await stat(file)).size };
  }

  async list(prefix: string, after: string | undefined, limit: number): Promise<string[]> {
    requirePrefix(prefix);
    const found: string[] = [];
    await this.#collect(prefix, after ?? '', limit, found);
    return found;
  }

  async materialize(key: string, sha256: string): Promise<string> {
    const path = this.#path(key);
    const isWhole = await this.#verified.check(path, sha256);
    if (isWhole === undefined) throw new ObjectCorruptedError(key, 'is missing');
    if (!isWhole) throw new ObjectCorruptedError(key, 'its bytes do not have the recorded digest');
    return path;
  }

  async requireWhole(key: string, sha256: string): Promise<void> {
    await this.materialize(key, sha256);
  }

  async remove(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => rm(this.#path(key), { force: true })));
  }

  async requireRoom(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await requireFreeSpace(this.directory);
  }

  async freeBytes(): Promise<number> {
    await mkdir(this.directory, { recursive: true });
    return freeSpaceOf(this.directory);
  }

  /** Adds the keys below a prefix that follow `after`, up to the wanted number. */
  async #collect(prefix: string, after: string, limit: number, found: string[]): Promise<void> {
    const folder = prefix === '' ? this.directory : this.#path(prefix.slice(0, -1));
    const entries = (await unlessAbsent(readdir(folder, { withFileTypes: true }))) ?? [];
    const keys = entries
      .filter(({ name }) => !name.endsWith(PARTIAL))
      .map((entry) => `${prefix}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      // Keys are ASCII: this is the order of their bytes.
      .sort((left, right) => (left < right ? -1 : 1));
    for (const key of keys) {
      if (found.length >= limit) return;
      if (key.endsWith('/')) {
        if (key > after || after.startsWith(key)) await this.#collect(key, after, limit, found);
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
    // Processes in several containers may have the same id.
    const temporary = `${target}.${randomUUID()}${PARTIAL}`;
    try {
      await write(temporary);
      await sync(temporary);
      await give(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  #path(key: string): string {
    requireKey(key);
    return join(this.directory, key);
  }
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
