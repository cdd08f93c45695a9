import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@platform/kit/files';
import { z } from 'zod';

/** The databases of the platform, one per service. */
export const DATABASES = ['identity', 'wallet', 'context', 'runtime', 'execution'] as const;

/** The format of an archive: another version of the platform reads it or refuses it. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';

/** Seconds since 1970, and the number of the write in that second. */
export const clusterTime = z.object({ seconds: z.int(), increment: z.int() });

/** A file of an archive, as its manifest names it. */
export const storedFile = z.object({
  /** Its path below the archive. */
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
});

const storedCollection = z.object({
  database: z.enum(DATABASES),
  name: z.string(),
  documents: z.int(),
  /** BSON documents one after the other, as `mongodump` writes them, by ascending id; compressed by gzip. */
  file: z.string(),
  /** Of the documents, not of the compressed file: the same documents have the same digest wherever they are. */
  sha256: z.string(),
  /** What `create` and `createIndexes` take, as extended JSON. */
  options: z.string(),
  indexes: z.string(),
});

/** What an archive holds. It is written last: a folder without it is no archive. */
const manifest = z.object({
  format: z.literal(FORMAT),
  /** The cluster time of every document. */
  clusterTime,
  collections: z.array(storedCollection),
  objects: z.array(storedFile),
  /** Of the keys, which are in a folder of their own. */
  keys: z.array(storedFile),
});

/** An instant of a deployment, between two of its writes. */
export type ClusterTime = z.output<typeof clusterTime>;
/** A file of an archive, with its digest. */
export type StoredFile = z.output<typeof storedFile>;
/** A collection of an archive. */
export type StoredCollection = z.output<typeof storedCollection>;
/** What an archive holds. */
export type Manifest = z.output<typeof manifest>;

/** Completes an archive. */
export function writeManifest(folder: string, contents: Omit<Manifest, 'format'>): Promise<void> {
  return writeWhole(join(folder, MANIFEST), `${JSON.stringify({ format: FORMAT, ...contents }, null, 2)}\n`, 0o600);
}

/** Returns what an archive holds. Throws for a folder that is none, or one that was not completed. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${folder} holds no complete backup: it has no ${MANIFEST}`);
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success)
    throw new Error(`${join(folder, MANIFEST)} is not one of this version: ${z.prettifyError(read.error)}`);
  return read.data;
}
