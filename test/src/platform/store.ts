import mongoose, { type Connection } from 'mongoose';
import type { Platform } from './platform.js';

/** Opens what a service has stored, past the service, for as long as the work takes. */
export async function withStore<Result>(
  platform: Platform,
  service: string,
  work: (store: Connection) => Promise<Result>,
): Promise<Result> {
  const { mongodb_uri: uri } = await platform.descriptor();
  const store = await mongoose.createConnection(uri, { dbName: service }).asPromise();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
