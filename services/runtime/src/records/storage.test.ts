import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { catalogue } from '@platform/errors';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import {
  buildDomain,
  emptyDatabase,
  FINISHED,
  openDatabase,
  ScriptedFramework,
  TRADES,
  testLimits,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import { OutputLimitExceeded } from '../frameworks/framework.js';
import { RunOutput } from './output.js';
import { backtestModel } from './record.js';
import { BacktestStorage, RUN_BYTES_MAX } from './storage.js';

const ACCOUNT = 'acc_1';
const CALL = { accountId: ACCOUNT, requestId: 'r', isGivenUp: () => false };
const MEBIBYTE = 1024 ** 2;
/** Ends the workers of the test. */
const onTestEnd: (() => Promise<void>)[] = [];
let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase('storage');
});
beforeEach(() => emptyDatabase(connection));
afterEach(async () => {
  for (const end of onTestEnd.splice(0)) await end();
});
afterAll(() => connection.close());

/** A domain whose runs give so many thousands of trades, with room for one run and this much more. */
async function domainWith(thousands: number, moreBytes: number) {
  const framework = new ScriptedFramework();
  const some = Array.from({ length: 1_000 }, () => TRADES).flat();
  framework.run = async (_job, { onTrades }) => {
    for (let sent = 0; sent < thousands; sent += 1) await onTrades(some);
    return FINISHED;
  };
  const clock = new ManualClock(Date.now());
  const limits = { ...testLimits, storedBytes: RUN_BYTES_MAX + moreBytes };
  const domain = await buildDomain(connection, { frameworks: new Map([['freqtrade', [framework]]]), limits, clock });
  await domain.workers.start();
  onTestEnd.push(() => domain.workers.close());
  return { ...domain, clock, framework };
}

const create = async (domain: Awaited<ReturnType<typeof domainWith>>) =>
  (await domain.creation.create(validRequest(), CALL)).backtest._id;

describe('the storage of an account', () => {
  test('holds what its runs stored, refuses a run that might not fit, and is free again after a deletion', async () => {
    const domain = await domainWith(5, 2 * MEBIBYTE);
    const first = await create(domain);
    await untilStatuses(connection, { finished: 1 });
    const one = await domain.storage.usedBytes(ACCOUNT);
    expect(one).toBeGreaterThan(MEBIBYTE);
    expect(one).toBeLessThan(2 * MEBIBYTE);
    const second = await create(domain);
    await untilStatuses(connection, { finished: 2 });

    expect(catalogue.quota_exceeded.http).toBe(429);
    const limit = RUN_BYTES_MAX + 2 * MEBIBYTE;
    const details = { used_bytes: await domain.storage.usedBytes(ACCOUNT), limit_bytes: limit };
    await expect(create(domain)).rejects.toMatchObject({ code: 'quota_exceeded', details });
    expect(await domain.store.readTrades(ACCOUNT, first, { after: undefined, limit: 10_000 })).toHaveLength(5_000);
    await expect(domain.creation.create(validRequest(), { ...CALL, accountId: 'acc_2' })).resolves.toMatchObject({});

    const { backtest } = await domain.store.delete(ACCOUNT, second);
    domain.clock.advance(20_000);
    expect(await domain.storage.sweep()).toBe(1);
    const left = await domain.storage.usedBytes(ACCOUNT);
    expect(left - one).toBeLessThan(4_096);
    for (const collection of ['backtest_inputs', 'backtest_trades', 'backtest_logs'])
      expect(
        await connection
          .collection(collection)
          .countDocuments({ $or: [{ _id: second as never }, { backtestId: second }] }),
      ).toBe(0);
    const again = await domain.store.delete(ACCOUNT, second);
    expect(again.backtest).toMatchObject({ _id: second, status: 'finished', deletedAt: backtest.deletedAt });
    expect(again.backtest.result).toMatchObject({ trades: 1, perPair: [] });
    await expect(create(domain)).resolves.toEqual(expect.any(String));
  });

  test('is reserved while a run goes on, so that of runs that begin at once as many go on as fit', async () => {
    const domain = await domainWith(1, MEBIBYTE);
    domain.framework.status = 'provisioning';
    const ids = [await create(domain), await create(domain)];
    domain.framework.status = 'ready';
    const gate = Promise.withResolvers<void>();
    domain.framework.run = async () => {
      await gate.promise;
      return FINISHED;
    };
    domain.workers.wake();
    const refused = async () =>
      (await domain.store.findMany(ACCOUNT, ids)).some(({ error }) => error?.code === 'quota_exceeded');
    while (!(await refused())) await systemClock.sleep(20);
    gate.resolve();
    await untilStatuses(connection, { error: 1, finished: 1 });
  });

  test('is what its records say, whatever died: one that nobody measured is measured by the sweep', async () => {
    const domain = await domainWith(2, 100 * MEBIBYTE);
    await create(domain);
    await untilStatuses(connection, { finished: 1 });
    const measured = await domain.storage.usedBytes(ACCOUNT);
    // As a run of before there was a quota, and one whose worker died too often.
    const reserved = { $set: { storedBytes: RUN_BYTES_MAX, storageDue: true } };
    for (const change of [{ $unset: { storedBytes: 1 } }, reserved]) {
      await backtestModel(connection).updateMany({}, change);
      await domain.storage.initialize();
      expect(await domain.storage.sweep()).toBe(1);
      // But for the mark that it was to be measured.
      expect(Math.abs((await domain.storage.usedBytes(ACCOUNT)) - measured)).toBeLessThan(50);
    }
  });
});

