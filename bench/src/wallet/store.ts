import mongoose from 'mongoose';
import { z } from 'zod';

const instant = z.object({ at: z.date().nullable() });

/** What the wallet service has stored, as far as times go that no answer shows. */
export class WalletStore implements AsyncDisposable {
  private constructor(private readonly connection: mongoose.Connection) {}

  /** Reads beside the service. */
  static async open(mongodbUri: string): Promise<WalletStore> {
    return new WalletStore(await mongoose.createConnection(mongodbUri, { dbName: 'wallet' }).asPromise());
  }

  /** How many deposits are final. */
  confirmedDeposits(): Promise<number> {
    return this.connection.collection('deposits').countDocuments({ status: 'confirmed' });
  }

  /** How many transactions were ever signed. */
  signedTransactions(): Promise<number> {
    return this.connection.collection('chain_transactions').countDocuments({ nonce: { $exists: true } });
  }

  /** When the latest of them was signed first, in milliseconds since the Unix epoch. */
  async lastSignatureAtMs(): Promise<number> {
    const stages = [
      { $project: { at: { $min: '$attempts.signedAt' } } },
      { $group: { _id: null, at: { $max: '$at' } } },
    ];
    const [found] = await this.connection.collection('chain_transactions').aggregate(stages).toArray();
    return instant.parse(found).at?.getTime() ?? Number.NaN;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection.close();
  }
}
