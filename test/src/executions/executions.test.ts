import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Caller, send } from '../platform/caller.js';
import { clearFaults, type Fault, injectFault } from '../platform/faults.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { type Trader, Traders } from '../platform/traders.js';

/** One-time executions of a whole platform at the sandbox venue, which knows nothing of the platform. */

const TEST_MS_MAX = 400_000;
let platform: Platform;
let traders: Traders;
let trader: Trader;

beforeAll(async () => {
  platform = await Platform.start('its venue has faults');
  traders = await Traders.open(platform);
  trader = await traders.trader('executions');
}, 240_000);

afterEach(() => clearFaults(platform));
afterAll(() => platform[Symbol.asyncDispose]());

async function records(of: Trader = trader): Promise<number> {
  const { body } = await of.caller.send('GET', '/runtime/executions?limit=100');
  return body.executions.length;
}

describe('an order', () => {
  test('rests at the venue, reads alike over REST and GraphQL, and is canceled', async () => {
    const { status, body } = await trader.submit(trader.order());
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'succeeded', action_type: 'order', account_address: trader.address });
    const [{ resting }] = body.result.response.data.statuses;
    expect(await trader.openOrders()).toMatchObject([{ oid: resting.oid, cloid: resting.cloid }]);
    expect((await trader.caller.send('GET', `/runtime/executions/${body.id}`)).body).toEqual(body);
    const query = 'query ($id: ID!) { execution(id: $id) { status resultJson } }';
    const { data } = (await trader.caller.query(query, { id: body.id })).body;
    expect([data.execution.status, JSON.parse(data.execution.resultJson)]).toEqual(['succeeded', body.result]);
    const { asset: a } = traders.market;
    const canceled = await trader.submit({ type: 'cancel', cancels: [{ a, o: resting.oid }] });
    expect([canceled.status, canceled.body.status]).toEqual([201, 'succeeded']);
    expect(await trader.openOrders()).toEqual([]);
  });

  test('is sent once under its key, and another order under it conflicts', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => trader.submit(trader.order(), { key })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const again = await trader.submit(trader.order(), { key });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const other = await trader.submit(trader.order({ b: false }), { key });
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_conflict']);
    const open = await trader.openOrders();
    expect(open).toHaveLength(1);
    const cancels = open.map(({ cloid }) => ({ asset: traders.market.asset, cloid }));
    expect((await trader.submit({ type: 'cancelByCloid', cancels })).body.status).toBe('succeeded');
  });

  test('that the venue refuses is exchange_rejected, now and whenever it is asked for', async () => {
    const key = randomUUID();
    const refused = await trader.submit(trader.order({ s: '100000' }), { key });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'exchange_rejected']);
    const { exchange_error: error, execution_id: id } = refused.body.error.details;
    expect(JSON.stringify(error)).toContain('Insufficient margin');
    const again = await trader.submit(trader.order({ s: '100000' }), { key });
    expect(again.body.error).toEqual(refused.body.error);
    const marks = [refused, again].map(({ headers }) => headers.get('idempotency-replayed'));
    expect(marks).toEqual([null, 'true']);
    const { body } = await trader.caller.send('GET', `/runtime/executions/${id}`);
    expect(body).toMatchObject({ status: 'rejected', result: { exchange_error: error } });
  });
});

test('of an account that has only registered is account_not_ready, and names the setup that it lacks', async () => {
  const caller = await Caller.register(platform, 'fresh@example.com');
  const request = { venue: 'hyperliquid', action: trader.order() };
  const answer = await caller.send('POST', '/runtime/executions', request, { 'idempotency-key': randomUUID() });
  const { code, details } = answer.body.error;
  expect([answer.status, code, details]).toEqual([409, 'account_not_ready', { venue: 'hyperliquid', setup: null }]);
});

test(
  'of two funded wallets of one account each is executed from by its address, and neither is fenced',
  async () => {
    const owner = await traders.trader('two-wallets');
    const second = await traders.secondWallet(owner);
    for (const address of [owner.address, second]) {
      const { status, body } = await owner.submit(owner.order(), { account_address: address });
      expect([status, body.status, body.account_address]).toEqual([201, 'succeeded', address]);
      expect(await traders.info({ type: 'openOrders', user: address })).toHaveLength(1);
    }
    expect((await owner.submit(owner.order())).body.account_address).toBe(owner.address);
    const { body } = await trader.submit(trader.order(), { account_address: second });
    expect(body.error.code).toBe('account_not_owned');
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
  },
  TEST_MS_MAX,
);

