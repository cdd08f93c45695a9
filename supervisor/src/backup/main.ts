/** `npm run ops -- backup` and `npm run ops -- restore`. Why: docs/decisions/platform/backups.md */
import { access } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock } from '@platform/kit/clock';
import { readEnvironment, type Secret, secretText } from '@platform/kit/config';
import { findRunningMongo } from '@platform/kit/descriptor';
import { runOperatorCommand, say, UsageError } from '@platform/kit/operator';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { startMongod } from '@platform/sandbox/mongod';
import mongoose from 'mongoose';
import { z } from 'zod';
import { readManifest } from './archive.js';
import { restoreDocuments, restoreFiles } from './restore.js';
import { type Places, takeBackup } from './take.js';

const HELP = `Usage: npm run ops -- <verb> <folder> --keys <another folder>

  backup <folder> --keys <folder>   copies all that the running platform stores, as it is at one instant: the documents of five
                                    databases and the objects to the first folder, the keys to the second. Both must be empty.
  restore <folder> --keys <folder>  writes a backup into a new data directory ($DATA_DIR), which no platform has used yet, and checks
                                    every document and every object; then start the platform there

Who has both folders can spend all money: keep them apart. A backup is complete when its manifest.json is there.
The platform is found by $DATA_DIR/sandbox.json (default .data). With MONGODB_URI, documents are read from there, or written there:
its user must be allowed to read and write every database, and to set parameters.
`;

const SHOW_EVERY_MS = 1_000;

interface Environment {
  readonly DATA_DIR: string;
  readonly MONGODB_URI?: Secret | undefined;
  readonly OBJECT_STORE_URL?: string | undefined;
}

/** Runs one command; returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const options = { keys: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [verb, folder] = positionals;
  if (folder === undefined || values.keys === undefined || positionals.length > 2)
    throw new UsageError('name a folder, and another one with --keys');
  const environment = readEnvironment({
    DATA_DIR: z.string().default('.data').describe('data directory of the platform'),
    MONGODB_URI: secretText.optional().describe("the platform's MongoDB"),
    OBJECT_STORE_URL: z.string().optional().describe("the platform's objects"),
  });
  const places = placesOf(environment, resolve(folder), resolve(values.keys));
  if (verb === 'backup') await backup(environment, places);
  else if (verb === 'restore') await restore(environment, places);
  else throw new UsageError(`there is no ${verb}`);
  return 0;
}

function placesOf({ DATA_DIR, OBJECT_STORE_URL }: Environment, archive: string, keysArchive: string): Places {
  const directory = resolve(DATA_DIR);
  const isInside = (inner: string, outer: string) => !relative(outer, inner).startsWith('..');
  if (isInside(archive, keysArchive) || isInside(keysArchive, archive))
    throw new UsageError('one folder is in the other: who has both can spend all money');
  if (OBJECT_STORE_URL !== undefined && !OBJECT_STORE_URL.startsWith('file://'))
    throw new UsageError(
      `objects at ${new URL(OBJECT_STORE_URL).protocol} are not copied: use the versions of your bucket`,
    );
  const objects = OBJECT_STORE_URL === undefined ? join(directory, 'objects') : fileURLToPath(OBJECT_STORE_URL);
  return { objects, keys: join(directory, 'keys'), archive, keysArchive };
}

async function backup({ DATA_DIR, MONGODB_URI }: Environment, places: Places): Promise<void> {
  const uri = MONGODB_URI?.reveal() ?? (await findRunningMongo(resolve(DATA_DIR), 'admin'));
  const collections = await withClient(uri, (client) =>
    takeBackup(client, places, systemClock, showProgress('backing up')),
  );
  const documents = collections.reduce((sum, each) => sum + each.documents, 0);
  say(
    `${documents} documents of ${collections.length} collections are in ${places.archive}, the keys in ${places.keysArchive}`,
  );
}

async function restore({ DATA_DIR, MONGODB_URI }: Environment, places: Places): Promise<void> {
  const directory = resolve(DATA_DIR);
  const manifest = await readManifest(places.archive);
  const cacheDirectory = defaultCacheDirectory(process.env);
  for (const used of ['mongod', 'keys'])
    if (await exists(join(directory, used)))
      throw new Error(`${directory} has been used: name a new one with DATA_DIR`);
  const show = showProgress('restoring');
  await restoreFiles(manifest, places, show);
  const write = (uri: string) => withClient(uri, (client) => restoreDocuments(client, manifest, places.archive, show));
  if (MONGODB_URI !== undefined) await write(MONGODB_URI.reveal());
  else {
    const mongod = await startMongod({ dataDirectory: directory, cacheDirectory, report: say });
    try {
      await write(mongod.uri);
    } finally {
      await mongod.close();
    }
  }
  const { seconds } = manifest.clusterTime;
  say(
    `everything is as it was at ${new Date(seconds * 1_000).toISOString()}: start the platform with DATA_DIR=${directory}`,
  );
}

async function withClient<Result>(
  uri: string,
  work: (client: InstanceType<typeof mongoose.mongo.MongoClient>) => Promise<Result>,
): Promise<Result> {
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
