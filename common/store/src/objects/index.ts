import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@platform/kit/clock';
import { ObjectCache } from './cache/object-cache.js';
import { FileObjectStore } from './file-store.js';
import { readS3Address } from './s3/s3-address.js';
import { CACHE_MIB, type ObjectStoreEnvironment } from './settings.js';
import { MATERIALIZED_KEEP_MS, type ObjectStore } from './store.js';

export { type ObjectStoreEnvironment, objectCacheSettings, objectStoreSettings, objectStoreUrl } from './settings.js';
export { NoRoomError, ObjectCorruptedError, type ObjectStore, ObjectStoreUnavailableError } from './store.js';

const MEBIBYTE = 1_024 ** 2;

/** Returns the store at an address, `file:///path` or `s3://bucket/prefix`; asks it nothing yet. Throws for another address. */
export async function openObjectStore(environment: ObjectStoreEnvironment): Promise<ObjectStore> {
  const { OBJECT_STORE_URL: url, OBJECT_CACHE_DIR: directory, OBJECT_CACHE_MIB: mebibytes = CACHE_MIB } = environment;
  const address = readS3Address(url);
  if (address === undefined) {
    if (!url.startsWith('file://')) throw new Error(`OBJECT_STORE_URL: ${new URL(url).protocol} is not supported`);
    return new FileObjectStore(fileURLToPath(url));
  }
  // The client is large: only a process that asks such a store loads it.
  const [{ openClient }, { S3ObjectStore }] = await Promise.all([import('./s3/client.js'), import('./s3/s3-store.js')]);
  const clock = systemClock;
  const cache = new ObjectCache({
    directory: directory ?? ownTemporaryFolder(),
    bytesMax: mebibytes * MEBIBYTE,
    keepMs: MATERIALIZED_KEEP_MS,
    clock,
  });
  return new S3ObjectStore({ client: openClient(environment), address, cache, clock });
}

function ownTemporaryFolder(): string {
  return join(tmpdir(), `trading-platform-objects-${process.getuid?.()}`);
}
