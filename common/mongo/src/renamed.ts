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
  const records = connection.collection(collection);
  const indexes = await records.indexes().catch((error: unknown) => {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
    throw error;
  });
  for (const { name, key } of indexes)
    if (name !== undefined && isFormer(Object.keys(key))) await records.dropIndex(name);
}
