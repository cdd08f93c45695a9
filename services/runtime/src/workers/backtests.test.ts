import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@platform/store/mongo';
import {
  ANY_MARKET,
  buildDomain,
  DIGEST,
  emptyDatabase,
  FINISHED,
  openDatabase,
  queueOf,
  RESULT,
  ScriptedFramework,
  TRADES,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import type { BacktestOutcome, ValidationOutcome } from '../frameworks/framework.js';
import { backtestModel } from '../records/record.js';

type Domain = Awaited<ReturnType<typeof buildDomain>>;

let connection: Connection;
let framework: ScriptedFramework;
const domains: Domain[] = [];

beforeAll(async () => {
  connection = await openDatabase('workers');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  framework = new ScriptedFramework();
});

afterEach(async () => {
  await Promise.all(domains.splice(0).map(({ workers }) => workers.close()));
});

afterAll(() => connection.close());

async function build(overrides: Parameters<typeof buildDomain>[1] = {}): Promise<Domain> {
  const domain = await buildDomain(connection, { frameworks: new Map([['freqtrade', [framework]]]), ...overrides });
  domains.push(domain);
  return domain;
}

async function queue({ creation }: Domain, accountId: string, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { backtest } = await creation.create(validRequest(), { accountId, requestId: 'r', isGivenUp: () => false });
    ids.push(backtest._id);
  }
  return ids;
}

/** Runs until told to stop, as the real framework does. */
function untilAborted(signal: AbortSignal): Promise<BacktestOutcome> {
  return new Promise((resolve) => {
    const stop = () => resolve({ kind: 'error', code: 'cancelled', message: 'stopped', findings: [], claimed: false });
    signal.addEventListener('abort', stop);
    // It may have been told before it began.
    if (signal.aborted) stop();
  });
}

describe('a run', () => {
  test('ends finished with its result, its lines and its trades', async () => {
    framework.run = async (_job, { onLog, onTrades }) => {
      onLog({ stampNs: 1_700_000_000_000_000_001n, message: '(9 lines were dropped here)', source: 'run' });
      onLog({ stampNs: 1_700_000_000_000_000_002n, message: '(9 lines were dropped here)', source: 'platform' });
      await onTrades(TRADES);
      return FINISHED;
    };
    const domain = await build();
    await domain.workers.start();
    const [id = ''] = await queue(domain, 'acc_1');
    await untilStatuses(connection, { finished: 1 });
    const [backtest] = await domain.store.findMany('acc_1', [id]);
    expect(backtest?.result).toEqual(RESULT);
    expect(backtest?.finishedAt?.getTime()).toBeGreaterThanOrEqual(backtest?.startedAt?.getTime() ?? Infinity);
    expect(await domain.store.readLogs('acc_1', id)).toEqual({
      lines: [
        '2023-11-14T22:13:20.000000001Z (9 lines were dropped here)',
        '2023-11-14T22:13:20.000000002Z (9 lines were dropped here)',
      ],
      platformLines: [1],
    });
    const stored = await connection.collection('backtest_trades').findOne({ backtestId: id });
    expect(stored?.['items']).toEqual(TRADES);
  });

  test('ends as error with the reason of the strategy, whatever its text', async () => {
    const findings = [{ line: 3, text: '$status' }];
    framework.run = async () => ({
      kind: 'error',
      code: 'strategy_failed',
      message: '$accountId',
      findings,
      claimed: true,
    });
    const domain = await build();
    await domain.workers.start();
    const [id = ''] = await queue(domain, 'acc_1');
    await untilStatuses(connection, { error: 1 });
    const [backtest] = await domain.store.findMany('acc_1', [id]);
    expect(backtest?.error).toEqual({ code: 'strategy_failed', message: '$accountId', findings });
  });

  const killed = {
    kind: 'error',
    code: 'strategy_failed',
    message: '',
    findings: [],
    claimed: false,
    killed: true,
  } as const;
  const brokenDown = () => Promise.reject(new Error('the machine is on fire'));
  test.each([
    ['the platform fails', brokenDown, 1, { finished: 1 }],
    ['the platform fails', brokenDown, 2, { error: 1 }],
    ['somebody kills', async () => killed, 3, { finished: 1 }],
    ['somebody kills', async () => killed, 4, { error: 1 }],
  ] as const)('that %s %d times ends as %j', async (_who, fail, failures, statuses) => {
    let runs = 0;
    framework.run = async () => {
      runs += 1;
      return runs <= failures ? fail() : FINISHED;
    };
    const domain = await build();
    await domain.workers.start();
    await queue(domain, 'acc_1');
    await untilStatuses(connection, statuses);
    expect(runs).toBe('finished' in statuses ? failures + 1 : failures);
  });

  test('that says itself that the platform failed is not tried again', async () => {
    let runs = 0;
    framework.run = async () => {
      runs += 1;
      return { kind: 'error', code: 'platform_failed', message: 'not me', findings: [], claimed: true };
    };
    const domain = await build();
    await domain.workers.start();
    await queue(domain, 'acc_1');
    await untilStatuses(connection, { error: 1 });
    expect(runs).toBe(1);
  });

  const findings = [{ line: 1, text: 'invalid syntax' }];
  const problems = [{ path: 'config.instrument_ids', message: 'must repeat symbols' }];
  test.each<[ValidationOutcome, { code: string; message?: string; findings: typeof findings }]>([
    [
      { kind: 'strategy_invalid', findings },
      { code: 'strategy_invalid', findings },
    ],
    [
      { kind: 'invalid_request', problems },
      { code: 'invalid_request', message: 'config.instrument_ids must repeat symbols.', findings: [] },
    ],
  ])(
    'waits while its framework is provisioned, and is refused then as it would have been at once: %j',
    async (validation, error) => {
      framework.status = 'provisioning';
      framework.validation = validation;
      const domain = await build();
      await domain.workers.start();
      const [id = ''] = await queue(domain, 'acc_1');
      await wait(100);
      await untilStatuses(connection, { queued: 1 });
      framework.status = 'ready';
      domain.workers.wake();
      await untilStatuses(connection, { error: 1 });
      const [backtest] = await domain.store.findMany('acc_1', [id]);
      expect(backtest?.error).toMatchObject(error);
      const { code, message } = backtest?.error ?? {};
      await expect(queue(domain, 'acc_1')).rejects.toMatchObject({ code, message });
    },
  );
});

