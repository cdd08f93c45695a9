import { join } from 'node:path';
import mongoose from 'mongoose';
import { DATABASES, type Manifest, type StoredCollection, type StoredFile } from './archive.js';
import { digestDocuments, readDocuments, TYPED, type TypedDocument } from './documents.js';
import { putBack } from './files.js';
import { putObjectBack } from './objects.js';
import type { Instant } from './oplog/instants.js';
import type { KeptFile } from './oplog/kept-oplog.js';
import { repeatChanges } from './oplog/repeat.js';
import type { Places, Progress } from './take.js';

const { BSON } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

/** Documents that are written at once. */
const BATCH_DOCUMENTS = 500;
const EXPIRY = 'ttlMonitorEnabled';

/** Writes keys and objects of an archive to where an empty platform will look for them. */
export async function restoreFiles(
  { keys, objects }: { readonly keys: readonly StoredFile[]; readonly objects: readonly StoredFile[] },
  places: Places,
  progress: Progress,
): Promise<void> {
  const total = objects.length + keys.length;
  for (const [index, stored] of keys.entries()) {
    progress(index, total, 'keys');
    await putBack(places.keysArchive, places.keys, stored);
  }
  for (const [index, stored] of objects.entries()) {
    progress(keys.length + index, total, 'objects');
    await putObjectBack(places.archive, places.objects, stored);
  }
}

/** Up to when the changes since a backup are made again, and the files that have them. */
export interface Since {
  readonly instant: Instant;
  readonly files: readonly KeptFile[];
}

/**
 * Writes the documents of an archive into a deployment without any, and compares what is there then. Makes the changes since again, where
 * some are named.
 */
export async function restoreDocuments(
  client: Client,
  manifest: Manifest,
  archive: string,
  progress: Progress,
  since?: Since,
): Promise<void> {
  for (const database of DATABASES)
    if ((await client.db(database).listCollections().toArray()).length > 0)
      throw new Error(`the database ${database} is not empty: a backup is restored into a new deployment`);
  const { collections } = manifest;
  await withoutExpiry(client, async () => {
    for (const [index, stored] of collections.entries()) {
      progress(index, collections.length, `${stored.database}.${stored.name}`);
      await restoreCollection(client, stored, archive);
    }
    progress(collections.length, collections.length, '');
    if (since !== undefined) await repeatChanges(client, archive, since.files, since.instant, progress);
  });
}

/** A server removes documents that have expired, once a minute: those of before must stay until all is as it was. */
async function withoutExpiry(client: Client, work: () => Promise<void>): Promise<void> {
  const admin = client.db('admin');
  const { [EXPIRY]: before } = await admin.command({ getParameter: 1, [EXPIRY]: 1 });
  await admin.command({ setParameter: 1, [EXPIRY]: false });
  try {
    await work();
  } finally {
    await admin.command({ setParameter: 1, [EXPIRY]: before });
  }
}

async function restoreCollection(client: Client, stored: StoredCollection, archive: string): Promise<void> {
  const database = client.db(stored.database);
  await database.command({ create: stored.name, ...BSON.EJSON.parse(stored.options) });
  const collection = database.collection(stored.name);
  let batch: TypedDocument[] = [];
  const write = async () => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: true });
    batch = [];
  };
  for await (const document of readDocuments(join(archive, stored.file))) {
    batch.push(document);
    if (batch.length >= BATCH_DOCUMENTS) await write();
  }
  await write();
  const indexes: unknown = BSON.EJSON.parse(stored.indexes);
  await database.command({ createIndexes: stored.name, indexes });
  const found = await digestDocuments(collection.find({}, { ...TYPED, sort: { _id: 1 } }));
  if (found.documents !== stored.documents || found.sha256 !== stored.sha256)
    throw new Error(`${stored.database}.${stored.name} is not as it was: the archive or the database is damaged`);
}