test('a record that can not be measured keeps the sweep from no other, and from its end', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `bt_${String(index).padStart(2, '0')}`);
  const [bad, ...others] = ids;
  await backtestModel(connection).collection.insertMany(
    ids.map((_id) => ({ _id: _id as never, accountId: ACCOUNT, storageDue: true })),
  );
  class FailingOutput extends RunOutput {
    override async storedBytes(backtestId: string): Promise<number> {
      if (backtestId === bad) throw new Error('it can not be read');
      return super.storedBytes(backtestId);
    }
  }
  const lines: string[] = [];
  const sink = new Writable({
    write: (line, _code, done) => {
      lines.push(String(line));
      done();
    },
  });
  const logger = createLogger({ process: 'test', level: 'error' }, sink);
  const storage = new BacktestStorage(connection, new FailingOutput(connection), systemClock, MEBIBYTE, logger);
  expect(await storage.sweep()).toBe(others.length);
  expect(await backtestModel(connection).distinct('_id', { storageDue: true })).toEqual([bad]);
  expect(lines).toEqual([expect.stringContaining('it can not be read')]);
});

test('a run that closes more trades than are kept ends with a reason and holds none of them', async () => {
  const domain = await domainWith(0, 100 * MEBIBYTE);
  const some = Array.from({ length: 1_000 }, () => TRADES.map((trade) => ({ ...trade, entryTag: 'x'.repeat(1_000) })));
  domain.framework.run = async (_job, { onTrades }) => {
    try {
      for (let sent = 0; sent < 40_000; sent += 1_000) await onTrades(some.flat());
      return FINISHED;
    } catch (error) {
      if (!(error instanceof OutputLimitExceeded)) throw error;
      const { message } = error;
      return { kind: 'error', code: 'output_limit_exceeded', message, findings: [], claimed: false };
    }
  };
  const id = await create(domain);
  await untilStatuses(connection, { error: 1 });
  const [backtest] = await domain.store.findMany(ACCOUNT, [id]);
  expect(backtest?.error).toMatchObject({
    code: 'output_limit_exceeded',
    message: 'the run closed more than the 100000 trades of 32 MiB that it may',
  });
  expect(await connection.collection('backtest_trades').countDocuments()).toBe(0);
  expect(await domain.storage.usedBytes(ACCOUNT)).toBeLessThan(10_000);
});