test('a backtest whose release was swept meanwhile runs on the one that is published then, and says so', async () => {
  let release = 'first';
  const marketData = { ...ANY_MARKET, resolve: async () => ({ candles: [], instruments: [], release }) };
  const domain = await build({ marketData });
  const [id = ''] = await queue(domain, 'acc_1');
  expect((await domain.store.findMany('acc_1', [id]))[0]?.release).toBe('first');
  release = 'second';
  let runs = 0;
  framework.run = async () => {
    runs += 1;
    if (runs === 1) throw new Error('its objects are gone');
    return FINISHED;
  };
  await domain.workers.start();
  await untilStatuses(connection, { finished: 1 });
  expect((await domain.store.findMany('acc_1', [id]))[0]?.release).toBe('second');
});

describe('the queue', () => {
  test('keeps to its workers and to two runs per account, and serves accounts in turn', async () => {
    const running = new Map<string, number>();
    let most = 0;
    const started: string[] = [];
    const accountOf = new Map<string, string>();
    const domain = await build({ slots: { workers: 3, paused: 0, pausedBytes: 0, sliceMs: 5_000 } });
    framework.run = async ({ id }) => {
      const account = accountOf.get(id) ?? '';
      started.push(account);
      running.set(account, (running.get(account) ?? 0) + 1);
      most = Math.max(
        most,
        [...running.values()].reduce((left, right) => left + right),
      );
      expect(running.get(account)).toBeLessThanOrEqual(2);
      // Long enough for the others to be taken too, on a busy machine as well.
      await wait(100);
      running.set(account, (running.get(account) ?? 0) - 1);
      return FINISHED;
    };
    for (const account of ['a', 'b', 'c'])
      for (const id of await queue(domain, account, account === 'a' ? 20 : 5)) accountOf.set(id, account);
    await domain.workers.start();
    await untilStatuses(connection, { finished: 30 });
    expect(most).toBe(3);
    for (const account of ['a', 'b', 'c'])
      expect(started.slice(0, 15).filter((name) => name === account).length).toBeGreaterThanOrEqual(4);
  });

  test('never lets two processes exceed the runs of one account, nor run one backtest twice', async () => {
    const runs = new Map<string, number>();
    let running = 0;
    let most = 0;
    framework.run = async ({ id }) => {
      runs.set(id, (runs.get(id) ?? 0) + 1);
      running += 1;
      most = Math.max(most, running);
      await wait(5);
      running -= 1;
      return FINISHED;
    };
    const first = await build({ owner: 'one', slots: { workers: 4, paused: 0, pausedBytes: 0, sliceMs: 5_000 } });
    const second = await build({ owner: 'two', slots: { workers: 4, paused: 0, pausedBytes: 0, sliceMs: 5_000 } });
    await queue(first, 'acc_1', 20);
    await Promise.all([first.workers.start(), second.workers.start()]);
    for (let index = 0; index < 40; index += 1) {
      await wait(10);
      second.workers.wake();
    }
    await untilStatuses(connection, { finished: 20 });
    expect(most).toBeLessThanOrEqual(2);
    expect([...runs.values()]).toEqual(Array.from({ length: 20 }, () => 1));
  });
});

