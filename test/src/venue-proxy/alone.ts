import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { startMongod } from '@platform/sandbox/mongod';
import { ProxiedAccount } from './proxied-account.js';

/** Opens an account beside a database of its own, for what runs without the tests' one; other addresses have money at the venue too. */
export async function withProxiedAccount<Result>(
  others: readonly string[],
  run: (account: ProxiedAccount) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'proxied-account-'));
  const cacheDirectory = defaultCacheDirectory(process.env);
  const mongod = await startMongod({ dataDirectory, cacheDirectory, report: () => {} });
  try {
    await using account = await ProxiedAccount.open(mongod.uri, others);
    return await run(account);
  } finally {
    await mongod.close();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
