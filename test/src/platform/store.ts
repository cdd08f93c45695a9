import mongoose, { type Connection } from 'mongoose';
import type { Platform } from './platform.js';

/** Opens the stored data of a service, without the service, for the duration of the work. */
export async function withStore<Result>(
  platform: Platform,
  service: string,
  work: (store: Connection) => Promise<Result>,
): Promise<Result> {
  const store = await mongoose.createConnection(await platform.mongodbUri(), { dbName: service }).asPromise();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
