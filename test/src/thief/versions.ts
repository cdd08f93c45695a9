import mongoose from 'mongoose';
import type { Row } from './forged.js';

const { MongoClient } = mongoose.mongo;

/** The versions that rows have had while it was watching, as an old backup would hold them. */
export class Versions implements AsyncDisposable {
  readonly #seen = new Map<string, Row[]>();

  private constructor(
    readonly client: InstanceType<typeof MongoClient>,
    private readonly stream: mongoose.mongo.ChangeStream,
  ) {
    stream.on('change', (change) => {
      if (!('fullDocument' in change) || change.fullDocument == null || !('ns' in change)) return;
      const { db, coll } = change.ns;
      const key = `${db}.${coll}`;
      this.#seen.set(key, [...(this.#seen.get(key) ?? []), change.fullDocument as Row]);
    });
    // It ends with the client.
    stream.on('error', () => {});
  }

  /** Watches all databases of a deployment from now on. */
  static async watch(uri: string): Promise<Versions> {
    const client = await MongoClient.connect(uri);
    return new Versions(client, client.watch([], { fullDocument: 'updateLookup' }));
  }

  /** Returns the older versions of a collection's rows. */
  of(service: string, collection: string): readonly Row[] {
    return this.#seen.get(`${service}.${collection}`) ?? [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stream.close();
    await this.client.close();
  }
}
