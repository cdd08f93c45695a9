import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import type { CreateBacktestRequest } from '@platform/protos/runtime';
import type { Connection } from '@platform/store/mongo';
import {
  buildDomain,
  DIGEST,
  emptyDatabase,
  openDatabase,
  queueOf,
  testLimits,
  untilStatuses,
  validRequest,
} from '../domain.fixture.js';
import { legacyModel } from '../legacy/record.js';
import { toBacktestMessage } from '../messages.js';
import { inputsModel } from '../records/inputs.js';
import { backtestModel } from '../records/record.js';
import { backtestDepths } from './depths.js';

type Domain = Awaited<ReturnType<typeof buildDomain>>;

const OWNER = 'acc_1';
const call = { accountId: OWNER, requestId: 'r1', isGivenUp: () => false };
const HOUR_MS = 3_600_000;

let connection: Connection;
let clock: ManualClock;
let domain: Domain;

beforeAll(async () => {
  connection = await openDatabase('held');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  clock = new ManualClock(1_760_000_000_000);
  domain = await buildDomain(connection, { clock });
});

afterEach(() => domain.workers.close());

afterAll(() => connection.close());

async function queue(request: Partial<CreateBacktestRequest> = {}, accountId = OWNER): Promise<string> {
  return (await domain.creation.create(validRequest(request), { ...call, accountId })).backtest._id;
}

const hold = (request: Partial<CreateBacktestRequest> = {}) => queue({ ...request, hold: true });
const claimOne = () => queueOf(connection, clock, 'worker').claim([DIGEST]);

describe('a backtest that its caller cancels', () => {
  test('has ended and is kept, whether it waited or was held, and stays as it is', async () => {
    for (const id of [await queue(), await hold()]) {
      const { backtest } = await domain.store.cancel(OWNER, id);
      expect(backtest).toMatchObject({
        status: 'error',
        error: { code: 'cancelled', message: 'The backtest was cancelled before it ended.' },
      });
      expect(backtest.deletedAt).toBeUndefined();
      clock.advance(HOUR_MS);
      expect((await domain.store.cancel(OWNER, id)).backtest).toEqual(backtest);
      expect(await domain.store.findMany(OWNER, [id])).toMatchObject([{ status: 'error' }]);
    }
    expect(await claimOne()).toBeUndefined();
  });

  test('of somebody else, or a deleted one, is not found', async () => {
    const id = await queue();
    await expect(domain.store.cancel('acc_2', id)).rejects.toMatchObject({ code: 'backtest_not_found' });
    await domain.store.delete(OWNER, id);
    await expect(domain.store.cancel(OWNER, id)).rejects.toMatchObject({ code: 'backtest_not_found' });
  });
});

describe('a held backtest', () => {
  test('is queued, and runs once it is started', async () => {
    const id = await hold();
    const [held] = await domain.store.findMany(OWNER, [id]);
    expect(held).toMatchObject({ status: 'queued', held: true });
    await domain.workers.start();
    await queue();
    await untilStatuses(connection, { finished: 1, queued: 1 });
    const { backtest, wasHeld } = await domain.store.start(OWNER, id);
    expect([toBacktestMessage(backtest).held, wasHeld]).toEqual([false, true]);
    domain.workers.wake();
    await untilStatuses(connection, { finished: 2 });
  });

  test('leaves its place in the queue to others, and has it when it is started', async () => {
    const id = await hold();
    expect(await claimOne()).toBeUndefined();
    const other = await queue();
    expect((await claimOne())?.backtestId).toBe(other);
    await domain.store.start(OWNER, id);
    expect((await claimOne())?.backtestId).toBe(id);
  });

  test('is not among those that wait for a worker, and waits since its start', async () => {
    const id = await hold();
    expect(await backtestDepths(connection)).toMatchObject([{ jobs: 0 }, { jobs: 0 }]);
    clock.advance(HOUR_MS);
    await domain.store.start(OWNER, id);
    expect(await backtestDepths(connection)).toMatchObject([{ jobs: 1, oldestAt: clock.now() }, { jobs: 0 }]);
  });

  test("counts towards its account's limits as any that is queued", async () => {
    const limited = await buildDomain(connection, { clock, limits: { ...testLimits, queuedBacktests: 1 } });
    const id = await hold();
    expect(await domain.storage.usedBytes(OWNER)).toBeGreaterThan(0);
    for (const request of [validRequest(), validRequest({ hold: true })])
      await expect(limited.creation.create(request, call)).rejects.toMatchObject({ code: 'rate_limited' });
    await domain.store.delete(OWNER, id);
    await expect(limited.creation.create(validRequest(), call)).resolves.toMatchObject({ replayed: false });
  });

  test('is cancelled by its deletion, and held no longer', async () => {
    const id = await hold();
    const { backtest, effects } = await domain.store.delete(OWNER, id);
    expect(toBacktestMessage(backtest)).toMatchObject({ status: 'error', held: false, error: { code: 'cancelled' } });
    expect(effects).not.toContain('stop_run');
    await expect(domain.store.start(OWNER, id)).rejects.toMatchObject({ code: 'backtest_not_found' });
  });

  test('ends where its image is not listed any more, and outlives one that can not be installed', async () => {
    await hold();
    const work = queueOf(connection, clock, 'worker');
    expect(await work.awaitedImages()).toEqual([]);
    expect(await work.failOnImage(DIGEST)).toBe(0);
    expect(await work.failWithoutImage([DIGEST])).toBe(0);
    expect(await work.failWithoutImage([])).toBe(1);
    expect(await backtestModel(connection).findOne().lean()).not.toHaveProperty('held');
  });

  test('has the seed of the same request without a hold', async () => {
    await Promise.all([hold(), queue()]);
    const inputs = await inputsModel(connection).find().lean();
    expect(new Set(inputs.map(({ seed }) => seed)).size).toBe(1);
    expect(inputs).toHaveLength(2);
  });
});

