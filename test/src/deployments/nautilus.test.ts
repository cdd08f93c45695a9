import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller } from '../platform/caller.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';
import { NAUTILUS_TRADER, traders } from './strategies.js';

/** Deployments of nautilus, which share one process per account, on a whole platform. */

const TEST_MS_MAX = 480_000;
const SYMBOL = 'BTC-PERP.HYPERLIQUID';
let platform: Platform;
let caller: Caller;
let deployments: Deployments;

beforeAll(async () => {
  const environment = { DEPLOYMENT_MEMORY_MIB: '256', LEGACY_NAMESPACES: 'local' };
  platform = await Platform.start('its bots are killed', environment);
  caller = await Caller.register(platform, 'nautilus-deployer@example.com');
  deployments = await Deployments.of(caller);
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

/** Returns the process of bots that holds a deployment's: its name, and what its start has for itself alone. */
async function holderOf(id: string): Promise<{ name: string; nonce: string }> {
  const folder = join(platform.dataDirectory, 'bots');
  for (const name of await readdir(folder)) {
    const held = await readdir(join(folder, name, 'state'));
    if (!held.includes(id)) continue;
    const { nonce } = JSON.parse(await readFile(join(folder, name, 'placement.json'), 'utf8'));
    return { name, nonce };
  }
  throw new Error(`nothing holds ${id}`);
}

test(
  'a bot of this machine is read by the id of a legacy record that names it, until it is started again',
  async () => {
    const id = await started('observed');
    await deployments.untilStatus(id, 'running');
    const { name, nonce } = await holderOf(id);
    const legacyId = `legacy-${id}`;
    const line = {
      ...{ id: legacyId, account_id: caller.accountId, name: 'Carried over', framework: 'freqtrade' },
      ...{ venue: 'hyperliquid', mode: 'paper', status: 'running', created_at: '2025-02-02T10:00:00Z' },
      workload: {
        ...{ namespace: 'local', kind: 'Bot', name: id, uid: `${nonce}-1`, labels: { deployment: id, workload: name } },
      },
    };
    const file = join(tmpdir(), `${legacyId}.jsonl`);
    await writeFile(file, JSON.stringify(line));
    const imported = await operate(platform, 'deployments', 'import', file);
    expect(imported).toEqual({ code: 0, output: expect.stringContaining('1 imported: 1 readable, 0 ambiguous') });
    expect((await operate(platform, 'deployments', 'import', file)).output).toContain('1 unchanged, 0 refused');
    await rm(file);

    const { body: read, status } = await deployments.send('GET', legacyId);
    expect([status, read]).toEqual([
      200,
      {
        ...{ id: legacyId, name: 'Carried over', status: 'running', mode: 'paper', venue: 'hyperliquid', symbols: [] },
        framework: { id: 'freqtrade' },
        health: { last_heartbeat: null, restarts: 0, differences: [] },
        ...{ alive_until: null, created_at: '2025-02-02T10:00:00.000Z', started_at: expect.any(String) },
      },
    ]);
    const [first] = await deployments.logs(id);
    expect(await deployments.logs(legacyId)).toContain(first);
    const other = await Deployments.of(await Caller.register(platform, 'legacy-stranger@example.com'));
    expect((await other.send('GET', legacyId)).body.error.code).toBe('deployment_not_found');
    expect((await deployments.send('GET', legacyId, '/metrics')).status).toBe(409);
    expect((await deployments.act(legacyId, { action: 'stop' })).status).toBe(409);

    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    await deployments.act(id, { action: 'start' });
    await deployments.untilStatus(id, 'running');
    for (const rest of ['', '/logs'])
      expect((await deployments.send('GET', legacyId, rest)).body.error.code).toBe('unsupported_runtime_record');
  },
  TEST_MS_MAX,
);
