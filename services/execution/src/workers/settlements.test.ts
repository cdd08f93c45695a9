import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SettlementReading, SettlementState } from '@platform/venues/native-actions';
import { statusOf } from '../executions/states.js';
import { START_MS, TestDomain } from '../testing/domain.fixture.js';

const DAY_MS = 86_400_000;
const order = {
  type: 'order',
  orders: [{ a: 0, b: true, p: '100', s: '1', r: false, t: { limit: { tif: 'Gtc' } } }],
  grouping: 'na',
};
/** What the venue shows; undefined: it can't be read. */
let shown: SettlementReading | undefined;
const reads: { executionId: string; actionHash: string }[] = [];
let domain: TestDomain;
let running: TestDomain;

beforeAll(async () => {
  domain = await TestDomain.start('settlements', {
    settlement: async ({ executionId }, { actionHash }) => {
      reads.push({ executionId, actionHash });
      if (shown === undefined) throw new Error('the venue can not be read');
      return shown;
    },
  });
});

beforeEach(async () => {
  await domain.reset();
  reads.length = 0;
  domain.clock.set(START_MS);
  domain.venue.behaviour = { answer: { status: 'ok', response: { type: 'default' } } };
  running = await domain.restarted();
});

afterEach(() => running.stop());
afterAll(() => domain.close());

/** Submits an order that the venue takes, while nobody reads how far it is settled. */
async function accepted(): Promise<void> {
  const { record } = await running.submit(order);
  expect([statusOf(record.status), record.settlement]).toEqual(['succeeded', undefined]);
}

/** Advances the clock until the venue has been read so often more. */
async function untilRead(times: number): Promise<void> {
  const wanted = reads.length + times;
  for (let rounds = 0; reads.length < wanted; rounds += 1) {
    if (rounds > 500) throw new Error(`it was read ${reads.length} times`);
    domain.clock.advance(100);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const reading = (state: SettlementState | undefined, isFinal = false): SettlementReading => ({ state, isFinal });

test('what an order traded is followed until it is final, and its outcome does not change', async () => {
  await accepted();
  const { finishedAt, resultJson } = await running.record();
  shown = reading('matched');
  await running.startSettlements();
  await untilRead(2);
  expect(await running.record()).toMatchObject({ status: 'settling', settlement: 'matched', finishedAt, resultJson });
  shown = reading('confirmed', true);
  const record = await running.until('succeeded');
  expect(record).toMatchObject({ settlement: 'confirmed', finishedAt, resultJson });
  expect(reads[0]).toEqual({ executionId: record._id, actionHash: record.identity?.actionHash });
});

test('a trade that failed is shown', async () => {
  await accepted();
  shown = reading('failed', true);
  await running.startSettlements();
  expect(await running.until('succeeded')).toMatchObject({ settlement: 'failed' });
});

test('what traded nothing has no settlement', async () => {
  await accepted();
  shown = reading(undefined, true);
  await running.startSettlements();
  expect(await running.until('succeeded')).not.toHaveProperty('settlement');
});

test('an order whose answer was lost is followed too, once it is found', async () => {
  domain.venue.behaviour = 'hang_up';
  domain.venue.info = ({ type }) =>
    type === 'orderStatus'
      ? {
          status: 'order',
          order: { order: { oid: 7, coin: 'BTC', timestamp: START_MS }, status: 'filled', statusTimestamp: START_MS },
        }
      : { time: START_MS };
  expect((await running.submit(order)).record.status).toBe('reconciling');
  await running.startReconciler();
  await running.until('settling');
  shown = reading('confirmed', true);
  await running.startSettlements();
  expect(await running.until('succeeded')).toMatchObject({ settlement: 'confirmed' });
});

test('the reads of a venue that can not be read are repeated, ever more rarely', async () => {
  await accepted();
  shown = undefined;
  await running.startSettlements();
  await untilRead(3);
  expect(await running.record()).toMatchObject({ status: 'settling', failures: expect.any(Number) });
  shown = reading('confirmed', true);
  await running.until('succeeded', 1_000);
});

test.each([
  ['still shows it as it was', reading('mined')],
  ['can not be read', undefined],
])('after a day it is left as it is, though the venue %s', async (_what, later) => {
  await accepted();
  shown = reading('mined');
  await running.startSettlements();
  await untilRead(2);
  shown = later;
  domain.clock.advance(DAY_MS);
  expect(await running.until('succeeded', 1_000)).toMatchObject({ settlement: 'mined' });
  const before = reads.length;
  domain.clock.advance(DAY_MS);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reads).toHaveLength(before);
});

test('a venue whose trades are final at once is not asked', async () => {
  const final = await TestDomain.start('settled_at_once');
  final.venue.behaviour = domain.venue.behaviour;
  expect((await final.submit(order)).record.status).toBe('succeeded');
  await final.close();
});
