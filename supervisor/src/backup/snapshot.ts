import mongoose from 'mongoose';
import { TYPED, type TypedDocument } from './documents.js';

const { Timestamp } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;
type ClusterTime = InstanceType<typeof Timestamp>;

/** How long the reads of a backup may take. MongoDB keeps the history of documents for five minutes by itself. */
const HISTORY_SECONDS = 4 * 3_600;
const WINDOW = 'minSnapshotHistoryWindowInSeconds';
const BATCH_DOCUMENTS = 1_000;

/** Every document of a deployment as it was at one instant. */
export class Snapshot {
  private constructor(
    private readonly client: Client,
    /** The instant. */
    readonly at: ClusterTime,
  ) {}

  /** Reads by `work` everything as it is now, while others go on writing. */
  static async with<Result>(client: Client, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const admin = client.db('admin');
    const { [WINDOW]: before } = await admin.command({ getParameter: 1, [WINDOW]: 1 });
    await admin.command({ setParameter: 1, [WINDOW]: Math.max(HISTORY_SECONDS, Number(before)) });
    try {
      const { operationTime } = await admin.command({ ping: 1 });
      if (!(operationTime instanceof Timestamp))
        throw new Error('MongoDB is not a replica set: it has no cluster time');
      return await work(new Snapshot(client, operationTime));
    } finally {
      await admin.command({ setParameter: 1, [WINDOW]: Number(before) });
    }
  }

  /** The documents of a collection by ascending id; none where it did not exist yet. */
  documents(database: string, collection: string): AsyncIterable<TypedDocument> {
    const readConcern = { level: 'snapshot', atClusterTime: this.at };
    const command = { find: collection, sort: { _id: 1 }, batchSize: BATCH_DOCUMENTS, readConcern };
    const cursor = this.client.db(database).runCursorCommand(command, TYPED);
    cursor.setBatchSize(BATCH_DOCUMENTS);
    return cursor;
  }
}
