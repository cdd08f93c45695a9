// Why: docs/decisions/platform/mongodb-users.md
import { createHmac } from 'node:crypto';
import mongoose from 'mongoose';

const { MongoServerError } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

/** The user for operators, with all rights. */
export const OPERATOR = 'admin';
const USER_EXISTS = 51_003;

/** A user of a mongod. */
export interface MongodUser {
  readonly name: string;
  readonly password: string;
}

/**
 * Returns a user of a mongod that was started with the key: its password follows from the key and the name. A service's user is called as its
 * database.
 */
export function mongodUser(key: string, name: string): MongodUser {
  return { name, password: createHmac('sha256', key).update(`user ${name}`).digest('hex') };
}

/** Creates the users, or corrects them: one per database, with rights to it alone, and the operator. */
export async function ensureUsers(system: Client, key: string, databases: readonly string[]): Promise<void> {
  await ensureUser(system, mongodUser(key, OPERATOR), [{ role: 'root', db: 'admin' }]);
  for (const database of databases)
    await ensureUser(system, mongodUser(key, database), [{ role: 'readWrite', db: database }]);
}

async function ensureUser(
  system: Client,
  { name, password: pwd }: MongodUser,
  roles: readonly object[],
): Promise<void> {
  const admin = system.db('admin');
  try {
    await admin.command({ createUser: name, pwd, roles });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== USER_EXISTS) throw error;
    await admin.command({ updateUser: name, pwd, roles });
  }
}
