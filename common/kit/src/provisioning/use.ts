import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { acquireLock, isCode, nameOfProcess, ownerOfLock, tryLock } from './lock.js';

const PART = /-[0-9a-f]{16}$/;
const LEFT_BEHIND = /^(.+-[0-9a-f]{16})\.partial-[^.]+$/;
const BLOCK_BYTES = 512;
const UNWRITABLE = ['EROFS', 'EACCES', 'EPERM'];

/** A part in the cache. */
export interface InstalledPart {
  /** Its directory's name: the part's name, and the beginning of its digest. */
  readonly name: string;
  /** Its size on the disk. */
  readonly bytes: number;
  /** The share of files that other parts hold too: removal does not free their space. */
  readonly sharedBytes: number;
  /** Whether a running process has marked it as used; for one in another container, only its mark shows it, for a minute. */
  readonly inUse: boolean;
}

/**
 * Marks an installed part as used until this process ends; returns false where it was removed meanwhile. A read-only cache, such as an
 * image's, needs no mark: nothing is removed there.
 */
export async function markInUse(directory: string): Promise<boolean> {
  try {
    return await mark(directory);
  } catch (error) {
    if (UNWRITABLE.some((code) => isCode(error, code))) return true;
    throw error;
  }
}

async function mark(directory: string): Promise<boolean> {
  const lock = await acquireLock(`${directory}.lock`);
  try {
    if (!(await readdir(dirname(directory))).includes(basename(directory))) return false;
    await removeMarksOfTheDead(directory);
    await tryLock(`${directory}.used-by-${nameOfProcess()}`);
    return true;
  } finally {
    await lock.release();
  }
}

/** Returns the parts of the cache whose names match, by name. */
export async function listInstalled(cacheDir: string, names: RegExp): Promise<InstalledPart[]> {
  const parts = (await entriesOf(cacheDir)).filter((entry) => PART.test(entry) && names.test(entry)).sort();
  const found: InstalledPart[] = [];
  for (const name of parts) {
    const directory = join(resolve(cacheDir), name);
    found.push({ name, ...(await sizeOf(directory)), inUse: await isInUse(directory) });
  }
  return found;
}

/**
 * Removes the parts whose names match and that no running process uses, and the remains of interrupted installations; returns the names of
 * the parts. A part is removed atomically, however this ends.
 */
export async function removeUnused(cacheDir: string, names: RegExp): Promise<string[]> {
  const removed: string[] = [];
  for (const entry of (await entriesOf(cacheDir)).filter((name) => names.test(name)).sort()) {
    const part = PART.test(entry) ? entry : LEFT_BEHIND.exec(entry)?.[1];
    if (part !== undefined && (await removeEntry(resolve(cacheDir), part, entry)) && part === entry) removed.push(part);
  }
  return removed;
}

async function removeEntry(cacheDir: string, part: string, entry: string): Promise<boolean> {
  const directory = join(cacheDir, part);
  const lock = await tryLock(`${directory}.lock`);
  // Another process installs it now.
  if (!lock.held) return false;
  try {
    if (entry === part && (await isInUse(directory))) return false;
    const aside = entry === part ? `${directory}.partial-removed` : join(cacheDir, entry);
    if (entry === part) {
      await rm(aside, { recursive: true, force: true });
      await rename(directory, aside);
    }
    await rm(aside, { recursive: true, force: true });
    await removeMarksOfTheDead(directory);
    return true;
  } finally {
    await lock.release();
  }
}

async function isInUse(directory: string): Promise<boolean> {
  const owners = await Promise.all((await marksOf(directory)).map(ownerOfLock));
  return owners.some((owner) => owner !== undefined);
}

async function removeMarksOfTheDead(directory: string): Promise<void> {
  for (const mark of await marksOf(directory))
    if ((await ownerOfLock(mark)) === undefined) await rm(mark, { force: true });
}

async function marksOf(directory: string): Promise<string[]> {
  const prefix = `${basename(directory)}.used-by-`;
  const marks = (await readdir(dirname(directory))).filter((entry) => entry.startsWith(prefix));
  return marks.map((mark) => join(dirname(directory), mark));
}

async function sizeOf(directory: string): Promise<Pick<InstalledPart, 'bytes' | 'sharedBytes'>> {
  const size = { bytes: 0, sharedBytes: 0 };
  // With `withFileTypes` it follows no link to a directory.
  for (const { parentPath, name } of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const found = await lstat(join(parentPath, name));
    const bytes = found.blocks * BLOCK_BYTES;
    size.bytes += bytes;
    if (found.isFile() && found.nlink > 1) size.sharedBytes += bytes;
  }
  return size;
}

/** A cache folder does not exist before the first installation. */
async function entriesOf(cacheDir: string): Promise<string[]> {
  try {
    return await readdir(cacheDir);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}