describe('deleting', () => {
  test('really stops a running backtest and frees its place', async () => {
    let stopped = 0;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    framework.run = async (_job, { signal }) => {
      begin();
      const outcome = await untilAborted(signal);
      stopped += 1;
      return outcome;
    };
    const domain = await build({ slots: { workers: 1, paused: 0, pausedBytes: 0, sliceMs: 5_000 } });
    await domain.workers.start();
    const [id = ''] = await queue(domain, 'acc_1');
    // It is `running` a moment before its framework is called.
    await begun;
    const { backtest, effects } = await domain.store.delete('acc_1', id);
    expect(backtest).toMatchObject({ status: 'error', error: { code: 'cancelled' } });
    expect(backtest.deletedAt).toBeInstanceOf(Date);
    expect(effects).toContain('stop_run');
    domain.workers.cancel(id);
    framework.run = async () => FINISHED;
    await queue(domain, 'acc_1');
    await untilStatuses(connection, { error: 1, finished: 1 });
    expect(stopped).toBe(1);
    expect((await domain.store.delete('acc_1', id)).backtest).toEqual(backtest);
  });

  test('a waiting backtest keeps it from ever running; a finished one keeps its status', async () => {
    const domain = await build();
    const [id = ''] = await queue(domain, 'acc_1');
    await domain.store.delete('acc_1', id);
    framework.run = async () => FINISHED;
    await domain.workers.start();
    const [other = ''] = await queue(domain, 'acc_1');
    await untilStatuses(connection, { error: 1, finished: 1 });
    expect((await domain.store.delete('acc_1', other)).backtest).toMatchObject({ status: 'finished', result: {} });
    expect(await domain.store.findMany('acc_1', [id, other])).toEqual([]);
  });

  test("another account's backtest is not found", async () => {
    const domain = await build();
    const [id = ''] = await queue(domain, 'acc_1');
    await expect(domain.store.delete('acc_2', id)).rejects.toMatchObject({ code: 'backtest_not_found' });
    await untilStatuses(connection, { queued: 1 });
  });
});

describe('recovery', () => {
  test('a restarted process at once starts again what its predecessor held, and the predecessor can write no more', async () => {
    const dead = await build();
    const [id = ''] = await queue(dead, 'acc_1');
    const predecessor = queueOf(connection, fixedClock, 'test');
    const held = await predecessor.claim([DIGEST]);
    const restarted = await build();
    framework.run = async () => FINISHED;
    await restarted.workers.start();
    await untilStatuses(connection, { finished: 1 });
    // Had the lease lapsed, it would count as an interruption.
    expect((await backtestModel(connection).findById(id).lean())?.interruptions).toBe(0);
    const error = { code: 'time_limit_exceeded', message: 'late', findings: [] } as const;
    expect(await predecessor.end(held!, { event: 'failed', error })).toBe(false);
    expect(await predecessor.renew(held!)).toBe(false);
    const [backtest] = await restarted.store.findMany('acc_1', [id]);
    expect(backtest).toMatchObject({ status: 'finished', result: { trades: 1 } });
    expect(backtest).not.toHaveProperty('error');
  });

  test('another process waits for the lease to lapse, and the late worker is fenced off', async () => {
    const domain = await build();
    const [id = ''] = await queue(domain, 'acc_1');
    const silent = queueOf(connection, fixedClock, 'silent');
    const other = queueOf(connection, fixedClock, 'other');
    const held = await silent.claim([DIGEST]);
    expect(await other.reclaimLapsed()).toBe(0);
    await backtestModel(connection).updateOne({ _id: id }, { 'lease.expiresAt': new Date(0) });
    expect(await other.reclaimLapsed()).toBe(1);
    const taken = await other.claim([DIGEST]);
    expect(taken?.lease.epoch).toBe(2);
    await silent.recordProgress(held!, { fraction: 0.9, simulatedMs: 0 });
    expect((await domain.store.findMany('acc_1', [id]))[0]?.progress).toBeUndefined();
    expect(await silent.end(held!, { event: 'stopped' })).toBe(false);
    expect(await other.end(taken!, { event: 'stopped' })).toBe(true);
    await untilStatuses(connection, { queued: 1 });
  });

  test('a worker stops a run that was taken from it, and leaves the record alone', async () => {
    let aborted = false;
    framework.run = async (_job, { signal }) => {
      const outcome = await untilAborted(signal);
      aborted = true;
      return outcome;
    };
    const domain = await build();
    await domain.workers.start();
    await queue(domain, 'acc_1');
    await untilStatuses(connection, { running: 1 });
    await backtestModel(connection).updateMany({}, { $inc: { 'lease.epoch': 1 } });
    const startedAt = Date.now();
    while (!aborted && Date.now() - startedAt < 10_000) await wait(50);
    expect(aborted).toBe(true);
    await untilStatuses(connection, { running: 1 });
  });

  test('a process told to stop hands its runs back', async () => {
    framework.run = (_job, { signal }) => untilAborted(signal);
    const stopping = await build();
    await stopping.workers.start();
    await queue(stopping, 'acc_1', 2);
    await untilStatuses(connection, { running: 2 });
    await stopping.workers.close();
    await untilStatuses(connection, { queued: 2 });
    const record = await backtestModel(connection).findOne().lean();
    expect(record).not.toHaveProperty('runSlot');
    expect(record).not.toHaveProperty('startedAt');
    framework.run = async () => FINISHED;
    await (await build()).workers.start();
    await untilStatuses(connection, { finished: 2 });
  });
});

const fixedClock = {
  nowMs: () => 1_760_000_000_000,
  now: () => new Date(1_760_000_000_000),
  sleep: async () => {},
};
