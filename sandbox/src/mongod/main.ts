/**
 * `<host:port> <key file> <database> …`: run beside a mongod that was started with the key file; ends with 0 once it is a primary that takes
 * writes, and each database has its user.
 */
import { readFile } from 'node:fs/promises';
import { awaitPrimary, systemClient } from './replica-set.js';
import { ensureUsers } from './users.js';

const TIMEOUT_MS = 60_000;

const [address = '', keyFile = '', ...databases] = process.argv.slice(2);
const key = (await readFile(keyFile, 'utf8')).trim();
await awaitPrimary({ address, key }, AbortSignal.timeout(TIMEOUT_MS));
const system = systemClient({ address, key });
try {
  await ensureUsers(system, key, databases);
} finally {
  await system.close();
}
