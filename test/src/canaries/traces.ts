/** The places and the spellings in which secrets are searched. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import type { Platform } from '../platform/platform.js';

/** The encodings in which the bytes of a secret could appear. */
function spellings(secret: Buffer): Buffer[] {
  const hex = secret.toString('hex');
  const texts = [
    hex,
    hex.toUpperCase(),
    secret.toString('base64').replace(/=+$/, ''),
    secret.toString('base64url'),
    BigInt(`0x${hex}`).toString(),
    [...secret].join(','),
  ];
  return [secret, ...texts.map((text) => Buffer.from(text))];
}

/** Places by name, with their whole content. */
export type Traces = Map<string, Buffer>;

/** The files of a folder and of all folders below it; what comes and goes meanwhile may be among them. */
export async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Every file below a folder. */
export async function filesBelow(folder: string): Promise<Traces> {
  const files = await namesBelow(folder);
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}

/** Every record of every database, read as a member of the replica set: its journal of changes, and what no user may read, among them. */
export async function recordsOf(platform: Platform): Promise<Traces> {
  const key = await readFile(join(platform.dataDirectory, 'keys', 'mongodb-key'), 'utf8');
  const { host } = new URL(await platform.mongodbUri());
  const connection = await mongoose
    .createConnection(`mongodb://${host}/?directConnection=true`, {
      auth: { username: '__system', password: key.trim() },
      authSource: 'local',
      authMechanism: 'SCRAM-SHA-256',
    })
    .asPromise();
  const traces: Traces = new Map();
  const { databases } = await connection.getClient().db().admin().listDatabases();
  for (const { name } of databases) {
    const database = connection.getClient().db(name);
    for (const { name: collection } of await database.listCollections({ type: 'collection' }).toArray()) {
      const records = await database.collection(collection).find().toArray();
      const text = JSON.stringify(records, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
      traces.set(`${name}.${collection}`, Buffer.from(text));
    }
  }
  await connection.close();
  return traces;
}

/** The places where any spelling of a secret lies. */
export function placesOf(secret: Buffer, traces: Traces): string[] {
  const wanted = spellings(secret);
  return [...traces].filter(([, bytes]) => wanted.some((spelling) => bytes.includes(spelling))).map(([place]) => place);
}
