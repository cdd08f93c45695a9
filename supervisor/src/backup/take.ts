import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '@platform/store/objects';
import mongoose from 'mongoose';
import { DATABASES, type Manifest, type StoredCollection, type StoredFile, writeManifest } from './archive.js';
import { writeDocuments } from './documents.js';
import { copyBelow, keyFiles } from './files.js';
import { copyObjects } from './objects.js';
import { Snapshot } from './snapshot.js';

const { BSON } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

/** Where what a backup takes is, and where it goes. */
export interface Places {
  readonly objects: ObjectStore;
  /** The folder of the keys. */
  readonly keys: string;
  /** Of documents and objects. */
  readonly archive: string;
  /** Of keys: with them and an archive, all money can be spent. */
  readonly keysArchive: string;
}

/** Told how far it is: what is done now, of how many steps. */
export type Progress = (done: number, total: number, doing: string) => void;

/**
 * Copies all documents of one instant, and the objects and keys that they refer to, while the platform runs. Objects are written before a
 * document refers to them and removed six hours after none does: those that there are just after the instant have all that it refers to.
 */
export async function takeBackup(
  client: Client,
  places: Places,
  clock: { nowMs(): number },
  progress: Progress,
): Promise<Manifest['collections']> {
  for (const folder of [places.archive, places.keysArchive]) await requireEmpty(folder);
  return await Snapshot.with(client, async (snapshot) => {
    const deadline = { clock, sinceMs: clock.nowMs() };
    const found = await collectionsOf(client);
    const objects = await copyObjects(places.objects, places.archive, [], deadline, (done, objectsTotal) =>
      progress(done, objectsTotal + found.length, 'objects'),
    );
    const total = objects.length + found.length;
    const collections: StoredCollection[] = [];
    for (const [index, each] of found.entries()) {
      progress(objects.length + index, total, `${each.database}.${each.name}`);
      collections.push(await dump(snapshot, each, places.archive));
    }
    const keys: StoredFile[] = [];
    for (const path of await keyFiles(places.keys)) keys.push(await copyBelow(places.keys, places.keysArchive, path));
    progress(total, total, '');
    const { high: seconds, low: increment } = snapshot.at;
    await writeManifest(places.archive, { clusterTime: { seconds, increment }, collections, objects, keys });
    return collections;
  });
}

async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name another folder`);
}

type Found = Omit<StoredCollection, 'documents' | 'file' | 'sha256'>;

async function collectionsOf(client: Client): Promise<Found[]> {
  const found: Found[] = [];
  for (const database of DATABASES) {
    const listed = await client.db(database).listCollections().toArray();
    for (const each of listed.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      if (each.name.startsWith('system.') || each.type !== 'collection') continue;
      const indexes = (await client.db(database).collection(each.name).indexes()).map(
        ({ v: _version, ...index }) => index,
      );
      const options = 'options' in each ? each.options : {};
      found.push({ database, name: each.name, options: typed(options), indexes: typed(indexes) });
    }
  }
  return found;
}

/** As extended JSON that keeps the types of numbers. */
const typed = (value: unknown) => BSON.EJSON.stringify(value, { relaxed: false });

async function dump(snapshot: Snapshot, found: Found, archive: string): Promise<StoredCollection> {
  const file = join('mongodb', found.database, `${found.name}.bson.gz`);
  await mkdir(join(archive, 'mongodb', found.database), { recursive: true });
  const written = await writeDocuments(join(archive, file), snapshot.documents(found.database, found.name));
  return { ...found, file, ...written };
}
