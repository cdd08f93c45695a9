import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ExecutionRecord } from '../executions/model.js';
import { START_MS, TestDomain } from '../testing/domain.fixture.js';

const wire = { a: 0, b: true, p: '100', s: '1', r: false, t: { limit: { tif: 'Gtc' } } };
const order = { type: 'order', orders: [wire], grouping: 'na' };
const cancel = { type: 'cancel', cancels: [{ a: 0, o: 7 }] };
let domain: TestDomain;
let running: TestDomain;

beforeAll(async () => {
  domain = await TestDomain.start('reconciler');
});

beforeEach(async () => {
  await domain.reset();
  domain.venue.behaviour = 'hang_up';
  running = await domain.restarted();
});

afterEach(() => running.stop());
afterAll(() => domain.close());

function pastExpiryMs(): number {
  return domain.clock.nowMs() + 60_000;
}

/** Sets the venue's reads: its time, and the state of every requested order. */
function venueShows(timeMs: number, orders: (oid: unknown) => object | undefined = () => undefined): void {
  domain.venue.info = ({ type, oid }) => {
    if (type === 'clearinghouseState') return { time: timeMs };
    const found = type === 'orderStatus' ? orders(oid) : undefined;
    return found === undefined ? { status: 'unknownOid' } : { status: 'order', order: found };
  };
}

function shown(status: string, timestamp = START_MS) {
  return { order: { oid: 7, coin: 'BTC', timestamp }, status, statusTimestamp: timestamp };
}

async function submitUnknown(action: object): Promise<void> {
  expect((await running.submit(action)).record.status).toBe('reconciling');
}

describe('an order whose answer was lost', () => {
  test.each(['open', 'filled', 'canceled', 'triggered', 'marginCanceled'])(
    'succeeded when it is seen %s',
    async (status) => {
      await submitUnknown(order);
      const cloid = JSON.parse(domain.wallets.signed[0]?.actionJson ?? '').orders[0].c;
      venueShows(START_MS, (oid) => (oid === cloid ? shown(status) : undefined));
      await running.startReconciler();
      const record = await running.until('succeeded');
      expect(JSON.parse(record.resultJson ?? '')).toEqual({
        status: 'ok',
        response: { type: 'orderStatus', data: [shown(status)] },
      });
      expect(domain.venue.sent).toHaveLength(1);
    },
  );

  test.each(['perpMarginRejected', 'iocCancelRejected', 'rejected'])(
    'was rejected when it is seen %s',
    async (status) => {
      await submitUnknown(order);
      venueShows(START_MS, () => shown(status));
      await running.startReconciler();
      expect(JSON.parse((await running.until('rejected')).resultJson ?? '')).toMatchObject({
        exchange_error: { response: { data: [{ status }] } },
      });
    },
  );

  test("failed only when it is unseen after its expiry by the venue's own clock", async () => {
    await submitUnknown(order);
    venueShows(START_MS + 20_000);
    await running.startReconciler();
    await running.until('reconciling', 5_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await running.record()).status).toBe('reconciling');
    venueShows(pastExpiryMs());
    expect(await running.until('failed')).not.toHaveProperty('resultJson');
    expect(domain.venue.sent).toHaveLength(1);
  });

  test('is not disproved by one reading: the next one, seconds later, may show it', async () => {
    await submitUnknown(order);
    let readings = 0;
    venueShows(pastExpiryMs(), () => {
      readings += 1;
      return readings === 1 ? undefined : shown('filled');
    });
    await running.startReconciler();
    await running.until('succeeded');
    expect(await running.record()).toMatchObject({ unseenAt: expect.any(Date) });
  });

  test('is disproved by two readings that are five seconds apart, also of two processes', async () => {
    await submitUnknown(order);
    venueShows(pastExpiryMs());
    await running.startReconciler();
    while ((await running.record()).unseenAt === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const { unseenAt } = await running.record();
    await running.stop();
    running = await domain.restarted();
    await running.startReconciler();
    const { finishedAt } = await running.until('failed');
    expect(Number(finishedAt) - Number(unseenAt)).toBeGreaterThanOrEqual(5_000);
  });

  test("is not taken for an older one under the caller's own id", async () => {
    await submitUnknown({ ...order, orders: [{ ...wire, c: `0x${'a'.repeat(32)}` }] });
    venueShows(pastExpiryMs(), () => shown('filled', START_MS - 3_600_000));
    await running.startReconciler();
    await running.until('failed');
  });

  test('is left to an operator when the venue can not be read until the deadline', async () => {
    await submitUnknown(order);
    domain.venue.info = () => undefined;
    await running.startReconciler();
    expect(await running.until('reconciliation_required', 10_000)).not.toHaveProperty('finishedAt');
    expect((await running.submit(order)).record.status).toBe('reconciliation_required');
    expect(domain.venue.sent).toHaveLength(1);
  });
});

