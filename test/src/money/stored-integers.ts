import mongoose from 'mongoose';

/** Databases that MongoDB keeps for itself. */
const ITS_OWN = new Set(['admin', 'config', 'local']);

/** The fields of a platform's databases by how their numbers are stored, as `wallet.deposits.amountMicroUsdc`. */
export interface StoredIntegers {
  /** 64-bit integers. */
  readonly long: ReadonlySet<string>;
  /** 32-bit integers and doubles. */
  readonly other: ReadonlySet<string>;
}

/** Reads everything that is stored. */
export async function storedIntegers(mongodbUri: string): Promise<StoredIntegers> {
  const [long, other] = [new Set<string>(), new Set<string>()];
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'bigint') long.add(path);
    else if (typeof value === 'number') other.add(path);
    else if (Array.isArray(value)) for (const item of value) look(item, path);
    else if (isPlain(value)) for (const [name, child] of Object.entries(value)) look(child, `${path}.${name}`);
  };
  const connection = await mongoose.createConnection(mongodbUri, { useBigInt64: true }).asPromise();
  try {
    const { databases } = await connection.getClient().db().admin().listDatabases();
    for (const { name } of databases.filter((database) => !ITS_OWN.has(database.name))) {
      const database = connection.getClient().db(name);
      for (const { collectionName } of await database.collections())
        for await (const record of database.collection(collectionName).find())
          look(record, `${name}.${collectionName}`);
    }
  } finally {
    await connection.close();
  }
  return { long, other };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
