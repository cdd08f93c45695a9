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
  const records = connection.collection(collection);
  const indexes = await records.indexes().catch((error: unknown) => {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
    throw error;
  });
  const isFormer = (path: string) => path === from || path.startsWith(`${from}.`);
  for (const { name, key } of indexes)
    if (name !== undefined && Object.keys(key).some(isFormer)) await records.dropIndex(name);
  await records.updateMany({ [from]: { $exists: true } }, { $rename: { [from]: to } });
}
