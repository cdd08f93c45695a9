import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';
import { holder } from './strategies.js';

/** One deployment through REST, on a whole platform: what users see of a bot that runs, dies with the services and comes back. */

const TEST_MS_MAX = 300_000;

/** Holds a position from its first candle on. */
const HOLDER = holder();

let platform: Platform;
let caller: Caller;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.start('its runtime service is killed under a bot');
  caller = await Caller.register(platform, 'deployer@example.com');
  deployments = await Deployments.of(caller);
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

test(
  'a bot outlives its service, stops with its position, resumes it, and is deleted with a warning',
  async () => {
    const request = deploymentRequest('holder', { code: HOLDER });
    const { status, body } = await caller.send('POST', '/runtime/deployments', request);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ status: 'created', mode: 'paper', venue: 'hyperliquid' }),
    ]);
    const { id } = body;
    const again = await caller.send('POST', '/runtime/deployments', request);
    expect([again.status, again.body.error.code]).toEqual([409, 'name_taken']);
    const early = await deployments.act(id, { action: 'stop' });
    expect([early.status, early.body.error]).toEqual([
      409,
      expect.objectContaining({ code: 'invalid_state', details: { status: 'created', action: 'stop' } }),
    ]);

    expect((await deployments.act(id, { action: 'start' })).body.status).toBe('starting');
    expect((await deployments.act(id, { action: 'start' })).status).toBe(200);
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);

    const bot = async () => (await platform.descriptor()).processes[`bot:${id}`];
    const before = await until('a bot that the descriptor names', bot, (pid) => pid !== undefined);
    await platform.kill('runtime');
    await deployments.untilStatus(id, 'running');
    const { last_heartbeat: heartbeat } = (await deployments.read(id)).health;
    const isLater = ({ health }: { health: { last_heartbeat: string } }) => health.last_heartbeat > heartbeat;
    await deployments.until('a bot that is looked after', id, isLater);
    expect([await bot(), (await deployments.read(id)).health.restarts]).toEqual([before, 0]);

    expect((await deployments.act(id, { action: 'stop', mode: 'graceful' })).body.status).toBe('stopping');
    await deployments.untilStatus(id, 'stopped');
    expect((await deployments.metrics(id)).exposure.positions).toEqual([
      { symbol: 'BTC/USDC:USDC', side: 'long', size_usd: expect.any(Number) },
    ]);
    await deployments.act(id, { action: 'start' });
    await deployments.untilStatus(id, 'running');
    await deployments.untilOpen(id, 1);
    const logs = (await deployments.logs(id)).join('\n');
    expect(logs.match(/Starting worker/g)).toHaveLength(2);
    expect(logs).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z /);

    const refused = await deployments.send('DELETE', id);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'positions_open']);
    const forced = await deployments.send('DELETE', id, '', { force: true, acknowledge_positions_open: true });
    expect([forced.status, forced.body]).toEqual([
      202,
      expect.objectContaining({
        status: 'deleting',
        warning: expect.objectContaining({
          unmanaged_positions: [expect.objectContaining({ symbol: 'BTC/USDC:USDC' })],
        }),
      }),
    ]);
    await deployments.untilStatus(id, 'deleted');
    expect((await deployments.send('DELETE', id)).status).toBe(202);
    expect((await caller.send('GET', '/runtime/deployments')).body.deployments).toEqual([]);
    const deleted = (await caller.send('GET', '/runtime/deployments?status=deleted')).body.deployments;
    expect(deleted.map((each: { id: string }) => each.id)).toEqual([id]);
    expect((await caller.send('POST', '/runtime/deployments', request)).status).toBe(201);
  },
  TEST_MS_MAX,
);

test(
  'a strategy that fails is shown to, and one whose time is over while it holds nothing stops',
  async () => {
    const failing = HOLDER.replace(
      '        return dataframe\n\n    def populate_entry',
      '        raise ValueError("no")\n\n    def populate_entry',
    );
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const id = await deployments.started(deploymentRequest('failing', { code: failing }), { alive_until: inAnHour });
    const { health } = await deployments.until(
      'errors that are shown',
      id,
      (shown) => shown.status === 'running' && shown.health.strategy_errors > 0,
    );
    expect(health.last_strategy_error).toContain('ValueError');
    const soon = new Date(Date.now() + 2_000).toISOString();
    const change = { alive_until: soon, on_expiry: 'block_entries' };
    expect((await deployments.send('PATCH', id, '', change)).status).toBe(200);
    expect(await deployments.untilStatus(id, 'stopped')).toMatchObject({ alive_until: null, entries_blocked: true });
  },
  TEST_MS_MAX,
);

test(
  'a bot that starts while its feed is away waits for it',
  async () => {
    const id = await deployments.created(deploymentRequest('early'));
    const goOn = platform.pauseSupervisor();
    try {
      await platform.end('feed:hyperliquid');
      await deployments.act(id, { action: 'start' });
      const hasFailed = (logs: readonly string[]) => logs.some((line) => line.includes('Could not load markets'));
      await until('a look at the markets that fails', () => deployments.logs(id), hasFailed);
    } finally {
      goOn();
    }
    expect((await deployments.untilStatus(id, 'running')).health.restarts).toBe(0);
  },
  TEST_MS_MAX,
);
