/** A platform keeps its oplog beside a backup, loses everything, and is as it was at an instant between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { startMongod } from '@platform/sandbox/mongod';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { z } from 'zod';
import { Customer } from '../money/customer.js';
import { Caller } from '../platform/caller.js';
import { operate, runCommand } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';

const TEST_MS_MAX = 600_000;
const COMMAND = 'supervisor/dist/ops/main.js';
/** What a platform keeps beside the world outside: chains, venues and mail are not lost with it. */
const LOST = ['mongod', 'objects', 'keys', 'bots', 'feeds', 'proxies'];
/** Runs that are killed so long after their start. */
const KILLED_AFTER_MS = [500, 1_000, 2_000];
const DECISION = ['--evidence=it was paid out after the instant', '--by=operator@example.com'];

const Manifest = z.object({
  clusterTime: z.object({ seconds: z.int(), increment: z.int() }),
  collections: z.array(
    z.object({ database: z.string(), name: z.string(), documents: z.int(), sha256: z.string(), indexes: z.string() }),
  ),
  objects: z.array(z.object({ path: z.string(), sha256: z.string() })),
});

let platform: Platform;
let owner: Customer;
let folder: string;
/** An account that was made after the backup and before the instant. */
let later: Caller;
/** When nothing was under way. */
let quietAt: string;

beforeAll(async () => {
  platform = await Platform.start('it loses everything', { FEATURE_WITHDRAWAL_OTP: 'true' });
  folder = await mkdtemp(join(tmpdir(), 'instant-'));
  owner = await Customer.register(platform, 'instant-owner');
  await Customer.fund(platform, [owner], 100);
}, TEST_MS_MAX);

afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const archive = (name: string) => join(folder, name);
const folders = (name: string) => [archive(name), '--keys', join(folder, `${name}-keys`)];
const keepOplog = () => operate(platform, 'backup-oplog', archive('first'));
const manifestOf = async (name: string) =>
  Manifest.parse(JSON.parse(await readFile(join(archive(name), 'manifest.json'), 'utf8')));

async function withdraw(amountUsd: string): Promise<void> {
  const destination = privateKeyToAddress(generatePrivateKey());
  await owner.withdrawal(await owner.withdraw(await owner.authorize(amountUsd, destination)), 'confirmed');
}

/** Registers accounts and moves money, until told to stop; returns how often. An account is sent three codes in six hours. */
async function work(stopping: AbortSignal): Promise<number> {
  let done = 0;
  for (; !stopping.aborted; done += 1) {
    if (done === 0) await withdraw('1');
    await Customer.fund(platform, [await Customer.register(platform, `instant-${done}`)], 1);
  }
  return done;
}

/** Begins a run of the command that keeps the oplog, and kills it in the middle. */
async function killedRun(afterMs: number): Promise<void> {
  const command = [fileURLToPath(new URL(`../../../${COMMAND}`, import.meta.url)), 'backup-oplog', archive('first')];
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env['PATH'], DATA_DIR: platform.dataDirectory },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
}

test(
  'the oplog is kept while everything goes on, also when runs are killed',
  async () => {
    const stopping = new AbortController();
    const working = work(stopping.signal);
    expect(await operate(platform, 'backup', ...folders('first'))).toMatchObject({ code: 0 });
    for (const afterMs of KILLED_AFTER_MS) {
      await killedRun(afterMs);
      expect(await keepOplog()).toMatchObject({ code: 0, output: expect.stringContaining('goes back to any instant') });
    }
    expect(await operate(platform, 'backup', ...folders('second'))).toMatchObject({ code: 0 });
    stopping.abort();
    expect(await working).toBeGreaterThan(0);
    later = await Caller.register(platform, 'instant-later@example.com');
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
    quietAt = new Date().toISOString();
    // A server without writes notes its time every ten seconds.
    await sleep(11_000);
    expect(await keepOplog()).toMatchObject({ code: 0 });
    // After the instant, and so in no restored document.
    await withdraw('10');
    await Customer.fund(platform, [owner], 5);
  },
  TEST_MS_MAX,
);

