import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { keptPort } from '@platform/kit/ports';
import type { Report } from '@platform/kit/provisioning';
import { locateMongod } from './binary.js';
import { mongodArguments, mongodUri } from './command.js';
import { awaitPrimary } from './replica-set.js';

const START_TIMEOUT_MS = 60_000;

/**
 * Starts a `mongod` without users for one data directory, for tests and tools; `npm start` supervises its own instead. Resolves once it is a primary that
 * takes transactions. `close` stops it; it does not outlive a graceful exit.
 */
export async function startMongod(options: {
  dataDirectory: string;
  cacheDirectory: string;
  report: Report;
}): Promise<{ uri: string; close(): Promise<void> }> {
  const binary = await locateMongod({ ...options, environment: process.env });
  const dbPath = join(options.dataDirectory, 'mongod');
  await mkdir(dbPath, { recursive: true });
  const port = await keptPort(options.dataDirectory, 'mongod');
  const log = await open(join(options.dataDirectory, 'mongod.log'), 'a');
  const child = spawn(binary, mongodArguments({ dbPath, port }), { stdio: ['ignore', log.fd, log.fd], env: {} });
  await log.close();
  const stopWithParent = () => child.kill('SIGKILL');
  process.once('exit', stopWithParent);
  const ended = once(child, 'exit');
  const close = async () => {
    process.off('exit', stopWithParent);
    child.kill('SIGTERM');
    await ended;
  };
  const failed = ended.then(([code]) => {
    throw new Error(`mongod exited with ${code}: see ${options.dataDirectory}/mongod.log`);
  });
  const address = `127.0.0.1:${port}`;
  await Promise.race([awaitPrimary({ address }, AbortSignal.timeout(START_TIMEOUT_MS)), failed]);
  return { uri: mongodUri(address), close };
}
