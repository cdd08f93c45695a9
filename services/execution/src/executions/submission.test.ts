import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { ADDRESS, START_MS, TestDomain } from '../testing/domain.fixture.js';
import type { Behaviour } from '../testing/stub-venue.js';

const wire = { a: 0, b: true, p: '100.0', s: '1', r: false, t: { limit: { tif: 'Gtc' } } };
const order = { type: 'order', orders: [wire], grouping: 'na' };
const resting = {
  status: 'ok',
  response: { type: 'order', data: { statuses: [{ resting: { oid: 7, cloid: `0x${'a'.repeat(32)}` } }] } },
};
const failed = (count: number, error = 'Order has invalid size.') => ({
  status: 'ok',
  response: {
    type: 'order',
    data: { statuses: [...Array(count - 1).fill({ error: 'Order has invalid size.' }), { error }] },
  },
});
let domain: TestDomain;

beforeAll(async () => {
  domain = await TestDomain.start('submission');
});

beforeEach(async () => {
  await domain.reset();
  domain.venue.behaviour = { answer: resting };
});

afterAll(() => domain.close());

describe('an action that the venue accepts', () => {
  test('succeeds with its answer, sent once in the words that were signed', async () => {
    const { record, replayed } = await domain.submit(order);
    expect([record.status, replayed]).toEqual(['succeeded', false]);
    expect(record).toMatchObject({ actionType: 'order', accountAddress: ADDRESS, finishedAt: new Date(START_MS) });
    expect(JSON.parse(record.resultJson ?? '')).toEqual(resting);
    expect(domain.venue.sent).toHaveLength(1);
    const [sent] = domain.venue.sent;
    expect(JSON.stringify(sent?.action)).toBe(domain.wallets.signed[0]?.actionJson);
    expect(sent).toMatchObject({ nonce: START_MS + 1, expiresAfter: domain.wallets.signed[0]?.expiresAfterMs });
  });

  test('is durable with its identity before it is sent, and its signature nowhere', async () => {
    let stored: object | undefined;
    domain.venue.onSent = async () => {
      stored = await domain.record();
    };
    await domain.submit(order);
    expect(stored).toMatchObject({
      status: 'submitting',
      identity: { nonce: START_MS + 1, actionHash: `0x${'1'.repeat(64)}` },
      intent: { actionJson: domain.wallets.signed[0]?.actionJson },
    });
    expect(JSON.stringify([stored, await domain.record()])).not.toMatch(/"r":"0x1"|"v":27/);
  });

  test('is signed by the token of the user who asked for it, which is kept nowhere', async () => {
    await domain.submit(order);
    expect(domain.wallets.signed[0]?.userToken).toBe('token of acc_1');
    expect(JSON.stringify(await domain.record())).not.toContain('token of');
  });

  test('of which a part failed succeeds, and shows which', async () => {
    const partly = { ...resting, response: { type: 'order', data: { statuses: [{ error: 'no' }, { resting: {} }] } } };
    domain.venue.behaviour = { answer: partly };
    const { record } = await domain.submit({ ...order, orders: [wire, wire] });
    expect([record.status, JSON.parse(record.resultJson ?? '')]).toEqual(['succeeded', partly]);
  });

  test('keeps integers that a double would round, as text', async () => {
    domain.venue.behaviour = { text: '{"status":"ok","response":{"type":"order","oid":18446744073709551615}}' };
    const { record } = await domain.submit(order);
    expect(record.resultJson).toContain('"oid":"18446744073709551615"');
  });
});

describe('an action that the venue refuses', () => {
  test.each([
    { status: 'err', response: 'Insufficient margin.' },
    failed(1),
    failed(2),
    failed(2, 'Insufficient margin to place order. asset=0'),
  ])('is rejected with %j, and so whenever its key comes again', async (answer) => {
    domain.venue.behaviour = { answer };
    const { record } = await domain.submit(order);
    expect([record.status, JSON.parse(record.resultJson ?? '')]).toEqual(['rejected', { exchange_error: answer }]);
    expect(await domain.submit(order)).toEqual({ record, replayed: true });
    expect(domain.venue.sent).toHaveLength(1);
  });
});

