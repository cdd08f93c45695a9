import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCacheDirectory } from '@platform/provisioning';
import { startMongod } from '@platform/sandbox/mongod';

/** Starts one real mongod for all tests of the run; each suite uses a database of its own. */
export default async function start(): Promise<void> {
  if (process.env['TEST_MONGODB_URI'] !== undefined) return;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'platform-test-'));
  const mongod = await startMongod({
    dataDirectory,
    cacheDirectory: defaultCacheDirectory(process.env),
    report: () => {},
  });
  process.env['TEST_MONGODB_URI'] = mongod.uri;
  Object.assign(globalThis, { stopTestMongod: () => mongod.close(), testDataDirectory: dataDirectory });
}
