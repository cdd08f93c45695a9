import mongoose, { type Connection } from 'mongoose';

const NAMESPACE_NOT_FOUND = 26;

/**
 * Gives a field of records that were written before it was renamed its present name; an index over the former name is dropped
 * first. To be awaited before the indexes over the present name are made; harmless to repeat.
 */
export async function renameField(
  connection: Connection,
  collection: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const isFormer = (path: string) => path === from || path.startsWith(`${from}.`);
  await dropIndexes(connection, collection, (fields) => fields.some(isFormer));
  await connection.collection(collection).updateMany({ [from]: { $exists: true } }, { $rename: { [from]: to } });
}

/** Drops the indexes over some fields, where a collection has any; harmless to repeat. */
export async function dropIndexes(
  connection: Connection,
  collection: string,
  isFormer: (fields: readonly string[]) => boolean,
): Promise<void> {
  for (const name of await indexNames(connection, collection, isFormer))
    await connection.collection(collection).dropIndex(name);
}

/** The names of a collection's indexes over some fields. */
export async function indexNames(
  connection: Connection,
  collection: string,
  matches: (fields: readonly string[]) => boolean,
): Promise<string[]> {
  const indexes = await connection
    .collection(collection)
    .indexes()
    .catch((error: unknown) => {
      if (error instanceof mongoose.mongo.MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
      throw error;
    });
  return indexes.flatMap(({ name, key }) => (name !== undefined && matches(Object.keys(key)) ? [name] : []));
}
