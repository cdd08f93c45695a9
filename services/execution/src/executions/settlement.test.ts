import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TestDomain } from '../testing/domain.fixture.js';
import { executionModel } from './model.js';
import { Settlement, type Verdict } from './settlement.js';

const RECONCILIATION_MS = 60_000;
const order = {
  type: 'order',
  orders: [{ a: 0, b: true, p: '100', s: '1', r: false, t: { limit: { tif: 'Gtc' } } }],
  grouping: 'na',
};
const by = { evidence: 'the venue support has answered: ticket 4711', operator: 'ada' };
let domain: TestDomain;
let settlement: Settlement;

beforeAll(async () => {
  domain = await TestDomain.start('settlement');
  settlement = new Settlement(domain.connection, domain.clock, RECONCILIATION_MS);
});

beforeEach(async () => {
  await domain.reset();
  domain.venue.behaviour = 'hang_up';
  domain.venue.info = () => undefined;
});

afterAll(() => domain.close());

/** Returns the id of an execution that waits for an operator. */
async function waiting(): Promise<string> {
  const { record } = await domain.submit(order);
  const left = { $set: { status: 'reconciliation_required', unseenAt: domain.clock.now() }, $unset: { dueAt: 1 } };
  await executionModel(domain.connection).updateOne({ _id: record._id }, left);
  return record._id;
}

describe('an execution that waits for an operator', () => {
  test('is listed', async () => {
    const id = await waiting();
    expect((await settlement.waiting()).map(({ _id }) => _id)).toEqual([id]);
  });

  test.each<[Verdict, string, object | undefined]>([
    ['succeeded', 'succeeded', { settled_by: 'operator' }],
    ['rejected', 'rejected', { exchange_error: { settled_by: 'operator' } }],
    ['failed', 'failed', undefined],
  ])('ends as %s, and the decision stays with it', async (verdict, status, result) => {
    const id = await waiting();
    await settlement.settle(id, verdict, by);
    const record = await domain.record();
    expect(record).toMatchObject({ status, finishedAt: domain.clock.now() });
    expect(record.resultJson && JSON.parse(record.resultJson)).toEqual(result);
    expect(record.decisions).toEqual([{ event: expect.any(String), ...by, at: domain.clock.now() }]);
    expect(await settlement.waiting()).toEqual([]);
    expect(domain.venue.sent).toHaveLength(1);
  });

  test('is looked up again for as long as before, from its beginning, and never sent', async () => {
    const id = await waiting();
    domain.clock.advance(3_600_000);
    await settlement.settle(id, 'resume', by);
    const record = await domain.record();
    expect(record).toMatchObject({
      status: 'reconciling',
      intent: { reconcileUntil: new Date(domain.clock.nowMs() + RECONCILIATION_MS) },
      decisions: [{ event: 'resumed' }],
    });
    expect(record).not.toHaveProperty('unseenAt');
    expect(domain.venue.sent).toHaveLength(1);
  });
});

describe('nothing is settled', () => {
  test.each([
    ['without evidence', { ...by, evidence: 'sure' }, '--evidence'],
    ['by nobody', { ...by, operator: ' ' }, '--by'],
  ])('%s', async (_what, decision, reason) => {
    const id = await waiting();
    await expect(settlement.settle(id, 'failed', decision)).rejects.toThrow(reason);
    expect((await domain.record()).status).toBe('reconciliation_required');
  });

  test('that does not wait, or that is not there', async () => {
    const { record } = await domain.submit(order);
    await expect(settlement.settle(record._id, 'failed', by)).rejects.toThrow('waits for nobody: it is reconciling');
    await expect(settlement.settle('exe_no', 'failed', by)).rejects.toThrow('there is no execution exe_no');
  });

  test('twice', async () => {
    const id = await waiting();
    const both = await Promise.allSettled([
      settlement.settle(id, 'failed', by),
      settlement.settle(id, 'succeeded', by),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await domain.record()).decisions).toHaveLength(1);
  });
});
