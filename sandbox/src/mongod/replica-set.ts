import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { mongodUri, REPLICA_SET } from './command.js';

const { MongoClient, MongoNetworkError, MongoServerError, MongoServerSelectionError } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;

const STEP_MS = 50;
const CONNECT_TIMEOUT_MS = 1_000;
const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;

/** A mongod, and the key that it was started with. */
export interface Mongod {
  /** `host:port`, as the replica set has it. */
  readonly address: string;
  /** The content of its key file; undefined where it has no users. */
  readonly key?: string;
}

/**
 * Waits until a mongod is a primary that takes writes. Initiates its replica set the first time, and updates its port when
 * the same data was started on another one (a member that does not find itself in the stored configuration never becomes primary). Rejects
 * when aborted.
 */
export async function awaitPrimary(mongod: Mongod, signal: AbortSignal): Promise<void> {
  while (!(await isPrimary(mongod))) await sleep(STEP_MS, undefined, { signal });
}

/** Opens a client that may do everything, also before there are users: it identifies itself as another member of the set would. */
export function systemClient({ address, key }: Mongod): Client {
  // A client whose first connection failed is closed for good: each attempt has its own client.
  return new MongoClient(mongodUri(address), {
    serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS,
    ...(key !== undefined && {
      auth: { username: '__system', password: key },
      authSource: 'local',
      authMechanism: 'SCRAM-SHA-256' as const,
    }),
  });
}

async function isPrimary(mongod: Mongod): Promise<boolean> {
  const client = systemClient(mongod);
  try {
    const { isWritablePrimary, setName } = await client.db('admin').command({ hello: 1 });
    if (isWritablePrimary !== true && setName === undefined) await configure(client, mongod.address);
    return isWritablePrimary === true;
  } catch (error) {
    // Not listening yet, or between two states of its start: retry.
    const isPassing = [MongoNetworkError, MongoServerError, MongoServerSelectionError].some(
      (kind) => error instanceof kind,
    );
    if (!isPassing) throw error;
    return false;
  } finally {
    await client.close();
  }
}

/** A server that reports no set has no configuration yet, or one with another port. */
async function configure(client: Client, address: string): Promise<void> {
  const admin = client.db('admin');
  const members = [{ _id: 0, host: address }];
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const moved = { ...config, members, version: config.version + 1 };
    await admin.command({ replSetReconfig: moved, force: true });
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    if (error.code !== NOT_YET_INITIALIZED && error.code !== INVALID_REPLICA_SET_CONFIG) throw error;
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
  }
}
