/** `npm run ops -- backup`, `backup-oplog` and `restore`. Why: docs/decisions/platform/backups.md */
import { access } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock } from '@platform/kit/clock';
import { readEnvironment, type Secret, secretText } from '@platform/kit/config';
import { findRunningMongo, readDescriptor } from '@platform/kit/descriptor';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { startMongod } from '@platform/sandbox/mongod';
import { type ObjectStoreEnvironment, objectStoreSettings, openObjectStore } from '@platform/store/objects';
import mongoose from 'mongoose';
import { z } from 'zod';
import { type Manifest, readManifest } from './archive.js';
import { type Instant, readInstant } from './oplog/instants.js';
import { keepOplog } from './oplog/keep.js';
import { filesUntil, readKeptOplog } from './oplog/kept-oplog.js';
import { restoreDocuments, restoreFiles } from './restore.js';
import { takeBackup } from './take.js';

const HELP = `Usage: npm run ops -- <verb> <folder> …

  backup <folder> --keys <folder>   copies all that the running platform stores, as it is at one instant: the documents of five
                                    databases and the objects to the first folder, the keys to the second. Both must be empty.
  backup-oplog <folder>             adds to that backup what was written since, or since the last run: the oplog of MongoDB and the
                                    objects. Run it every few minutes, at least once in four hours; it says how far the oplog reaches.
  restore <folder> --keys <folder>  writes a backup into a new data directory ($DATA_DIR), which no platform has used yet, and checks
                                    every document and every object; then start the platform there
          [--at <instant>]          as it was then, not as the backup was taken: any instant that backup-oplog has kept, such as
                                    2026-01-31T12:00:00.000Z, or exactly a cluster time, <seconds>:<increment>

Who has both folders can spend all money: keep them apart. A backup is complete when its manifest.json is there.
The platform is found by $DATA_DIR/sandbox.json (default .data). With MONGODB_URI, documents are read from there, or written there:
its user must be allowed to read and write every database, to read the oplog, to set parameters and to apply operations (the role root).
With OBJECT_STORE_URL, objects are read from there, or written there: a folder or a bucket.
`;

const SHOW_EVERY_MS = 1_000;

type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

interface Environment {
  /** The data directory, as a whole path. */
  readonly directory: string;
  readonly mongodbUri: Secret | undefined;
  readonly objectStoreUrl: string | undefined;
  /** How a bucket is reached. */
  readonly access: Omit<ObjectStoreEnvironment, 'OBJECT_STORE_URL'>;
}

/** Runs one command; returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const options = { keys: { type: 'string' }, at: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [verb, folder] = positionals;
  if (folder === undefined || positionals.length > 2) throw new UsageError('name a folder');
  const archive = resolve(folder);
  if (verb === 'backup') await backup(readSettings(), archive, keysArchiveOf(archive, values.keys));
  else if (verb === 'backup-oplog') await backUpOplog(readSettings(), archive);
  else if (verb === 'restore') {
    const keysArchive = keysArchiveOf(archive, values.keys);
    await restore(readSettings(), archive, keysArchive, values.at === undefined ? undefined : instantOf(values.at));
  } else throw new UsageError(`there is no ${verb}`);
  return 0;
}

function readSettings(): Environment {
  const { DATA_DIR, MONGODB_URI, OBJECT_STORE_URL, ...access } = readEnvironment({
    ...objectStoreSettings,
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    OBJECT_STORE_URL: objectStoreSettings.OBJECT_STORE_URL.optional(),
  });
  return { directory: resolve(DATA_DIR), mongodbUri: MONGODB_URI, objectStoreUrl: OBJECT_STORE_URL, access };
}

function keysArchiveOf(archive: string, folder: string | undefined): string {
  if (folder === undefined) throw new UsageError('name another folder with --keys');
  const keysArchive = resolve(folder);
  const isInside = (inner: string, outer: string) => !relative(outer, inner).startsWith('..');
  if (isInside(archive, keysArchive) || isInside(keysArchive, archive))
    throw new UsageError('one folder is in the other: who has both can spend all money');
  return keysArchive;
}

function instantOf(text: string): Instant {
  const instant = readInstant(text);
  if (instant === undefined)
    throw new UsageError(`${text} is no instant: write 2026-01-31T12:00:00.000Z, or <seconds>:<increment>`);
  return instant;
}

/** Where the running platform has what is to be copied. */
async function findPlatform({ directory, mongodbUri, objectStoreUrl, access }: Environment) {
  const uri = mongodbUri?.reveal() ?? (await findRunningMongo(directory, 'admin'));
  const described = mongodbUri === undefined ? (await readDescriptor(directory)).object_store_url : undefined;
  const OBJECT_STORE_URL = objectStoreUrl ?? described ?? objectsOf(directory);
  const objects = await openObjectStore({ ...access, OBJECT_STORE_URL });
  return { uri, objects, keys: keysOf(directory) };
}

