import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { NAUTILUS_TRADER, traders } from './strategies.js';

/** Deployments of nautilus, which share one process per account, on a whole platform. */

const TEST_MS_MAX = 480_000;
const SYMBOL = 'BTC-PERP.HYPERLIQUID';
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.start('its bots are killed', { DEPLOYMENT_MEMORY_MIB: '256' });
  caller = await Caller.register(platform, 'nautilus-deployer@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

const pathOf = (id: string, rest = '') => `/runtime/deployments/${id}${rest}`;
const read = async (id: string) => (await caller.send('GET', pathOf(id))).body;
const metrics = async (id: string) => (await caller.send('GET', pathOf(id, '/metrics'))).body;
const logs = async (id: string): Promise<string> =>
  (await caller.send('GET', pathOf(id, '/logs?limit=5000'))).body.logs.join('\n');
const processOf = async (id: string) => (await platform.descriptor()).processes[`bot:${id}`];

/** A deployment that is started; `changes` replaces parts of its request, `start` of its start. */
async function started(name: string, changes: object = {}, start: object = {}): Promise<string> {
  const { status, body } = await caller.send('POST', '/runtime/deployments', { ...traders.nautilus, ...changes, name });
  expect([status, body]).toEqual([201, expect.objectContaining({ status: 'created' })]);
  await caller.send('PUT', pathOf(body.id, '/status'), { action: 'start', ...start });
  return body.id;
}

const untilStatus = (id: string, wanted: string) =>
  until(
    `a deployment that is ${wanted}`,
    () => read(id),
    ({ status }) => status === wanted,
  );
const untilOpen = (id: string, open: number) =>
  until(
    `${open} open trades`,
    () => metrics(id),
    ({ trades }) => trades.open === open,
  );

test(
  'a strategy trades, is killed with its position, and goes on with it',
  async () => {
    const id = await started('killed', { config: { instrument_ids: [SYMBOL], hold_seconds: 3_600 } });
    await untilStatus(id, 'running');
    await untilOpen(id, 1);
    const { exposure, balance } = await metrics(id);
    expect(exposure.positions).toEqual([{ symbol: SYMBOL, side: 'long', size_usd: expect.any(Number) }]);
    expect(balance.venue_usd).toBeGreaterThan(9_900);
    const before = await until(
      'a process',
      () => processOf(id),
      (pid) => pid !== undefined,
    );
    process.kill(before ?? Number.NaN, 'SIGKILL');
    await until(
      'another process',
      () => processOf(id),
      (pid) => pid !== undefined && pid !== before,
    );
    await untilStatus(id, 'running');
    await untilOpen(id, 1);
    expect((await read(id)).health.restarts).toBe(1);
    // What the strategy saved itself is there too.
    expect(await logs(id)).toContain("Loaded state ['looks']");
    await platform.kill('runtime');
    const after = await processOf(id);
    await untilStatus(id, 'running');
    expect(await processOf(id)).toBe(after);
    await caller.send('PUT', pathOf(id, '/status'), { action: 'stop' });
    await untilStatus(id, 'stopped');
    expect((await metrics(id)).trades.open).toBe(1);
  },
  TEST_MS_MAX,
);

const THROWING = NAUTILUS_TRADER.replace('self.log.info(f"bar {bar.ts_event}")', 'raise ValueError("on every bar")');
const GREEDY = NAUTILUS_TRADER.replace(
  'self.log.info(f"bar {bar.ts_event}")',
  'self.kept = [bytearray(16 * 1024 * 1024) for _ in range(1_000)]',
);

test(
  'a strategy that throws on every bar and one that takes memory without end stop themselves and nobody else',
  async () => {
    const neighbour = await started('neighbour');
    await untilStatus(neighbour, 'running');
    const before = await until(
      'a process',
      () => processOf(neighbour),
      (pid) => pid !== undefined,
    );
    const throwing = await started('throwing', { code: THROWING });
    const greedy = await started('greedy', { code: GREEDY });
    await untilStatus(throwing, 'error');
    expect((await read(throwing)).error).toMatchObject({
      code: 'strategy_failed',
      message: expect.stringMatching(/^line \d+: ValueError: on every bar$/),
    });
    const { health } = await until(
      'a restart of the greedy one',
      () => read(greedy),
      (deployment) => deployment.health.restarts > 0,
    );
    expect(health.restarts).toBeGreaterThan(0);
    expect(await logs(greedy)).toContain('MemoryError');
    expect([(await read(neighbour)).status, await processOf(neighbour)]).toEqual(['running', before]);
    expect((await read(neighbour)).health.restarts).toBe(0);
  },
  TEST_MS_MAX,
);

test(
  'a position under blocked entries is closed by the strategy itself, and the deployment stops flat',
  async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const config = { instrument_ids: [SYMBOL], hold_seconds: 90 };
    const id = await started('expiring', { config }, { alive_until: soon, on_expiry: 'block_entries' });
    await untilOpen(id, 1);
    const { trades } = await metrics(id);
    await until(
      'blocked entries',
      () => read(id),
      ({ entries_blocked: isBlocked }) => isBlocked,
    );
    expect((await read(id)).status).toBe('running');
    await untilStatus(id, 'stopped');
    const shown = await metrics(id);
    expect(shown.trades).toMatchObject({ total: trades.total, open: 0 });
    expect(await read(id)).toMatchObject({ alive_until: null, entries_blocked: true });
  },
  TEST_MS_MAX,
);

test(
  'a deployment whose time is over stops with its position',
  async () => {
    const id = await started('stopping', { config: { instrument_ids: [SYMBOL], hold_seconds: 3_600 } });
    await untilOpen(id, 1);
    const soon = new Date(Date.now() + 2_000).toISOString();
    await caller.send('PATCH', pathOf(id), { alive_until: soon, on_expiry: 'stop' });
    await untilStatus(id, 'stopped');
    expect((await metrics(id)).trades.open).toBe(1);
    expect(await read(id)).toMatchObject({ alive_until: null, entries_blocked: false });
  },
  TEST_MS_MAX,
);

test(
  'a strategy on lighter trades by its book',
  async () => {
    const symbol = 'BTC-PERP.LIGHTER';
    const id = await started('lighter', {
      venue: 'lighter',
      config: { instrument_ids: [symbol], hold_seconds: 3_600 },
    });
    await untilStatus(id, 'running');
    await untilOpen(id, 1);
    expect((await metrics(id)).exposure.positions).toMatchObject([{ symbol, side: 'long' }]);
  },
  TEST_MS_MAX,
);
