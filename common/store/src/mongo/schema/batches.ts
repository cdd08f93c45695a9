import type { Connection, mongo } from 'mongoose';

/** So many documents are changed by one write: it ends long before the time limit of an operation. */
const BATCH_DOCUMENTS = 1_000;

/**
 * Changes every document that matches, some at a time. A changed document must match no more: so the work goes on where it was ended, and
 * ends. Each document is changed as it is then, also where others write it meanwhile.
 */
export async function changeAll(
  connection: Connection,
  collection: string,
  matching: mongo.Filter<mongo.Document>,
  change: mongo.UpdateFilter<mongo.Document> | mongo.Document[],
): Promise<number> {
  const documents = connection.collection(collection);
  for (let changed = 0; ; ) {
    const found = await documents.find(matching, { projection: { _id: 1 }, limit: BATCH_DOCUMENTS }).toArray();
    if (found.length === 0) return changed;
    const _id = { $in: found.map((document) => document._id) };
    const { modifiedCount, matchedCount } = await documents.updateMany({ $and: [{ _id }, matching] }, change);
    if (matchedCount > modifiedCount) throw new Error(`documents of ${collection} match after they were changed`);
    changed += modifiedCount;
  }
}
