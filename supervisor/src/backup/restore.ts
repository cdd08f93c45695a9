import { join } from 'node:path';
import mongoose from 'mongoose';
import { DATABASES, type Manifest, type StoredCollection, type StoredFile } from './archive.js';
import { digestDocuments, readDocuments, TYPED, type TypedDocument } from './documents.js';
import { putBack } from './files.js';
import { putObjectBack } from './objects.js';
import type { Places, Progress } from './take.js';

const { BSON } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

/** Documents that are written at once. */
const BATCH_DOCUMENTS = 500;

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

/** Writes the documents of an archive into a deployment without any, and compares what is there then. */
export async function restoreDocuments(
  client: Client,
  manifest: Manifest,
  archive: string,
  progress: Progress,
): Promise<void> {
  for (const database of DATABASES)
    if ((await client.db(database).listCollections().toArray()).length > 0)
      throw new Error(`the database ${database} is not empty: a backup is restored into a new deployment`);
  const { collections } = manifest;
  for (const [index, stored] of collections.entries()) {
    progress(index, collections.length, `${stored.database}.${stored.name}`);
    await restoreCollection(client, stored, archive);
  }
  progress(collections.length, collections.length, '');
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