const objectsOf = (directory: string) => pathToFileURL(join(directory, 'objects')).href;
const keysOf = (directory: string) => join(directory, 'keys');

async function backup(environment: Environment, archive: string, keysArchive: string): Promise<void> {
  const { uri, ...found } = await findPlatform(environment);
  const places = { ...found, archive, keysArchive };
  const collections = await withClient(uri, (client) =>
    takeBackup(client, places, systemClock, showProgress('backing up')),
  );
  const documents = collections.reduce((sum, each) => sum + each.documents, 0);
  say(`${documents} documents of ${collections.length} collections are in ${archive}, the keys in ${keysArchive}`);
}

async function backUpOplog(environment: Environment, archive: string): Promise<void> {
  const { uri, ...found } = await findPlatform(environment);
  const { entries, objects, from, until, oldest } = await withClient(uri, (client) =>
    keepOplog(client, { ...found, archive }, systemClock, showProgress('keeping')),
  );
  say(
    `${entries} entries of the oplog and ${objects} objects are added: ${archive} goes back to any instant from ${from.toISOString()} until ${until.toISOString()}`,
  );
  const reachMinutes = Math.floor((until.getTime() - oldest.getTime()) / 60_000);
  say(`MongoDB's oplog holds the last ${reachMinutes} minutes: run this again within that time`);
}

async function restore(
  { directory, mongodbUri, objectStoreUrl, access }: Environment,
  archive: string,
  keysArchive: string,
  instant: Instant | undefined,
): Promise<void> {
  const manifest = await readManifest(archive);
  for (const used of ['mongod', 'keys'])
    if (await exists(join(directory, used)))
      throw new Error(`${directory} has been used: name a new one with DATA_DIR`);
  const since = instant === undefined ? undefined : await readSince(archive, manifest, instant);
  const objects = await openObjectStore({ ...access, OBJECT_STORE_URL: objectStoreUrl ?? objectsOf(directory) });
  const show = showProgress('restoring');
  await restoreFiles(
    { keys: manifest.keys, objects: [...manifest.objects, ...(since?.objects ?? [])] },
    { objects, keys: keysOf(directory), archive, keysArchive },
    show,
  );
  await writeInto(directory, mongodbUri, (client) => restoreDocuments(client, manifest, archive, show, since));
  say(
    `everything is as it was at ${textOf(instant ?? manifest.clusterTime)}: start the platform with DATA_DIR=${directory}`,
  );
}

/** What an archive has of the time after its instant. */
async function readSince(archive: string, manifest: Manifest, instant: Instant) {
  const kept = await readKeptOplog(archive, manifest);
  return { instant, files: await filesUntil(archive, kept, instant), objects: kept.objects };
}

const textOf = (instant: Instant) =>
  (instant instanceof Date ? instant : new Date(instant.seconds * 1_000)).toISOString();

/** Works on the MongoDB that is named, or on one in a new data directory. */
async function writeInto(
  dataDirectory: string,
  uri: Secret | undefined,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  if (uri !== undefined) return withClient(uri.reveal(), work);
  const cacheDirectory = defaultCacheDirectory(process.env);
  const mongod = await startMongod({ dataDirectory, cacheDirectory, report: say });
  try {
    await withClient(mongod.uri, work);
  } finally {
    await mongod.close();
  }
}

async function withClient<Result>(uri: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await mongoose.mongo.MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function showProgress(doing: string) {
  let shownAtMs = 0;
  return (done: number, total: number, what: string) => {
    const nowMs = systemClock.nowMs();
    if (nowMs - shownAtMs < SHOW_EVERY_MS && done < total) return;
    shownAtMs = nowMs;
    process.stderr.write(`… ${doing}: ${done} of ${total} ${what}\n`);
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

await runOperatorCommand({ help: HELP, run });