describe('other actions', () => {
  test('a cancel succeeded when its order is canceled since', async () => {
    await submitUnknown(cancel);
    venueShows(START_MS, (oid) => (oid === 7 ? shown('canceled') : undefined));
    await running.startReconciler();
    await running.until('succeeded');
  });

  test.each<[string, object | undefined]>([
    ['still open', shown('open')],
    ['filled', shown('filled')],
    ['canceled long before', shown('canceled', START_MS - 3_600_000)],
    ['unknown', undefined],
  ])('a cancel failed when it has expired and its order is %s', async (_what, found) => {
    await submitUnknown(cancel);
    venueShows(pastExpiryMs(), () => found);
    await running.startReconciler();
    await running.until('failed');
  });

  const leverage = { type: 'updateLeverage', asset: 1, isCross: true, leverage: 5 };

  test.each([
    [{ type: 'cross', value: 5 }, 'succeeded'],
    [{ type: 'isolated', value: 5 }, 'reconciliation_required'],
  ] as const)('a leverage that is now %j: %s', async (value, status) => {
    await submitUnknown(leverage);
    domain.venue.info = ({ type, coin }) =>
      type === 'meta'
        ? { universe: [{ name: 'BTC' }, { name: 'ETH' }] }
        : coin === 'ETH'
          ? { leverage: value }
          : undefined;
    await running.startReconciler();
    await running.until(status, 10_000);
  });

  test.each([{ type: 'scheduleCancel' }, { type: 'updateIsolatedMargin', asset: 0, isBuy: true, ntli: 1 }])(
    '%j is left to an operator, since nothing that the venue shows proves it',
    async (action) => {
      await submitUnknown(action);
      venueShows(pastExpiryMs());
      await running.startReconciler();
      await running.until('reconciliation_required', 10_000);
    },
  );
});

describe('after the death of the process', () => {
  /** Claims an execution whose signature is never returned before the claim is released. */
  async function claimForever() {
    const { promise: signing, resolve: begin } = Promise.withResolvers<void>();
    const { promise: signature, resolve: letGoOn } = Promise.withResolvers<void>();
    domain.wallets.beforeSigning = () => {
      domain.wallets.beforeSigning = async () => {};
      begin();
      return signature;
    };
    const late = domain.submit(order);
    await signing;
    return { late, letGoOn };
  }

  test('what was claimed has failed and is never sent, though the one who claimed it lives on', async () => {
    const { late, letGoOn } = await claimForever();
    await running.startReconciler();
    await running.until('failed');
    letGoOn();
    await expect(late).rejects.toMatchObject({ code: 'execution_provider_unavailable' });
    expect(domain.venue.sent).toEqual([]);
  });

  test('what may have been sent is looked up', async () => {
    const { promise: forever } = Promise.withResolvers<void>();
    domain.venue.onSent = () => forever;
    const dead = domain.submit(order);
    while (domain.venue.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    venueShows(START_MS, () => shown('open'));
    await running.startReconciler();
    const settled = await running.until('succeeded');
    // The dead process returns without an answer, too late to change anything.
    await dead;
    expect(await domain.record()).toEqual(settled);
    expect(domain.venue.sent).toHaveLength(1);
  });
});

describe('a record that somebody wrote into the database', () => {
  async function putBack(change: Partial<Record<keyof ExecutionRecord, unknown>>): Promise<void> {
    domain.venue.behaviour = { answer: { status: 'ok', response: { type: 'default' } } };
    const { record } = await running.submit(order);
    expect(record.status).toBe('succeeded');
    const row = { ...record, ...change, dueAt: domain.clock.now() };
    await domain.connection.collection<{ _id: string }>('executions').replaceOne({ _id: record._id }, row);
    domain.venue.sent.length = 0;
    domain.wallets.signed.length = 0;
  }

  test.each<[string, object]>([
    ['a claim that was carried out before', {}],
    ['a claim of another account', { accountId: 'acc_victim' }],
  ])('%s is neither signed nor sent', async (_what, change) => {
    await putBack({ status: 'claimed', identity: undefined, finishedAt: undefined, lease: undefined, ...change });
    await running.startReconciler();
    await running.until('failed');
    expect([domain.wallets.signed, domain.venue.sent]).toEqual([[], []]);
  });

  test.each(['submitting', 'reconciling'])('one that is %s is looked up and not sent', async (status) => {
    await putBack({ status, finishedAt: undefined, lease: undefined });
    venueShows(pastExpiryMs());
    await running.startReconciler();
    await running.until('failed', 5_000);
    expect([domain.wallets.signed, domain.venue.sent]).toEqual([[], []]);
  });
});

test('the service is operational only while wallets and venue answer', async () => {
  await running.startReconciler();
  expect(await running.isOperational()).toBe(true);
  running.venue.isUp = false;
  expect(await running.isOperational()).toBe(false);
  running.venue.isUp = true;
  expect(await running.isOperational()).toBe(true);
  running.wallets.checkReachable = () => Promise.reject(new Error('the wallet is down'));
  expect(await running.isOperational()).toBe(false);
  running.wallets.checkReachable = async () => {};
});

test('the service is operational only while the reconciler goes round', async () => {
  expect(await running.isOperational()).toBe(false);
  await running.startReconciler();
  expect(await running.isOperational()).toBe(true);
  await running.stop();
  domain.clock.advance(120_000);
  expect(await running.isOperational()).toBe(false);
});
