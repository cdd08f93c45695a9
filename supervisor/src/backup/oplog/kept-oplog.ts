/** What is kept of the oplog beside a backup: files of entries, each from where the one before ends. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@platform/kit/files';
import { z } from 'zod';
import { type Manifest, storedFile } from '../archive.js';
import { digestDocuments, readDocuments } from '../documents.js';
import { compareTimes, compareWith, type Instant, position } from './instants.js';

/** The format of a kept oplog: another version of the platform reads it or refuses it. */
const FORMAT = 1;
const MANIFEST = 'oplog.json';

const keptFile = z.object({
  /** Its path below the archive. Entries are BSON documents as the oplog has them, compressed by gzip. */
  path: z.string(),
  entries: z.int(),
  /** Of the entries, not of the compressed file. */
  sha256: z.string(),
  /** The entry before the first one: that of the backup's instant, or the last one of the file before. */
  from: position,
  /** The last entry that was read. */
  until: position,
});

const keptOplog = z.object({
  format: z.literal(FORMAT),
  files: z.array(keptFile),
  /** Objects that were written since the backup. */
  objects: z.array(storedFile),
});

/** A file of entries. */
export type KeptFile = z.output<typeof keptFile>;
/** What is kept of the oplog beside a backup. */
export type KeptOplog = Omit<z.output<typeof keptOplog>, 'format'>;

/** Replaces what is known of the kept oplog: from then on its files count. */
export function writeKeptOplog(archive: string, kept: KeptOplog): Promise<void> {
  return writeWhole(join(archive, MANIFEST), `${JSON.stringify({ format: FORMAT, ...kept }, null, 2)}\n`, 0o600);
}

/** Returns what is kept beside a backup; nothing where no oplog was kept yet. Throws where a part is missing between two files. */
export async function readKeptOplog(archive: string, { clusterTime }: Manifest): Promise<KeptOplog> {
  const file = join(archive, MANIFEST);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { files: [], objects: [] };
  const read = keptOplog.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`${file} is not one of this version: ${z.prettifyError(read.error)}`);
  const { files, objects } = read.data;
  let end = clusterTime;
  for (const { path, from, until } of files) {
    if (compareTimes(from.time, end) !== 0) throw new Error(`${file} was changed: ${path} is not what comes next`);
    end = until.time;
  }
  return { files, objects };
}

/**
 * Returns the files that an instant needs, each of which is as it was written. Throws for an instant that the backup and its kept oplog can't
 * go back to, with those that they can, and for a file that is damaged.
 */
export async function filesUntil(archive: string, { files }: KeptOplog, instant: Instant): Promise<KeptFile[]> {
  const [first, last] = [files.at(0), files.at(-1)];
  if (first === undefined || last === undefined)
    throw new Error(`no oplog is kept in ${archive}: npm run ops -- backup-oplog ${archive} keeps it`);
  if (compareWith(first.from, instant) > 0 || compareWith(last.until, instant) < 0)
    throw new Error(
      `${archive} goes back to any instant from ${first.from.wall.toISOString()} until ${last.until.wall.toISOString()}, and to no other one`,
    );
  const needed = files.filter(({ from }) => compareWith(from, instant) <= 0);
  for (const { path, entries, sha256 } of needed) {
    const found = await digestDocuments(readDocuments(join(archive, path)));
    if (found.documents !== entries || found.sha256 !== sha256)
      throw new Error(`${join(archive, path)} was changed since it was written`);
  }
  return needed;
}