test('every family of actions is signed as the venue expects it', async () => {
  const { asset, price, size } = traders.market;
  const wire = { a: asset, b: true, p: String(Number(price) - 1), s: size, r: false, t: { limit: { tif: 'Alo' } } };
  const placed = await trader.submit(trader.order());
  const { oid } = placed.body.result.response.data.statuses[0].resting;
  expect((await trader.submit({ type: 'modify', oid, order: wire })).body.status).toBe('succeeded');
  const [modified] = await trader.openOrders();
  const modifies = [{ oid: modified?.oid, order: { ...wire, p: String(Number(price) - 2) } }];
  expect((await trader.submit({ type: 'batchModify', modifies })).body.status).toBe('succeeded');
  const [open] = await trader.openOrders();
  expect(Number(open?.limitPx)).toBe(Number(price) - 2);
  expect((await trader.submit({ type: 'cancelByCloid', cancels: [{ asset, cloid: open?.cloid }] })).status).toBe(201);
  const leverage = await trader.submit({ type: 'updateLeverage', asset, isCross: false, leverage: 3 });
  expect(leverage.body.status).toBe('succeeded');
  for (const action of [
    { type: 'updateIsolatedMargin', asset, isBuy: true, ntli: 1_000_000 },
    { type: 'scheduleCancel', time: 1 },
  ]) {
    const { status, body } = await trader.submit(action);
    // Valid requests that the rules of the market refuse: no position to add margin to, no time in the past.
    expect([action.type, status, JSON.stringify(body)]).toEqual([
      action.type,
      422,
      expect.not.stringMatching(/does not exist|deserialize/),
    ]);
  }
});

describe('nothing is recorded and nothing reaches the venue', () => {
  test.each<[number, string, object, object]>([
    [400, 'validation_failed', { type: 'order' }, { code: 'x' }],
    [400, 'server_owned_field', { type: 'order', orders: [{ 'Private-Key': 1 }] }, {}],
    [400, 'native_action_invalid', { type: 'order' }, {}],
    [422, 'native_action_unsupported', { type: 'withdraw3', destination: '0x1', amount: '5' }, {}],
    [422, 'native_action_unsupported', { type: 'usdSend', destination: '0x1', amount: '5' }, {}],
    [422, 'native_action_unsupported', { type: 'approveAgent', agentAddress: '0x1' }, {}],
    [403, 'account_not_owned', { type: 'scheduleCancel' }, { account_address: `0x${'1'.repeat(40)}` }],
  ])('%d %s: %j %j', async (status, code, action, overrides) => {
    const before = await records();
    const { body, ...answer } = await trader.submit(action, overrides);
    expect([answer.status, body.error.code]).toEqual([status, code]);
    expect(await records()).toBe(before);
  });

  test('of a key that may not trade, and of the same actions under one that may do no more', async () => {
    const keyWith = async (permission: string) => {
      const { body } = await trader.caller.sendAsSession('POST', '/account/keys', { permissions: [permission] });
      return body.api_key;
    };
    const submit = async (apiKey: string, action: object) => {
      const headers = { 'x-api-key': apiKey, 'idempotency-key': randomUUID() };
      const request = { headers, body: { venue: 'hyperliquid', action } };
      return send(trader.caller.baseUrl, 'POST', '/runtime/executions', request);
    };
    const before = await records();
    expect((await submit(await keyWith('read'), {})).body.error.code).toBe('insufficient_permissions');
    const withdrawal = await submit(await keyWith('trade'), { type: 'withdraw3' });
    expect(withdrawal.body.error.code).toBe('native_action_unsupported');
    expect(await records()).toBe(before);
  });
});

describe('answers that are lost', () => {
  test(
    'of 50 orders from 10 clients after the venue accepted: each is there once, under the number that its record says',
    async () => {
      const clients = await Promise.all(Array.from({ length: 10 }, (_, index) => traders.trader(`lost-${index}`)));
      await injectFault(platform, { kind: 'timeout', when: 'after_accept', count: 10 });
      await injectFault(platform, { kind: 'disconnect', when: 'after_accept', count: 10 });
      await injectFault(platform, { kind: 'rate_limit', when: 'after_accept', count: 10 });
      const submitted = await Promise.all(
        clients.map((client) =>
          Promise.all(
            Array.from({ length: 5 }, async () => {
              const key = randomUUID();
              const first = await client.submitUntilTaken(client.order(), key);
              const second = await client.submitUntilTaken(client.order(), key);
              expect(second.body.id).toBe(first.body.id);
              return [first.status, await client.settled(first.body.id)] as const;
            }),
          ),
        ),
      );
      // A slow machine loses more answers than requested.
      expect(submitted.flat().filter(([status]) => status === 202).length).toBeGreaterThanOrEqual(30);
      expect(submitted.flat().map(([, { status }]) => status)).toEqual(Array(50).fill('succeeded'));
      const there = (await Promise.all(clients.map((client) => client.openOrders()))).flat().map(({ oid }) => oid);
      const recorded = submitted
        .flat()
        .map(([, { result }]) => Number(/"oid":(\d+)/.exec(JSON.stringify(result))?.[1]));
      expect(there).toHaveLength(50);
      expect(there.sort()).toEqual(recorded.sort());
    },
    TEST_MS_MAX,
  );

  test(
    'before the venue accepted, by a fault or since it is away: the record says failed, and the order is nowhere',
    async () => {
      const lost = async (name: string, kind: Fault['kind'], count: number) => {
        const client = await traders.trader(name);
        await injectFault(platform, { kind, when: 'before_accept', count });
        const { status, body } = await client.submit(client.order());
        expect([status, body.status]).toEqual([202, 'reconciling']);
        return { client, id: body.id };
      };
      for (const { client, id } of [await lost('timeout', 'timeout', 1), await lost('away', 'down', 20)]) {
        expect(await client.settled(id)).toMatchObject({ status: 'failed', result: null });
        expect(await client.openOrders()).toEqual([]);
      }
    },
    TEST_MS_MAX,
  );
});
