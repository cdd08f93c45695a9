import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { folderBytes } from '@platform/kit/files';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { ObjectServer } from '@platform/store/objects/testing';
import { backtestRequest } from '../end-to-end/strategies.js';
import { builtChecks } from '../health/built.js';
import { Caller } from '../platform/caller.js';
import { runCommand } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

/** A whole platform whose objects are on a real server that speaks S3. */

const PREFIX = 'staging/platform';
const CACHE_MIB = 64;
const START_MS_MAX = 300_000;
const TEST_MS_MAX = 300_000;

const server = await ObjectServer.start('a platform whose objects are in S3');

(server === undefined ? describe.skip : describe)('a platform whose objects are in a bucket', () => {
  if (server === undefined) return;
  const environment = {
    OBJECT_STORE_URL: `${server.url}/${PREFIX}`,
    OBJECT_CACHE_MIB: String(CACHE_MIB),
    ...server.environment(),
  };
  let platform: Platform;
  let caller: Caller;

  beforeAll(async () => {
    platform = await Platform.startEmpty('its objects are in a bucket', environment);
    caller = await Caller.register(platform, 'buckets@example.com');
    const path = '/context/markets?query=BTC/USDC:USDC&venue=hyperliquid';
    await until(
      'history',
      async () => (await caller.send('GET', path)).body.markets,
      (markets) => markets?.[0]?.backtest_ready === true,
    );
  }, START_MS_MAX);

  afterAll(async () => {
    await platform?.[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }, START_MS_MAX);

  const cacheDirectory = () => join(platform.dataDirectory, 'object-cache');

  async function backtest(): Promise<{ result: unknown; csv: string }> {
    const created = await caller.send('POST', '/runtime/backtests', backtestRequest({ symbols: ['BTC/USDC:USDC'] }));
    expect(created.status).toBe(202);
    const { status, result, error } = await caller.untilEnded(created.body.id, TEST_MS_MAX);
    expect({ status, error }).toEqual({ status: 'finished', error: undefined });
    const { body: csv } = await caller.send('GET', `/runtime/backtests/${created.body.id}/trades.csv`);
    return { result, csv };
  }

  test(
    'does the main job: a backtest with its result, whose trades are downloaded, also after its files here are lost',
    async () => {
      const first = await backtest();
      expect(first.csv.split('\n').length).toBeGreaterThan(2);
      expect(await readdir(cacheDirectory())).not.toEqual([]);
      // Collectors write into it meanwhile.
      await rm(cacheDirectory(), { recursive: true, maxRetries: 10 });
      expect(await backtest()).toEqual(first);
    },
    TEST_MS_MAX,
  );

  test('shows a wallet, whose copy is in the bucket, as are the account and the history; nothing is in a folder', async () => {
    expect((await caller.send('GET', '/wallet')).status).toBe(200);
    const kept = await readdir(join(server.folder, PREFIX));
    expect(kept.sort()).toEqual(expect.arrayContaining(['accounts', 'history', 'wallet-keys']));
    expect(await readdir(platform.dataDirectory)).not.toContain('objects');
    expect(await folderBytes(cacheDirectory())).toBeLessThanOrEqual(CACHE_MIB * 1_024 ** 2);
  });

  test('is audited, object by object, by a command that finds the bucket by itself', async () => {
    const args = ['audit', '--venue', 'hyperliquid', '--symbol', 'BTC/USDC:USDC'];
    const own = { ...server.environment(), DATA_DIR: platform.dataDirectory };
    const { code, output } = await runCommand('services/context/dist/cli/main.js', args, own);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('BTC/USDC:USDC') });
    const checked = await runCommand('supervisor/dist/ops/main.js', ['keys', 'check'], own);
    expect(checked).toMatchObject({ code: 0 });
  });

  test(
    'is backed up by a command that finds the bucket by itself, and restored into another place of it',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
      const command = (verb: string, environment: Readonly<Record<string, string>>) => {
        const args = [verb, join(folder, 'archive'), '--keys', join(folder, 'keys')];
        return runCommand('supervisor/dist/ops/main.js', args, { ...server.environment(), ...environment });
      };
      expect(await command('backup', { DATA_DIR: platform.dataDirectory })).toMatchObject({ code: 0 });
      const restored = await command('restore', {
        DATA_DIR: join(folder, 'data'),
        OBJECT_STORE_URL: `${server.url}/elsewhere`,
        PLATFORM_CACHE_DIR: defaultCacheDirectory(process.env),
      });
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('everything is as it was at') });
      const places = ['accounts', 'history', 'wallet-keys'];
      expect(await readdir(join(server.folder, 'elsewhere'))).toEqual(expect.arrayContaining(places));
      expect(await readdir(join(folder, 'data'))).not.toContain('objects');
      await rm(folder, { recursive: true });
    },
    TEST_MS_MAX,
  );

  test(
    'says that it is not ready while the server is away, refuses with the documented code, and comes back by itself',
    async () => {
      const checks = async () => (await caller.send('GET', '/readyz')).body.checks;
      await server.kill();
      await until('the loss', checks, ({ historical_data_storage: { status } }) => status === 'unready');
      const candles = await caller.send('GET', '/context/candles?venue=hyperliquid&symbol=BTC/USDC:USDC&timeframe=1h');
      expect([candles.status, candles.body.error.code]).toEqual([503, 'context_store_unavailable']);
      await server.resume();
      const isReady = (found: Record<string, { status: string }>) =>
        found['historical_data_storage']?.status === builtChecks.historical_data_storage;
      await until('readiness', checks, isReady);
      await backtest();
    },
    TEST_MS_MAX,
  );

  test('no log names the key of the store', async () => {
    const { AWS_SECRET_ACCESS_KEY: secret = '' } = server.environment();
    expect(secret).toHaveLength(40);
    expect((await platform.logs()).includes(secret)).toBe(false);
    expect((await readFile(join(platform.dataDirectory, 'sandbox.json'), 'utf8')).includes(secret)).toBe(false);
  });
});
