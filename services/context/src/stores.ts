import type { Clock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Closeable } from '@platform/lifecycle';
import { type Connection, connectMongo, type Upgrade } from '@platform/store/mongo';
import { type ObjectStore, type ObjectStoreEnvironment, openObjectStore } from '@platform/store/objects';
import { Snapshots } from './intelligence/snapshots.js';
import { MarketRequestStore } from './market-requests/store.js';
import { Instruments } from './markets/instruments.js';
import { migrations } from './migrations/index.js';
import { Markers } from './releases/markers.js';
import { Catalogue } from './tables/catalogue.js';
import { ParquetFiles } from './tables/parquet.js';
import { PendingObjects } from './tables/pending-objects.js';
import { Quarantine } from './tables/quarantine.js';
import { TableStore } from './tables/table-store.js';

const DATABASE = 'context';

/** The service's stores: the catalogue and instruments in MongoDB, rows as Parquet objects, and releases of them. */
export interface Stores extends Closeable {
  readonly catalogue: Catalogue;
  readonly instruments: Instruments;
  readonly tables: TableStore;
  readonly quarantine: Quarantine;
  readonly snapshots: Snapshots;
  readonly marketRequests: MarketRequestStore;
  readonly objects: ObjectStore;
  readonly markers: Markers;
  readonly connection: Connection;
}

/** Connects the stores; `close` disconnects them. */
export async function openStores(options: {
  mongodbUri: Secret;
  database?: string;
  /** How its database is migrated; absent: one that lacks a migration is refused. */
  upgrade?: Upgrade;
  objectStore: ObjectStoreEnvironment;
  /** This platform's name in the releases that it publishes. */
  datasetEnvironment: string;
  clock: Clock;
}): Promise<Stores> {
  const { mongodbUri, database = DATABASE, upgrade } = options;
  const connection = await connectMongo(mongodbUri, database, { migrations, ...(upgrade && { upgrade }) });
  const catalogue = new Catalogue(connection, options.clock);
  const pending = new PendingObjects(connection, options.clock);
  const quarantine = new Quarantine(connection, options.clock);
  const objects = await openObjectStore(options.objectStore);
  const snapshots = new Snapshots(connection, options.clock);
  const marketRequests = new MarketRequestStore(connection, options.clock);
  await Promise.all([catalogue, pending, quarantine, snapshots, marketRequests].map((store) => store.initialize()));
  return {
    catalogue,
    instruments: new Instruments(connection),
    tables: new TableStore(catalogue, pending, objects, new ParquetFiles()),
    quarantine,
    snapshots,
    marketRequests,
    objects,
    markers: new Markers(objects, options.datasetEnvironment),
    connection,
    close: () => connection.close(),
  };
}