describe('the key of a creation', () => {
  const idempotencyKey = 'key';

  test('covers whether the backtest is held', async () => {
    await hold({ idempotencyKey });
    await expect(queue({ idempotencyKey })).rejects.toMatchObject({ code: 'idempotency_key_conflict' });
  });

  test('takes a hold that is false for none', async () => {
    const id = await queue({ idempotencyKey });
    expect(await queue({ idempotencyKey, hold: false })).toBe(id);
  });

  test('gives the record as it was queued, also once it is started', async () => {
    const id = await hold({ idempotencyKey });
    await domain.store.start(OWNER, id);
    const again = await domain.creation.create(validRequest({ idempotencyKey, hold: true }), call);
    expect(again).toMatchObject({ replayed: true, backtest: { _id: id, held: true } });
  });
});

describe('a start', () => {
  test('repeated, or of what was never held, changes nothing and says how it stands', async () => {
    const id = await hold();
    await domain.store.start(OWNER, id);
    const unheld = await queue();
    for (const each of [id, unheld]) {
      const before = await backtestModel(connection).findById(each).lean();
      expect(await domain.store.start(OWNER, each)).toMatchObject({ wasHeld: false, backtest: { status: 'queued' } });
      expect(await backtestModel(connection).findById(each).lean()).toEqual(before);
    }
  });

  test('finds no backtest of another account, and none that never was', async () => {
    const id = await hold();
    const refusal = { code: 'backtest_not_found' };
    await expect(domain.store.start('acc_2', id)).rejects.toMatchObject(refusal);
    await expect(domain.store.start(OWNER, 'unknown')).rejects.toMatchObject(refusal);
    expect(await backtestModel(connection).findById(id).lean()).toMatchObject({ held: true });
  });

  test('of a record of the older platform says how it ended, where it had ended', async () => {
    const view = {
      ...({ status: 'finished', framework: { id: 'freqtrade' }, venue: 'hyperliquid', symbols: [] } as const),
      ...{ canonicalSymbols: [], range: { from: '2025-01-01', to: '2025-02-01' } },
    };
    await legacyModel(connection).insertMany([
      { _id: 'ended', state: 'ended', accountId: OWNER, view },
      { _id: 'active', state: 'active', accountId: OWNER },
    ]);
    expect(await domain.store.start(OWNER, 'ended')).toMatchObject({ wasHeld: false, backtest: view });
    await expect(domain.store.start(OWNER, 'active')).rejects.toMatchObject({ code: 'unsupported_runtime_record' });
  });

  test('and a deletion at once leave a deleted backtest that no worker takes', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await hold();
      const started = domain.store.start(OWNER, id).then(
        ({ wasHeld }) => wasHeld,
        ({ code }: { code: string }) => code,
      );
      const [outcome, { backtest }] = await Promise.all([started, domain.store.delete(OWNER, id)]);
      expect([true, 'backtest_not_found']).toContain(outcome);
      expect(backtest).toMatchObject({ status: 'error', error: { code: 'cancelled' }, deletedAt: clock.now() });
      expect(await claimOne()).toBeUndefined();
    }
  });

  test('at once from many callers is of one of them', async () => {
    const id = await hold();
    const starts = await Promise.all(Array.from({ length: 20 }, () => domain.store.start(OWNER, id)));
    expect(starts.filter(({ wasHeld }) => wasHeld)).toHaveLength(1);
  });
});
