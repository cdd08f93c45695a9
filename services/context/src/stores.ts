import type { Clock } from '@platform/clock';
import type { Secret } from '@platform/config';
import type { Closeable } from '@platform/lifecycle';
import { connectMongo } from '@platform/mongo';
import { openObjectStore } from '@platform/objects';
import { Catalogue } from './datasets/catalogue.js';
import { ParquetFiles } from './datasets/parquet.js';
import { PendingObjects } from './datasets/pending-objects.js';
import { TableStore } from './datasets/table-store.js';
import { Snapshots } from './intelligence/snapshots.js';
import { Leaderboard } from './leaderboard/leaderboard.js';
import { Instruments } from './markets/instruments.js';

const DATABASE = 'context';

/** What the service keeps: the catalogue and instruments in MongoDB, rows as Parquet objects. */
export interface Stores extends Closeable {
  readonly catalogue: Catalogue;
  readonly instruments: Instruments;
  readonly tables: TableStore;
  readonly snapshots: Snapshots;
  readonly leaderboard: Leaderboard;
}

/** Connects the stores; `close` disconnects them. */
export async function openStores(options: {
  mongodbUri: Secret;
  database?: string;
  objectStoreUrl: string;
  clock: Clock;
}): Promise<Stores> {
  const connection = await connectMongo(options.mongodbUri, options.database ?? DATABASE);
  const catalogue = new Catalogue(connection, options.clock);
  const pending = new PendingObjects(connection, options.clock);
  const snapshots = new Snapshots(connection, options.clock);
  const leaderboard = new Leaderboard(connection);
  await Promise.all([catalogue, pending, snapshots, leaderboard].map((store) => store.initialize()));
  return {
    catalogue,
    instruments: new Instruments(connection),
    tables: new TableStore(catalogue, pending, openObjectStore(options.objectStoreUrl), new ParquetFiles()),
    snapshots,
    leaderboard,
    close: () => connection.close(),
  };
}
