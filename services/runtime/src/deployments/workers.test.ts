import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { ClosedTrade } from '../bots/frames.js';
import { MemoryBotRunner } from '../bots/testing/memory-runner.js';
import { buildDomain, emptyDatabase, NO_MARKET_FACTS, NOTHING_LIVE, openDatabase } from '../domain.fixture.js';
import { created } from './actions/deployments.fixture.js';
import type { DeploymentRecord } from './record.js';
import type { DeploymentStatus } from './state.js';

const OWNER = 'acc_1';
const STEP_MS = 500;
/** While time passes in which little happens: an observer looks every two seconds. */
const STRIDE_MS = 10_000;
const STEPS_MAX = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW_MS = Date.UTC(2026, 5, 1);
const OPEN = { symbol: 'BTC/USDC:USDC', side: 'long', sizeUsd: 100 } as const;

let connection: Connection;
let clock: ManualClock;
let runner: MemoryBotRunner;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('deployment_workers');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(NOW_MS);
  runner = new MemoryBotRunner(clock);
  await startService();
});

afterEach(() => domain.deployments.workers.close());
afterAll(() => connection.close());

/** The service, as a restart makes it: the runner outlives it. */
async function startService(): Promise<void> {
  const world = { marketsOf: async () => [], marketFactsOf: NO_MARKET_FACTS };
  const bots = { runner, botLimits: { memoryBytes: 2 ** 30 }, ...world, live: NOTHING_LIVE };
  domain = await buildDomain(connection, { clock, bots });
  await domain.deployments.workers.start();
}

const get = (id: string) => domain.deployments.store.get(OWNER, id);

/** Lets time pass until a deployment is as it should be. */
async function until(
  id: string,
  holds: (record: DeploymentRecord) => boolean,
  stepMs = STEP_MS,
): Promise<DeploymentRecord> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const record = await get(id);
    if (holds(record)) return record;
    clock.advance(stepMs);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`nothing came of the wait: ${JSON.stringify(await get(id))}`);
}

const untilStatus = (id: string, status: DeploymentStatus) => until(id, (record) => record.status === status);

/** Lets an amount of time pass, step by step. */
async function pass(durationMs: number): Promise<void> {
  const untilMs = clock.nowMs() + durationMs;
  await until((await anyOne())._id, () => clock.nowMs() >= untilMs, STRIDE_MS);
}

async function anyOne(): Promise<DeploymentRecord> {
  const [first] = await domain.deployments.store.list(OWNER, {}, { older: {}, limit: 1 });
  if (first === undefined) throw new Error('there is no deployment');
  return first;
}

/** A deployment whose bot trades. */
async function running(expiry: Parameters<typeof domain.deployments.lifecycle.start>[2] = {}): Promise<string> {
  const { _id } = await created(domain, OWNER, `deployment ${Math.random()}`);
  await domain.deployments.lifecycle.start(OWNER, _id, expiry);
  await untilStatus(_id, 'running');
  return _id;
}

function holdPosition(id: string, isOpen: boolean): void {
  const trades = { total: 1, open: isOpen ? 1 : 0, wins: isOpen ? 0 : 1, losses: 0 };
  const snapshot = { atMs: clock.nowMs(), trades, realizedUsd: 0, unrealizedUsd: 0, balanceUsd: 1_000 };
  runner.change(id, { snapshot: { ...snapshot, positions: isOpen ? [OPEN] : [] } });
}