/** Restores into a data directory of that name; returns what the command says. */
function restoreInto(dataDirectory: string, at: string) {
  const environment = { DATA_DIR: dataDirectory, PLATFORM_CACHE_DIR: defaultCacheDirectory(process.env) };
  return runCommand(COMMAND, ['restore', ...folders('first'), '--at', at], environment);
}

test(
  'the first backup, restored at the instant of the second, has the documents of the second',
  async () => {
    const second = await manifestOf('second');
    const { seconds, increment } = second.clusterTime;
    const dataDirectory = join(folder, 'elsewhere');
    const restored = await restoreInto(dataDirectory, `${seconds}:${increment}`);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('everything is as it was at') });
    const mongod = await startMongod({
      dataDirectory,
      cacheDirectory: defaultCacheDirectory(process.env),
      report: () => undefined,
    });
    try {
      const environment = { DATA_DIR: dataDirectory, MONGODB_URI: mongod.uri };
      expect(await runCommand(COMMAND, ['backup', ...folders('third')], environment)).toMatchObject({ code: 0 });
    } finally {
      await mongod.close();
    }
    const third = await manifestOf('third');
    const contents = ({ collections }: z.output<typeof Manifest>) =>
      collections.map(({ database, name, documents, sha256, indexes }) => {
        const names = z.array(z.object({ name: z.string() })).parse(JSON.parse(indexes));
        return { of: `${database}.${name}`, documents, sha256, indexes: names.map((index) => index.name).sort() };
      });
    expect(contents(third)).toEqual(contents(second));
    expect(third.objects).toEqual(expect.arrayContaining(second.objects));
  },
  TEST_MS_MAX,
);

test(
  'everything is lost, and is as it was at a quiet instant: what the ledger differs by is what was paid out since',
  async () => {
    await platform.stop();
    for (const part of LOST) await rm(join(platform.dataDirectory, part), { recursive: true, force: true });
    const refused = await restoreInto(platform.dataDirectory, '2020-01-01T00:00:00.000Z');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('goes back to any instant from') });
    const restored = await restoreInto(platform.dataDirectory, quietAt);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`as it was at ${quietAt}`) });
    await platform.startSupervisor();

    const { base_url: baseUrl, graphql_url: graphqlUrl } = await platform.descriptor();
    const again = ({ email, apiKey, sessionToken, accountId }: Caller) =>
      new Caller(baseUrl, graphqlUrl, email, apiKey, sessionToken, accountId);
    // With the key that it was given after the backup.
    expect((await again(later).send('GET', '/account')).body.account.id).toBe(later.accountId);
    owner = await Customer.of(platform, again(owner.caller));
    await owner.wallet(({ balance }) => balance.held_usd === 94);

    const location = await locationOf(owner.address);
    const checked = await operate(platform, 'ledger', 'check');
    expect(checked.code).toBe(1);
    const lines = checked.output.split('\n').filter((line) => line.includes(':arbitrum:USDC'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.startsWith(location))).toBe(true);
    const adjusted = await operate(platform, 'ledger', 'adjust', location, '--amount=-10', ...DECISION);
    expect(adjusted).toMatchObject({ code: 0 });
    await operate(platform, 'ledger', 'lift-fence', location);
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
    expect(await operate(platform, 'keys', 'check')).toEqual({ code: 0, output: '0 keys are wrong\n' });
    await withdraw('94');
  },
  TEST_MS_MAX,
);

async function locationOf(address: string): Promise<string> {
  return withStore(platform, 'wallet', async (store) => {
    const wallet = await store.collection<{ _id: string }>('wallets').findOne({ address });
    if (wallet === null) throw new Error(`${address} has no row`);
    return `wallet:${wallet._id}:arbitrum:USDC`;
  });
}
