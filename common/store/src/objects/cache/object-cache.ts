// Why: docs/decisions/platform/object-store.md
import { mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256OfFile } from '@platform/kit/provisioning';
import { LRUCache } from 'lru-cache';
import { freeSpaceOf, requireFreeSpace } from '../room.js';
import { codeOf, unlessAbsent, VerifiedFiles } from '../verified-files.js';
import type { CacheOptions } from './cache-options.js';
import { CacheRoom } from './cache-room.js';
import { noteOf, partialOf } from './cached-files.js';

/** How often the use of a file is noted: its last use is at most so much later than its note says. */
const NOTE_INTERVAL_MS = 60_000;
const NOTED_MAX = 10_000;
/** Others could put something in a file's place between its check and its use. */
const OTHERS_WRITE = 0o022;

/** Files by their SHA-256 in a folder of this machine: while there is room, and for some time after their last use. */
export class ObjectCache {
  readonly #options: CacheOptions;
  readonly #room: CacheRoom;
  readonly #verified = new VerifiedFiles();
  /** When this process last noted the use of a file. */
  readonly #noted = new LRUCache<string, number>({ max: NOTED_MAX });

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#room = new CacheRoom(options);
  }

  /** Returns the path of a file, which counts as used; undefined where it is not here, or is damaged. */
  async find(sha256: string): Promise<string | undefined> {
    await this.#prepare();
    if (!(await this.#noteUse(sha256))) return undefined;
    const path = this.#path(sha256);
    return (await this.#verified.check(path, sha256)) === true ? path : undefined;
  }

  /**
   * Adds a file of a known size, which `fetch` writes, and returns its path; undefined where what was fetched has another digest. Throws
   * `NoRoomError`, and what `fetch` throws.
   */
  async add(sha256: string, bytes: number, fetch: (file: string) => Promise<void>): Promise<string | undefined> {
    await this.requireRoom();
    const partial = this.#path(partialOf(sha256));
    await this.#room.take(partial, bytes);
    try {
      await fetch(partial);
      if ((await sha256OfFile(partial)) !== sha256) return undefined;
      await this.#room.alone(async () => {
        await this.#writeNote(sha256);
        // Not while another process adds up the files, which would miss it under both names.
        await rename(partial, this.#path(sha256));
      });
      return this.#path(sha256);
    } finally {
      // What got its name keeps its room.
      if ((await unlessAbsent(stat(partial))) !== undefined) await this.#room.giveBack(partial, bytes);
    }
  }

  /** Throws `NoRoomError` while the volume is nearly full. */
  async requireRoom(): Promise<void> {
    await this.#prepare();
    await requireFreeSpace(this.#options.directory);
  }

  /** Returns the free space of the volume. */
  async freeBytes(): Promise<number> {
    await this.#prepare();
    return freeSpaceOf(this.#options.directory);
  }

  /** Returns false where there is no such file. Nobody removes it between the look and the note. */
  async #noteUse(sha256: string): Promise<boolean> {
    const notedMs = this.#noted.get(sha256);
    if (notedMs !== undefined && this.#options.clock.nowMs() - notedMs < NOTE_INTERVAL_MS) return true;
    const isThere = async () => (await unlessAbsent(stat(this.#path(sha256)))) !== undefined;
    if (!(await isThere())) return false;
    return this.#room.alone(async () => {
      if (!(await isThere())) return false;
      await this.#writeNote(sha256);
      return true;
    });
  }

  /** The note is a file of its own: a change of the file's own times would have every process check it again. */
  async #writeNote(sha256: string): Promise<void> {
    const note = this.#path(noteOf(sha256));
    const now = this.#options.clock.now();
    await utimes(note, now, now).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await writeFile(note, '', { mode: 0o600 });
      await utimes(note, now, now);
    });
    this.#noted.set(sha256, now.getTime());
  }

  #path(name: string): string {
    return join(this.#options.directory, name);
  }

  /** Makes the folder, also where somebody has removed it; throws where another user may write into it. */
  async #prepare(): Promise<void> {
    const { directory } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const { uid, mode } = await stat(directory);
    if (uid !== process.getuid?.() || (mode & OTHERS_WRITE) !== 0)
      throw new Error(`${directory} must belong to this user, and nobody else may write to it`);
  }
}