describe('a deployment that should run', () => {
  test('is started, and stops when it is told to', async () => {
    const id = await running();
    expect((await get(id)).heartbeatAt).toEqual(expect.any(Date));
    await domain.deployments.lifecycle.stop(OWNER, id);
    await untilStatus(id, 'stopped');
    expect(runner.stateOf(id)?.ended).toMatchObject({ by: 'told' });
  });

  test('goes on while the service is down, with the process that it had', async () => {
    const id = await running();
    const before = runner.stateOf(id);
    await domain.deployments.workers.close();
    await startService();
    await pass(MINUTE_MS);
    expect(runner.stateOf(id)).toMatchObject({ processId: before?.processId, ended: null });
    expect([(await get(id)).status, runner.starts]).toEqual(['running', 1]);
  });

  test('is started again when its bot ends by itself, after pauses that grow, and not for ever', async () => {
    const id = await running();
    const pausesMs: number[] = [];
    for (let restart = 1; restart <= 5; restart += 1) {
      const endedAtMs = clock.nowMs();
      runner.end(id, { code: 'process_ended', message: 'ended by signal 9' });
      const { startedAtMs } = await until(
        id,
        ({ status, restarts }) => status === 'running' && restarts === restart,
      ).then(() => runner.stateOf(id) ?? { startedAtMs: Number.NaN });
      pausesMs.push(startedAtMs - endedAtMs);
    }
    for (const [index, pauseMs] of pausesMs.entries()) expect(pauseMs).toBeGreaterThanOrEqual(2_000 * 2 ** index);
    runner.end(id, { code: 'process_ended', message: 'ended by signal 9' });
    const record = await untilStatus(id, 'error');
    expect(record.error).toMatchObject({ code: 'process_ended', message: expect.stringMatching(/5 restarts/) });
  });

  test('counts its restarts from zero after a run of ten minutes', async () => {
    const id = await running();
    for (let restart = 1; restart <= 6; restart += 1) {
      await pass(10 * MINUTE_MS);
      runner.end(id);
      await until(id, ({ status, restarts }) => status === 'running' && restarts === restart);
    }
  });

  test.each(['while the service runs', 'while it is down'])(
    'waits no longer for its restart than before where the clock is set back %s',
    async (when) => {
      const id = await running();
      runner.end(id);
      await until(id, ({ status, restarts }) => status === 'starting' && restarts === 1);
      if (when === 'while it is down') await domain.deployments.workers.close();
      clock.set(-24 * HOUR_MS);
      const setBackAtMs = clock.nowMs();
      if (when === 'while it is down') await startService();
      await untilStatus(id, 'running');
      // The pause is two seconds; the clock runs faster here than the database answers.
      expect(clock.nowMs() - setBackAtMs).toBeLessThanOrEqual(MINUTE_MS);
    },
  );

  test('says what it has within seconds after the clock was set back', async () => {
    const id = await running();
    await pass(MINUTE_MS);
    clock.set(-24 * HOUR_MS);
    holdPosition(id, true);
    await until(id, ({ snapshot }) => snapshot?.trades.open === 1);
  });

  test.each(['strategy_failed', 'config_invalid', 'data_unavailable'])(
    'is an error at once when it ends by %s',
    async (code) => {
      const id = await running();
      runner.end(id, { code, message: 'line 3: no' });
      expect((await untilStatus(id, 'error')).error).toMatchObject({ code, message: 'line 3: no' });
      expect((await get(id)).restarts).toBe(0);
      await domain.deployments.lifecycle.start(OWNER, id, {});
      expect((await untilStatus(id, 'running')).error).toBeUndefined();
    },
  );

  test('is started again when its runner has lost it', async () => {
    const id = await running();
    runner.lose(id);
    await until(id, ({ status, restarts }) => status === 'running' && restarts === 1);
  });

  test('is left alone while nothing is known of its bot', async () => {
    const id = await running();
    runner.isSilent = true;
    await pass(5 * MINUTE_MS);
    expect([(await get(id)).status, runner.starts]).toEqual(['running', 1]);
    await domain.deployments.lifecycle.stop(OWNER, id);
    await pass(MINUTE_MS);
    expect((await get(id)).status).toBe('stopping');
    runner.isSilent = false;
    await untilStatus(id, 'stopped');
  });

  test('is brought back after the platform was stopped, which is no restart of its own', async () => {
    const id = await running();
    await runner.stop({ workloadId: '', deploymentId: id });
    await until(id, ({ generation, status }) => status === 'running' && generation === 2);
    expect((await get(id)).restarts).toBe(0);
  });

  test('is one process, however often it is started and stopped', async () => {
    const id = await running();
    for (let round = 0; round < 3; round += 1) {
      await domain.deployments.lifecycle.stop(OWNER, id);
      await domain.deployments.lifecycle.start(OWNER, id, {}).catch(() => undefined);
      await untilStatus(id, 'stopped');
      await domain.deployments.lifecycle.start(OWNER, id, {});
      await untilStatus(id, 'running');
    }
    expect(runner.starts).toBe(4);
  });
});

