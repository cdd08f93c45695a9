/** A platform is copied while it works, loses everything, and is as it was at that instant. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import { Caller } from '../platform/caller.js';
import { operate, runCommand } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { untilFundingIsStored } from '../platform/stored.js';
import { until } from '../platform/wait.js';

const TEST_MS_MAX = 600_000;
const SYMBOLS = ['BTC/USDC:USDC', 'ETH/USDC:USDC'];
/** What a platform keeps beside the world outside: chains, venues and mail are not lost with it. */
const LOST = ['mongod', 'objects', 'keys', 'bots', 'feeds', 'proxies'];

/** A backtest in a list. */
interface Shown {
  readonly id: string;
  readonly status: string;
}

let platform: Platform;
let owner: Customer;
let folder: string;
/** The backtests that had ended before the instant. */
let ended: readonly Shown[];

beforeAll(async () => {
  platform = await Platform.start('it loses everything', { FEATURE_WITHDRAWAL_OTP: 'true' });
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  owner = await Customer.register(platform, 'backup-owner');
  for (const symbol of SYMBOLS) await untilFundingIsStored(owner.caller, symbol);
  await Customer.fund(platform, [owner], 100);
  const destination = privateKeyToAddress(generatePrivateKey());
  await owner.withdrawal(await owner.withdraw(await owner.authorize('10', destination)), 'confirmed');
}, TEST_MS_MAX);

afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Registers accounts and runs backtests, one after the other, until told to stop. */
async function work(stopping: AbortSignal): Promise<number> {
  let done = 0;
  for (; !stopping.aborted; done += 1) {
    await Caller.register(platform, `backup-${done}@example.com`);
    const { body } = await owner.caller.send('POST', '/runtime/backtests', backtestRequest({ symbols: SYMBOLS }));
    await owner.caller.untilEnded(body.id);
  }
  return done;
}

const folders = () => [join(folder, 'archive'), '--keys', join(folder, 'keys')];
const backtests = async (): Promise<Shown[]> =>
  (await owner.caller.send('GET', '/runtime/backtests?limit=100')).body.backtests;

test(
  'a backup is taken while everything goes on',
  async () => {
    const stopping = new AbortController();
    const working = work(stopping.signal);
    await until('a backtest', backtests, (found) => found.length > 1, { timeoutMs: 120_000 });
    ended = (await backtests()).filter(({ status }) => status === 'finished');
    const taken = await operate(platform, 'backup', ...folders());
    expect(taken).toMatchObject({ code: 0, output: expect.stringMatching(/documents of \d+ collections are in/) });
    stopping.abort();
    expect(await working).toBeGreaterThan(0);
    expect(ended.length).toBeGreaterThan(0);
    // Paid in after the instant, and so in no document of the backup.
    await Customer.fund(platform, [owner], 5);
  },
  TEST_MS_MAX,
);

test(
  'restored, it is as it was: the ledger agrees with the chain, every object is whole, and its users go on',
  async () => {
    await platform.stop();
    for (const part of LOST) await rm(join(platform.dataDirectory, part), { recursive: true, force: true });
    const environment = {
      DATA_DIR: platform.dataDirectory,
      PLATFORM_CACHE_DIR: defaultCacheDirectory(process.env),
    };
    const restored = await runCommand('supervisor/dist/ops/main.js', ['restore', ...folders()], environment);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('everything is as it was at') });
    await platform.startSupervisor();

    const { base_url: baseUrl, graphql_url: graphqlUrl } = await platform.descriptor();
    const { email, apiKey, sessionToken, accountId } = owner.caller;
    const again = new Caller(baseUrl, graphqlUrl, email, apiKey, sessionToken, accountId);
    const held = async () => (await again.send('GET', '/wallet')).body.balance.held_usd;
    await until('what was paid in later', held, (usd) => usd === 95, { timeoutMs: 120_000 });
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
    expect(await operate(platform, 'keys', 'check')).toEqual({ code: 0, output: '0 keys are wrong\n' });
    const audited = await runCommand('services/context/dist/cli/main.js', ['audit'], environment);
    expect(audited.code).toBe(0);

    const kept: Shown[] = (await again.send('GET', '/runtime/backtests?limit=100')).body.backtests;
    expect(kept.filter(({ id }) => ended.some((each) => each.id === id))).toEqual(ended);
  },
  TEST_MS_MAX,
);