describe('a key', () => {
  test('has one record, one signature and one submission, however often and at once it comes', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => domain.submit(order)));
    expect(new Set(answers.map(({ record }) => record._id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect([domain.wallets.signed.length, domain.venue.sent.length]).toEqual([1, 1]);
    expect(await domain.record()).toMatchObject({ status: 'succeeded' });
  });

  test('conflicts with another request, also when it is not known yet what became of the first', async () => {
    domain.venue.behaviour = 'hang_up';
    await domain.submit(order);
    for (const [action, overrides] of [
      [{ ...order, orders: [{ ...wire, p: '101' }] }, {}],
      [order, { accountAddress: ADDRESS }],
    ] as const)
      await expect(domain.submit(action, overrides)).rejects.toMatchObject({ code: 'idempotency_key_conflict' });
    expect(domain.venue.sent).toHaveLength(1);
  });

  test("is the account's own", async () => {
    await domain.submit(order);
    expect((await domain.submit(order, { accountId: 'acc_2' })).replayed).toBe(false);
    expect(domain.venue.sent).toHaveLength(2);
  });
});

describe('an answer that never comes or says nothing', () => {
  test.each<[string, Behaviour]>([
    ['silence', 'silence'],
    ['a disconnect', 'hang_up'],
    ['half an answer', 'half_an_answer'],
    ['a rate limit', { text: 'null', status: 429 }],
    ['a failure', { text: 'oops', status: 500 }],
    ['an unread body', { text: 'Failed to deserialize the JSON body into the target type', status: 422 }],
    ['no JSON', { text: '<html>' }],
    ['half JSON', { text: '{"status":"ok","resp' }],
    ['other JSON', { text: '{"status":"perhaps"}' }],
    ['JSON without bounds', { text: `"${'x'.repeat(2 * 1024 * 1024)}"` }],
    ['a time-out that is called an error', { answer: { status: 'err', response: 'Request timed out.' } }],
    ['a rate limit that is called an error', { answer: { status: 'err', response: 'Too many requests.' } }],
    [
      'an allowance that is called an error',
      {
        answer: { status: 'err', response: 'Too many cumulative requests sent (10001 > 10000) for cumulative volume' },
      },
    ],
    ['an internal error', { answer: { status: 'err', response: 'Internal error.' } }],
    ['orders of which one has an error that is no verdict', { answer: failed(1, 'Internal error.') }],
    ['a nonce that is taken', { answer: { status: 'err', response: 'Invalid nonce: duplicate nonce 1' } }],
  ])('%s leaves the outcome unknown and sends nothing again', async (_what, behaviour) => {
    domain.venue.behaviour = behaviour;
    const { record } = await domain.submit(order);
    expect(record.status).toBe('reconciling');
    expect(record).not.toHaveProperty('finishedAt');
    domain.venue.behaviour = { answer: resting };
    const again = await domain.submit(order);
    expect([again.record.status, again.replayed]).toEqual(['reconciling', true]);
    expect([domain.wallets.signed.length, domain.venue.sent.length]).toEqual([1, 1]);
  });
});

test('is looked up as much longer as the venue may carry the action out', async () => {
  const laterMs = 600_000;
  const patient = await TestDomain.start('submission_later', { laterMs });
  const untilMs = async (at: TestDomain) => {
    at.venue.behaviour = 'hang_up';
    const { record } = await at.submit(order);
    return record.intent.reconcileUntil.getTime() - record.createdAt.getTime();
  };
  expect((await untilMs(patient)) - (await untilMs(domain))).toBe(laterMs);
  await patient.close();
});

describe('nothing is kept and the key is free', () => {
  test("when the account is somebody else's: nothing is signed", async () => {
    const accountAddress = '0x2000000000000000000000000000000000000002';
    await expect(domain.submit(order, { accountAddress })).rejects.toMatchObject({ code: 'account_not_owned' });
    expect([await domain.records(), domain.wallets.signed]).toEqual([[], []]);
  });

  test('when it can not be signed', async () => {
    domain.wallets.beforeSigning = async () => {
      throw new PlatformError('execution_provider_unavailable');
    };
    await expect(domain.submit(order)).rejects.toMatchObject({ code: 'execution_provider_unavailable' });
    expect([await domain.records(), domain.venue.sent]).toEqual([[], []]);
    domain.wallets.beforeSigning = async () => {};
    expect((await domain.submit(order)).record.status).toBe('succeeded');
  });

  test('when no connection to the venue could be made', async () => {
    const other = await TestDomain.start('unreachable');
    await other.venue.close();
    await expect(other.submit(order)).rejects.toMatchObject({ code: 'execution_provider_unavailable' });
    expect(await other.records()).toEqual([]);
    await other.stop();
    await other.connection.close();
  });
});