describe('a deployment whose time is over', () => {
  test('is stopped, and has no end any more', async () => {
    const id = await running({ aliveUntil: new Date(NOW_MS + HOUR_MS) });
    await pass(HOUR_MS - 2 * MINUTE_MS);
    expect((await get(id)).status).toBe('running');
    const record = await untilStatus(id, 'stopped');
    expect(clock.nowMs()).toBeGreaterThanOrEqual(NOW_MS + HOUR_MS);
    expect(record.aliveUntil).toBeUndefined();
  });

  test('goes on where its owner has given it another end since it was read', async () => {
    const id = await running({ aliveUntil: new Date(NOW_MS + HOUR_MS) });
    const seen = await get(id);
    const later = new Date(NOW_MS + 2 * HOUR_MS);
    await domain.deployments.lifecycle.patch(OWNER, id, { aliveUntil: later });
    const { store } = domain.deployments;
    expect(await store.move(seen, 'expired', { unset: ['aliveUntil'], ends: seen })).toBeUndefined();
    expect(await store.change(seen, { stopsWhenFlat: true }, ['aliveUntil'])).toBeUndefined();
    expect(await get(id)).toMatchObject({ status: 'running', aliveUntil: later, stopsWhenFlat: false });
  });

  test('opens nothing more where it is to, and stops by itself once it holds nothing', async () => {
    const id = await running({ aliveUntil: new Date(NOW_MS + HOUR_MS), onExpiry: 'block_entries' });
    holdPosition(id, true);
    await until(id, ({ entriesBlockedSince }) => entriesBlockedSince !== undefined, STRIDE_MS);
    await pass(10 * MINUTE_MS);
    expect([(await get(id)).status, runner.stateOf(id)?.entriesBlocked]).toEqual(['running', true]);
    holdPosition(id, false);
    await untilStatus(id, 'stopped');
    expect((await get(id)).aliveUntil).toBeUndefined();
  });

  test.each([
    ['forward', HOUR_MS * 24 * 30],
    ['back', -HOUR_MS * 24],
  ])('after a clock that jumped %s is what it should be by the clock', async (_where, jumpMs) => {
    const id = await running({ aliveUntil: new Date(NOW_MS + HOUR_MS) });
    clock.set(jumpMs);
    const isOver = jumpMs > 0;
    if (isOver) await untilStatus(id, 'stopped');
    else {
      await pass(10 * MINUTE_MS);
      expect((await get(id)).status).toBe('running');
    }
  });
});

describe('what no deployment wants', () => {
  test('a bot whose deployment was deleted is gone, with all that it kept', async () => {
    const id = await running();
    await domain.deployments.lifecycle.delete(OWNER, id, { acknowledged: false });
    await untilStatus(id, 'deleted');
    expect(runner.stateOf(id)).toBeUndefined();
  });

  test('a bot that runs though its deployment failed is stopped', async () => {
    const id = await running();
    runner.change(id, { state: 'failed', failure: { code: 'strategy_failed', message: 'no' } });
    await untilStatus(id, 'error');
    await until(id, () => runner.stateOf(id)?.ended !== null);
  });
});

describe('what a bot says of itself', () => {
  test('is shown with its trades, each once, also where it tells them again', async () => {
    const id = await running();
    const trade: Omit<ClosedTrade, 'number'> = {
      ...{ symbol: 'BTC/USDC:USDC', side: 'long', opened_at_ms: NOW_MS, closed_at_ms: NOW_MS + 1, open_rate: 1 },
      ...{ close_rate: 2, amount: 1, stake_amount: 1, leverage: 1, fees_abs: 0, profit_abs: 1, profit_ratio: 1 },
      ...{ entry_tag: null, exit_reason: 'roi' },
    };
    const trades = [1, 2, 3].map((number) => ({ number, ...trade }));
    runner.close(id, trades);
    await pass(MINUTE_MS);
    await domain.deployments.workers.close();
    await startService();
    runner.close(id, [{ number: 4, ...trade }]);
    await pass(MINUTE_MS);
    const kept = await domain.deployments.history.trades(id, undefined, 10);
    expect(kept.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test('names a feed that gives no answer', async () => {
    const id = await running();
    runner.change(id, { feedSilentSinceMs: NOW_MS });
    expect((await until(id, ({ feedSilentSince }) => feedSilentSince != null)).feedSilentSince).toEqual(
      new Date(NOW_MS),
    );
    runner.change(id, { feedSilentSinceMs: null });
    await until(id, ({ feedSilentSince }) => feedSilentSince == null);
  });

  test('of a time in which it did not run is kept as such', async () => {
    const id = await running();
    runner.end(id);
    await until(id, ({ status, restarts }) => status === 'running' && restarts === 1);
    const [incident] = await domain.deployments.history.incidents(id, {});
    expect(incident).toMatchObject({ kind: 'not_running', symbol: null });
  });
});
