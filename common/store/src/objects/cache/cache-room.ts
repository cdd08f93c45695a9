import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acquireLock } from '@platform/kit/provisioning';
import { NoRoomError } from '../store.js';
import { unlessAbsent } from '../verified-files.js';
import type { CacheOptions } from './cache-options.js';
import { cachedFiles, removeFile } from './cached-files.js';

/** The share of the limit that stays where files are removed: they are listed again after the rest is used, not for each file. */
const STAYING_SHARE = 0.9;
const STEP_MS = 1_000;
/** How much longer it waits than a file stays that is used no more. */
const WAIT_MS = 30_000;
/** Far longer than an object is fetched for: a file that is not whole and was written so long ago, a killed process has left. */
const ABANDONED_MS = 20 * 60_000;
const WHOLE_BYTES = /^\d{1,15}$/;

/**
 * The room of a cache, shared by all processes that use its folder. What is taken is counted in a file; a process that dies leaves it too
 * high, until the files are listed the next time.
 */
export class CacheRoom {
  constructor(private readonly options: CacheOptions) {}

  /**
   * Takes room for a file, which it makes at its size. Where there is none, the least recently used files go, but none that was used lately:
   * it waits until one may go, and throws `NoRoomError` where none does for so long.
   */
  async take(file: string, bytes: number): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += STEP_MS) {
      try {
        return await this.#takeNow(file, bytes);
      } catch (error) {
        if (
          !(error instanceof NoRoomError) ||
          bytes > this.options.bytesMax ||
          waitedMs >= this.options.keepMs + WAIT_MS
        )
          throw error;
      }
      await this.options.clock.sleep(STEP_MS);
    }
  }

  async #takeNow(file: string, bytes: number): Promise<void> {
    await this.alone(async () => {
      const takenBytes = await this.#takenBytes();
      const isThere = takenBytes !== undefined && takenBytes + bytes <= this.options.bytesMax;
      await this.#setTaken((isThere ? takenBytes : await this.#free(bytes)) + bytes);
      await writeFile(file, '', { flag: 'wx', mode: 0o600 });
      await truncate(file, bytes);
    });
  }

  /** Removes a file that did not get its name, and gives back its room. */
  async giveBack(file: string, bytes: number): Promise<void> {
    await this.alone(async () => {
      await rm(file, { force: true });
      const takenBytes = await this.#takenBytes();
      if (takenBytes !== undefined) await this.#setTaken(Math.max(0, takenBytes - bytes));
    });
  }

  /** Does some work while no other process takes room, and so removes files. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const lock = await acquireLock(join(this.options.directory, 'lock'));
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  /** Removes files until another one has room; returns how many bytes stay. */
  async #free(bytes: number): Promise<number> {
    const { directory, bytesMax, keepMs, clock } = this.options;
    const files = await cachedFiles(directory);
    let stayingBytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files) {
      if (stayingBytes + bytes <= bytesMax * STAYING_SHARE) break;
      const restMs = clock.nowMs() - file.usedMs;
      if (restMs < (file.isPartial ? ABANDONED_MS : keepMs)) continue;
      await removeFile(file);
      stayingBytes -= file.bytes;
    }
    if (stayingBytes + bytes > bytesMax) {
      await this.#setTaken(stayingBytes);
      throw new NoRoomError(Math.max(0, bytesMax - stayingBytes), bytes, directory, 'OBJECT_CACHE_MIB');
    }
    return stayingBytes;
  }

  /** Undefined where nothing was counted yet, or the count was cut short. */
  async #takenBytes(): Promise<number | undefined> {
    const text = await unlessAbsent(readFile(this.#countFile, 'utf8'));
    return text !== undefined && WHOLE_BYTES.test(text) ? Number(text) : undefined;
  }

  async #setTaken(bytes: number): Promise<void> {
    await writeFile(this.#countFile, String(bytes), { mode: 0o600 });
  }

  get #countFile(): string {
    return join(this.options.directory, 'taken-bytes');
  }
}
