import { type ErrorCode, PlatformError } from '@platform/errors';
import type { Secret } from '@platform/kit/config';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { ObjectStoreUnavailableError } from '../objects/index.js';
import type { Migration } from './schema/migration.js';
import { requireSchema, type Upgrade, upgradeSchema } from './schema/upgrade.js';

export type { ClientSession, Connection } from 'mongoose';

const CONNECT_TIMEOUT_MS = 5_000;
const OPERATION_TIMEOUT_MS = 10_000;
const POOL_SIZE_MAX = 50;

/** What a process knows of the schema of its database, and how it migrates that; absent: it is refused where a migration is missing. */
interface KnownSchema {
  readonly migrations: readonly Migration[];
  readonly upgrade?: Upgrade;
}

/**
 * Connects to one database of a deployment; writes wait for the majority and the journal. 64-bit integers are read as `bigint`, whatever
 * their size. Rejects within 5 s when no server answers, and with `ConfigurationError` where the data has a schema that the process can't
 * use.
 */
export async function connectMongo(
  uri: Secret,
  database: string,
  { migrations, upgrade }: KnownSchema = { migrations: [] },
): Promise<Connection> {
  const connection = await mongoose
    .createConnection(uri.reveal(), {
      dbName: database,
      serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS,
      socketTimeoutMS: OPERATION_TIMEOUT_MS,
      maxPoolSize: POOL_SIZE_MAX,
      // By then the caller has gone.
      waitQueueTimeoutMS: OPERATION_TIMEOUT_MS,
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
      autoIndex: false,
      bufferCommands: false,
      useBigInt64: true,
    })
    .asPromise();
  try {
    if (upgrade === undefined) await requireSchema(connection, migrations);
    else await upgradeSchema(connection, migrations, upgrade);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/** Resolves once the primary has answered; rejects when the store can't be reached or is silent for long. */
export async function pingMongo(connection: Connection): Promise<void> {
  await connection.getClient().db().command({ ping: 1 });
}

/** Runs `work` in a transaction, all or nothing; it may run again after a transient error, so it must have no other effect. */
export async function inTransaction<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const session = await connection.startSession();
  try {
    return await session.withTransaction(() => work(session));
  } finally {
    await session.endSession();
  }
}

/** Beside network errors, which have one class. */
const UNAVAILABLE_ERRORS = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoStalePrimaryError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

/**
 * The codes of a server that is shutting down, is not the primary, or lost a list's cursor in a shutdown (the driver's specification
 * “Retryable Reads”, section “Retryable Error”, and CursorNotFound).
 */
const UNAVAILABLE_CODES = new Set<unknown>([43, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

/** Node's own error of a socket that the other side has ended: the driver passes it on unchanged when it writes at that moment. */
const ENDED_SOCKET_CODE = 'EPIPE';

/** Returns whether an error means that a store, of records or of objects, can't be reached, or has no primary for the moment. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof ObjectStoreUnavailableError) return true;
  if (error instanceof mongoose.mongo.MongoNetworkError) return true;
  if (error instanceof mongoose.mongo.MongoServerError && UNAVAILABLE_CODES.has(error.code)) return true;
  if (error instanceof mongoose.mongo.MongoError && error.hasErrorLabel('RetryableWriteError')) return true;
  if (error instanceof Error && 'code' in error && error.code === ENDED_SOCKET_CODE) return true;
  return error instanceof Error && UNAVAILABLE_ERRORS.has(error.name);
}

/** Returns a translator of errors that mean the store can't be reached to the service's documented code; it returns others unchanged. */
export function storeUnavailableAs(code: ErrorCode): (error: unknown) => unknown {
  return (error) => (isStoreUnavailable(error) ? new PlatformError(code, { cause: error }) : error);
}

/** Returns whether a write failed because a unique index already holds its key. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11000;
}
