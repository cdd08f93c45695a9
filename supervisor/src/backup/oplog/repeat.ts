import { join } from 'node:path';
import mongoose from 'mongoose';
import { readDocuments } from '../documents.js';
import type { Progress } from '../take.js';
import { readEntry } from './entries.js';
import { compareWith, type Instant } from './instants.js';
import type { KeptFile } from './kept-oplog.js';
import { type Operation, repeatCommand } from './operations.js';
import { Transactions } from './transactions.js';

const { BSON } = mongoose.mongo;
type Client = InstanceType<typeof mongoose.mongo.MongoClient>;

/** Changes that are made at once: a command holds at most 16 MiB, and one change may come close to that. */
const BATCH_OPERATIONS = 1_000;
const BATCH_BYTES = 4 * 1_024 ** 2;
const WRITE_CONCERN = { w: 'majority', j: true } as const;
/** Progress is told once in so many entries. */
const TELL_EVERY = 1_000;

/** Makes the changes of kept entries again, up to an instant, in documents that are as they were where the entries begin. */
export async function repeatChanges(
  client: Client,
  archive: string,
  files: readonly KeptFile[],
  instant: Instant,
  progress: Progress,
): Promise<void> {
  const total = files.reduce((sum, { entries }) => sum + entries, 0);
  const transactions = new Transactions();
  const changes = new Changes(client);
  let done = 0;
  for (const { path } of files)
    for await (const document of readDocuments(join(archive, path))) {
      if (done % TELL_EVERY === 0) progress(done, total, 'entries of the oplog');
      done += 1;
      const entry = readEntry(document);
      if (entry === undefined) continue;
      // Clocks may go back a little: what was written after a later entry isn't there without it.
      if (compareWith(entry.position, instant) > 0) return changes.end();
      for (const operation of transactions.effectsOf(entry)) await changes.add(operation);
    }
  await changes.end();
}

/** Changes on their way to a server, in their order. */
class Changes {
  #waiting: Operation[] = [];
  #bytes = 0;

  constructor(private readonly client: Client) {}

  async add(operation: Operation): Promise<void> {
    if (operation.op === 'c') {
      await this.end();
      await repeatCommand(this.client, operation);
      return;
    }
    const bytes = BSON.calculateObjectSize(operation);
    if (this.#bytes + bytes > BATCH_BYTES || this.#waiting.length >= BATCH_OPERATIONS) await this.end();
    this.#waiting.push(operation);
    this.#bytes += bytes;
  }

  /** Makes those that wait. */
  async end(): Promise<void> {
    const applyOps = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    if (applyOps.length > 0) await this.client.db('admin').command({ applyOps, writeConcern: WRITE_CONCERN });
  }
}
