import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { startMongod } from '@platform/sandbox/mongod';
import { openObjectStore } from '@platform/store/objects';
import mongoose from 'mongoose';
import type { Places } from './take.js';

/** A client of one of them. */
export type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

const ACCOUNTS = 400;
const START_UNITS = 1_000;
/** What all accounts hold together. */
export const UNITS = 2 * ACCOUNTS * START_UNITS;

/** Two deployments of MongoDB, one of which is backed up into a folder and restored into the other. */
export class Deployments implements AsyncDisposable {
  private constructor(
    readonly folder: string,
    readonly first: Client,
    readonly second: Client,
    private readonly servers: readonly { close(): Promise<void> }[],
  ) {}

  static async start(): Promise<Deployments> {
    const folder = await mkdtemp(join(tmpdir(), 'backup-'));
    const cacheDirectory = defaultCacheDirectory(process.env);
    const start = async (name: string) => {
      const dataDirectory = join(folder, name);
      await mkdir(dataDirectory);
      const server = await startMongod({ dataDirectory, cacheDirectory, report: () => undefined });
      return { server, client: await mongoose.mongo.MongoClient.connect(server.uri) };
    };
    const [first, second] = [await start('first'), await start('second')];
    return new Deployments(folder, first.client, second.client, [first.server, second.server]);
  }

  /** Where a backup of this name takes from and goes to, with folders that are there. */
  async places(name: string): Promise<Places> {
    const below = (part: string) => join(this.folder, name, part);
    await Promise.all(['objects', 'keys'].map((part) => mkdir(below(part), { recursive: true })));
    const objects = await openObjectStore({ OBJECT_STORE_URL: pathToFileURL(below('objects')).href });
    return { objects, keys: below('keys'), archive: below('archive'), keysArchive: below('keys-archive') };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of [this.first, this.second]) await client.close();
    for (const server of this.servers) await server.close();
    await rm(this.folder, { recursive: true });
  }
}

interface Account {
  readonly _id: number;
  readonly units: number;
}

/** The accounts in one of two databases. */
export const accounts = (client: Client, database: string) => client.db(database).collection<Account>('accounts');

/** Makes the accounts in both databases. */
export async function makeAccounts(client: Client): Promise<void> {
  for (const database of ['wallet', 'execution']) {
    const rows = Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, units: START_UNITS }));
    await accounts(client, database).insertMany(rows);
    await accounts(client, database).createIndex({ units: 1 }, { name: 'by units', sparse: true });
  }
}

/** Moves units between two databases, each time in one transaction, until told to stop; returns how often. */
export async function moveUnits(client: Client, stopping: AbortSignal): Promise<number> {
  let moves = 0;
  for (let step = 0; !stopping.aborted; step += 1) {
    const _id = (step * 7_919) % ACCOUNTS;
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await accounts(client, 'wallet').updateOne({ _id }, { $inc: { units: -1 } }, { session });
        await accounts(client, 'execution').updateOne({ _id }, { $inc: { units: 1 } }, { session });
      }),
    );
    moves += 1;
  }
  return moves;
}

/** Returns what all accounts hold. */
export async function sumOf(client: Client): Promise<number> {
  const all = await Promise.all(['wallet', 'execution'].map((name) => accounts(client, name).find().toArray()));
  return all.flat().reduce((sum, { units }) => sum + units, 0);
}
