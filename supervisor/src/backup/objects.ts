import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from '@platform/store/objects';
import type { StoredFile } from './archive.js';

/** Objects that no document refers to any more stay for six hours: by then their copy must be made. */
const OBJECTS_MS_MAX = 4 * 3_600_000;
const PAGE_KEYS = 1_000;

/** Where the objects of an archive are. */
const objectsFolder = (archive: string) => join(archive, 'objects');

/** Why copies take no longer than they may. */
export interface ObjectsDeadline {
  readonly clock: { nowMs(): number };
  /** The instant from which on an archive must have what documents refer to. */
  readonly sinceMs: number;
}

/**
 * Copies the objects of a store that an archive does not have yet, until there are no others: what an object refers to was written before it,
 * and so is there too. Throws when that takes so long that some may have been removed since.
 */
export async function copyObjects(
  objects: ObjectStore,
  archive: string,
  known: readonly StoredFile[],
  { clock, sinceMs }: ObjectsDeadline,
  progress: (done: number, total: number) => void,
): Promise<StoredFile[]> {
  const paths = new Set(known.map(({ path }) => path));
  const copied: StoredFile[] = [];
  const requireTime = () => {
    if (clock.nowMs() - sinceMs > OBJECTS_MS_MAX)
      throw new Error(
        `the objects since ${new Date(sinceMs).toISOString()} were not copied within four hours, and some may have been removed: take a new backup`,
      );
  };
  for (;;) {
    const missing = (await keysOf(objects)).filter((key) => !paths.has(key));
    requireTime();
    if (missing.length === 0) return copied;
    for (const path of missing) {
      progress(copied.length, copied.length + missing.length);
      paths.add(path);
      const target = join(objectsFolder(archive), path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // One that is gone has been without a reference for hours.
      const stored = await objects.getFile(path, target);
      if (stored !== undefined) copied.push({ path, ...stored });
      requireTime();
    }
  }
}

/** Stores an object of an archive again. Throws where its bytes are not those that were stored. */
export async function putObjectBack(archive: string, objects: ObjectStore, stored: StoredFile): Promise<void> {
  const file = join(objectsFolder(archive), stored.path);
  const { sha256 } = await objects.putFile(stored.path, file);
  if (sha256 !== stored.sha256) throw new Error(`${file} was changed since the backup`);
}

async function keysOf(objects: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for (;;) {
    const page = await objects.list('', keys.at(-1), PAGE_KEYS);
    keys.push(...page);
    if (page.length < PAGE_KEYS) return keys;
  }
}
