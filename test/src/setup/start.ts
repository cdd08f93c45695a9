import { access, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { startMongod } from '@platform/sandbox/mongod';
import { Platform, prepareDirectory } from '@platform/test/platform';

const MEMORY_DIRECTORY = '/dev/shm';

/** Starts the shared parts of a test run: one real mongod, in which each suite uses its own database, and a platform if requested. */
export default async function start(): Promise<void> {
  await startMongodForAll();
  await prepareDirectory();
  if (process.env['TEST_SHARED_PLATFORM'] !== 'true') return;
  const platform = await Platform.startShared();
  Object.assign(globalThis, { stopSharedPlatform: () => platform[Symbol.asyncDispose]() });
}

async function startMongodForAll(): Promise<void> {
  if (process.env['TEST_MONGODB_URI'] !== undefined) return;
  const dataDirectory = await mkdtemp(join(await fastDirectory(), 'platform-test-'));
  const mongod = await startMongod({
    dataDirectory,
    cacheDirectory: defaultCacheDirectory(process.env),
    report: () => {},
  });
  process.env['TEST_MONGODB_URI'] = mongod.uri;
  Object.assign(globalThis, { stopTestMongod: () => mongod.close(), testDataDirectory: dataDirectory });
}

/** In memory where possible: a busy disk would delay every journaled write of every suite. */
async function fastDirectory(): Promise<string> {
  return access(MEMORY_DIRECTORY).then(
    () => MEMORY_DIRECTORY,
    () => tmpdir(),
  );
}
