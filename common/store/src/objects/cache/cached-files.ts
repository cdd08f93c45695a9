import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from '../verified-files.js';

/** What is written into the cache, named by its digest: the file, the note of its last use, and files that are not whole yet. */
const NAME = /^([0-9a-f]{64})(\.used|\.[0-9a-f-]{36}\.partial)?$/;

/** A file of the cache with its note, or one that is not whole yet. */
export interface CachedFile {
  readonly bytes: number;
  /** When it was last used, or written where it is not whole. */
  readonly usedMs: number;
  readonly isPartial: boolean;
  readonly paths: readonly string[];
}

/** Returns the name of the note that says by its time when a file was last used. */
export const noteOf = (sha256: string) => `${sha256}.used`;

/** Returns a new name for a file that is not whole yet: processes in several containers may have the same id. */
export const partialOf = (sha256: string) => `${sha256}.${randomUUID()}.partial`;

/** Returns all files of the cache, the least recently used first. */
export async function cachedFiles(directory: string): Promise<CachedFile[]> {
  const whole = new Map<string, CachedFile>();
  const partial: CachedFile[] = [];
  for (const name of await readdir(directory)) {
    const [, sha256, suffix = ''] = NAME.exec(name) ?? [];
    const path = join(directory, name);
    const found = sha256 === undefined ? undefined : await unlessAbsent(stat(path));
    if (sha256 === undefined || found === undefined) continue;
    const isPartial = suffix.endsWith('.partial');
    const own = { bytes: found.size, usedMs: found.mtimeMs, isPartial, paths: [path] };
    if (isPartial) partial.push(own);
    else whole.set(sha256, joined(whole.get(sha256), own, suffix !== ''));
  }
  return [...whole.values(), ...partial].sort((left, right) => left.usedMs - right.usedMs);
}

function joined(known: CachedFile | undefined, own: CachedFile, isNote: boolean): CachedFile {
  if (known === undefined) return own;
  const { usedMs } = isNote ? own : known;
  return { ...own, bytes: known.bytes + own.bytes, usedMs, paths: [...known.paths, ...own.paths] };
}

/** Removes a file with its note. */
export async function removeFile({ paths }: CachedFile): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}
