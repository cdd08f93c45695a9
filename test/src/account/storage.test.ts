import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { forgingTrades } from '../attacks/storage.js';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';

const MEBIBYTE = 1024 ** 2;
const QUOTA_MIB = 64;
const FREED_MS_MAX = 60_000;
const TEST_MS_MAX = 300_000;
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.start('its quota of storage is small', {
    BACKTEST_STORAGE_MIB_PER_ACCOUNT: String(QUOTA_MIB),
  });
  caller = await Caller.register(platform, 'storage@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

const forging = (trades: number) => backtestRequest({ symbols: ['BTC/USDC:USDC'], code: forgingTrades(trades) });

const create = (trades: number) => caller.send('POST', '/runtime/backtests', forging(trades));

async function ended(trades: number) {
  const { status, body } = await create(trades);
  expect({ status, body }).toMatchObject({ status: 202 });
  return caller.untilEnded(body.id);
}

async function storedBytes(): Promise<number> {
  return (await caller.send('GET', '/account/usage')).body.usage.stored_bytes;
}

test(
  'what an account stores is shown and bounded, refuses nothing but new runs, and is free within a minute of a deletion',
  async () => {
    const { body } = await caller.send('GET', '/account/usage');
    expect(body).toMatchObject({ usage: { stored_bytes: 0 }, limits: { stored_bytes: QUOTA_MIB * MEBIBYTE } });

    const tooMany = await ended(110_000);
    expect(tooMany).toMatchObject({ status: 'error', error: { code: 'output_limit_exceeded' } });
    expect(tooMany.error.message).toContain('100000 trades of 32 MiB');
    expect(await storedBytes()).toBeLessThan(MEBIBYTE);

    const full = await ended(24_000);
    expect(full).toMatchObject({ status: 'finished' });
    const held = await storedBytes();
    expect(held).toBeGreaterThan(27 * MEBIBYTE);
    expect(held).toBeLessThan(34 * MEBIBYTE);
    const refused = await create(0);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'quota_exceeded', details: { used_bytes: held, limit_bytes: QUOTA_MIB * MEBIBYTE } } },
    });
    const query = 'query ($id: ID!) { backtest(id: $id) { trades(first: 10) { edges { node { exitReason } } } } }';
    const read = await caller.query(query, { id: full.id });
    expect(read.body.data.backtest.trades.edges).toHaveLength(10);

    expect((await caller.send('DELETE', `/runtime/backtests/${full.id}`)).status).toBe(200);
    const deletedAtMs = performance.now();
    while ((await storedBytes()) > MEBIBYTE && performance.now() - deletedAtMs < FREED_MS_MAX) await sleep(500);
    expect(await storedBytes()).toBeLessThan(MEBIBYTE);
    expect((await caller.send('DELETE', `/runtime/backtests/${full.id}`)).body).toMatchObject({ id: full.id });
    expect((await ended(0)).status).toBe('finished');
  },
  TEST_MS_MAX,
);
