import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';
import { NAUTILUS_TRADER, traders } from './strategies.js';

/** Deployments of nautilus, which share one process per account, on a whole platform. */

const TEST_MS_MAX = 480_000;
const SYMBOL = 'BTC-PERP.HYPERLIQUID';
let platform: Platform;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.start('its bots are killed', { DEPLOYMENT_MEMORY_MIB: '256' });
  deployments = await Deployments.of(await Caller.register(platform, 'nautilus-deployer@example.com'));
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

const processOf = async (id: string) => (await platform.descriptor()).processes[`bot:${id}`];
/** A deployment that is started; `changes` replaces parts of its request. */
const started = (name: string, changes: object = {}) => deployments.started({ ...traders.nautilus, ...changes, name });

test(
  'a strategy trades, is killed with its position, and goes on with it',
  async () => {
    const id = await started('killed', { config: { instrument_ids: [SYMBOL], hold_seconds: 3_600 } });
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    const { exposure, balance } = await deployments.metrics(id);
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
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    expect((await deployments.read(id)).health.restarts).toBe(1);
    // What the strategy saved itself is there too.
    expect((await deployments.logs(id)).join('\n')).toContain("Loaded state ['looks']");
    await platform.kill('runtime');
    await deployments.untilInstalled();
    const after = await processOf(id);
    await deployments.untilStatus(id, 'running');
    expect(await processOf(id)).toBe(after);
    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    expect((await deployments.metrics(id)).trades.open).toBe(1);
  },
  TEST_MS_MAX,
);

const THROWING = NAUTILUS_TRADER.replace('self.log.info(f"bar {bar.ts_event}")', 'raise ValueError("on every bar")');
/** Takes more at each look, without end; its memory is 256 MiB. */
const GREEDY = NAUTILUS_TRADER.replace(
  'self.log.info(f"look {self.looks}")',
  'self.kept = [bytearray(16 * 1024 * 1024) for _ in range(1_000)]',
);

test(
  'a strategy that throws on every bar and one that takes memory without end stop themselves and nobody else',
  async () => {
    const neighbour = await started('neighbour');
    await deployments.untilStatus(neighbour, 'running');
    const before = await until(
      'a process',
      () => processOf(neighbour),
      (pid) => pid !== undefined,
    );
    const throwing = await started('throwing', { code: THROWING });
    const greedy = await started('greedy', { code: GREEDY });
    expect((await deployments.untilStatus(throwing, 'error')).error).toMatchObject({
      code: 'strategy_failed',
      message: expect.stringMatching(/^line \d+: ValueError: on every bar$/),
    });
    // It might only have held too much for a while: it is started again a few times.
    expect(await deployments.untilStatus(greedy, 'error')).toMatchObject({
      error: { code: 'memory_limit_exceeded', message: expect.stringMatching(/MemoryError.*restarts did not help/) },
      health: { restarts: 5 },
    });
    expect([(await deployments.read(neighbour)).status, await processOf(neighbour)]).toEqual(['running', before]);
    expect((await deployments.read(neighbour)).health.restarts).toBe(0);
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
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    expect((await deployments.metrics(id)).exposure.positions).toMatchObject([{ symbol, side: 'long' }]);
  },
  TEST_MS_MAX,
);
