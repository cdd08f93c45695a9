import mongoose from 'mongoose';
import { z } from 'zod';

const instant = z.object({ at: z.date().nullable() });

/** The stored data of the wallet service with times that no answer shows. */
export class WalletStore implements AsyncDisposable {
  private constructor(private readonly connection: mongoose.Connection) {}

  /** Reads the store independently of the service. */
  static async open(mongodbUri: string): Promise<WalletStore> {
    return new WalletStore(await mongoose.createConnection(mongodbUri, { dbName: 'wallet' }).asPromise());
  }

  /** Returns the number of final deposits. */
  confirmedDeposits(): Promise<number> {
    return this.connection.collection('deposits').countDocuments({ status: 'confirmed' });
  }

  /** Returns the number of transactions that were ever signed. */
  signedTransactions(): Promise<number> {
    return this.connection.collection('chain_transactions').countDocuments({ nonce: { $exists: true } });
  }

  /** Returns when the latest of them was first signed, in milliseconds since the Unix epoch. */
  async lastSignatureAtMs(): Promise<number> {
    const stages = [
      { $project: { at: { $min: '$attempts.signedAt' } } },
      { $group: { _id: null, at: { $max: '$at' } } },
    ];
    const [found] = await this.connection.collection('chain_transactions').aggregate(stages).toArray();
    return instant.parse(found).at?.getTime() ?? Number.NaN;
  }

  /**
   * Returns how long MongoDB took to commit small documents by majority, in milliseconds, from as many clients at once as the withdrawals had:
   * what is accepted can't be faster on this disk.
   */
  async majorityCommits(clients: number, writesAClient: number): Promise<number[]> {
    const collection = this.connection.collection('bench_commits');
    const times = await Promise.all(
      Array.from({ length: clients }, async () => {
        const own: number[] = [];
        while (own.length < writesAClient) {
          const startedAtMs = performance.now();
          await collection.insertOne({ at: new Date(startedAtMs) }, { writeConcern: { w: 'majority', journal: true } });
          own.push(performance.now() - startedAtMs);
        }
        return own;
      }),
    );
    await collection.drop();
    return times.flat();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection.close();
  }
}
