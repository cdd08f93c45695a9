import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { type Trader, Traders } from '../platform/traders.js';

/** Signed actions of published clients: each is an execution of the unified surface. */

const HYPERLIQUID = '/v2/authorize-and-send/hyperliquid';
const FOREIGN = `0x${'1'.repeat(40)}`;
let platform: Platform;
let traders: Traders;
let trader: Trader;
let fresh: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  traders = await Traders.open(platform);
  trader = await traders.trader('legacy-actions');
  fresh = await Caller.register(platform, 'legacy-actions-fresh@example.com');
}, 240_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Sends as published clients do: without an idempotency key, unless there is one. */
function sendAction(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return trader.caller.send('POST', HYPERLIQUID, body, headers);
}

async function executionsOf(caller: Caller): Promise<Answer['body'][]> {
  return (await caller.send('GET', '/runtime/executions?limit=100')).body.executions;
}

async function readExecution(id: string): Promise<Answer['body']> {
  return (await trader.caller.send('GET', `/runtime/executions/${id}`)).body;
}

describe('at hyperliquid', () => {
  test('a bare order rests, and a wrapped cancel ends it; both answer as the venue does, and are executions', async () => {
    const placed = await sendAction({ ...trader.order(), vaultAddress: trader.address });
    expect(placed.status).toBe(200);
    const { execution_id: id, ...own } = placed.body;
    expect(own).toEqual({ status: 'ok', response: { type: 'order', data: { statuses: [expect.anything()] } } });
    const execution = await readExecution(id);
    expect(execution).toMatchObject({ status: 'succeeded', account_address: trader.address, result: own });
    const [{ resting }] = own.response.data.statuses;
    expect(await trader.openOrders()).toMatchObject([{ oid: resting.oid }]);
    const cancels = [{ a: traders.market.asset, o: resting.oid }];
    const canceled = await sendAction({ action: { type: 'cancel', cancels } });
    expect([canceled.status, canceled.body.status]).toEqual([200, 'ok']);
    expect((await readExecution(canceled.body.execution_id)).action_type).toBe('cancel');
    expect(await trader.openOrders()).toEqual([]);
  });

  test('a group of an entry with its exits is one action', async () => {
    const entry = Object(trader.order()).orders[0];
    const exit = (tpsl: string, price: string) => ({
      ...{ a: entry.a, b: false, p: price, s: entry.s, r: true },
      t: { trigger: { isMarket: true, triggerPx: price, tpsl } },
    });
    const away = (factor: number) => String(Math.round(Number(entry.p) * factor));
    const orders = [entry, exit('tp', away(3)), exit('sl', away(0.5))];
    const { status, body } = await sendAction({ type: 'order', orders, grouping: 'normalTpsl' });
    expect([status, body.status]).toEqual([200, 'ok']);
    const [first] = await trader.openOrders();
    const cancel = { type: 'cancel', cancels: [{ a: traders.market.asset, o: first?.oid }] };
    expect((await sendAction(cancel)).status).toBe(200);
  });

  test('a call with a key takes effect once; without one each call is an action of its own', async () => {
    const leverage = { type: 'updateLeverage', asset: traders.market.asset, isCross: true, leverage: 4 };
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await sendAction(leverage, key), await sendAction(leverage, key)];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await sendAction({ ...leverage, leverage: 5 }, key);
    expect([other.status, other.body.error]).toEqual([409, 'idempotency_key_conflict']);
    const [one, two] = [await sendAction(leverage), await sendAction(leverage)];
    expect(new Set([first, one, two].map(({ body }) => body.execution_id)).size).toBe(3);
  });

  test('what the venue refuses is an error, and a record', async () => {
    const { status, body } = await sendAction(trader.order({ s: '100000' }));
    expect([status, body.error]).toEqual([422, 'exchange_rejected']);
    expect((await readExecution(body.details.execution_id)).status).toBe('rejected');
  });

  test.each<[number, string, object]>([
    [422, 'native_action_unsupported', { type: 'createSubAccount', name: 'second' }],
    [422, 'native_action_unsupported', { type: 'subAccountTransfer', from: FOREIGN, to: FOREIGN, amount: '5' }],
    [400, 'server_owned_field', { type: 'sendAsset', destination: FOREIGN, token: 'USDC', amount: '5' }],
    [422, 'native_action_unsupported', { action: { type: 'usdSend', destination: FOREIGN, amount: '5' } }],
    [422, 'native_action_unsupported', { type: 'withdraw3', destination: FOREIGN, amount: '5' }],
    [400, 'server_owned_field', { type: 'order', orders: [{ nonce: 1 }] }],
    [400, 'native_action_invalid', { type: 'order' }],
    [400, 'validation_failed', {}],
    [400, 'validation_failed', { type: 'scheduleCancel', vaultAddress: 'mine' }],
    [403, 'account_not_owned', { type: 'scheduleCancel', vaultAddress: FOREIGN }],
  ])('%d %s, and nothing is recorded: %j', async (status, code, body) => {
    const before = (await executionsOf(trader.caller)).length;
    const refused = await sendAction(body);
    expect([refused.status, refused.body.error]).toEqual([status, code]);
    expect(await executionsOf(trader.caller)).toHaveLength(before);
  });
});

const market = { type: 'placeMarketOrder', tokenID: '1234', side: 'BUY', amount: '10', price: 0.55, orderType: 'FOK' };
const order = {
  type: 'create_market_order',
  market_index: 0,
  base_amount: 1_000,
  is_ask: false,
  avg_execution_price: 9,
};

describe.each<[string, string, object]>([
  ['polymarket', '/v3/authorize-and-send/polymarket', market],
  ['lighter', '/v3/authorize-and-send/lighter', order],
])('at %s', (venue, path, action) => {
  test.each<[number, string, (own: string) => object]>([
    [409, 'account_not_ready', (own) => ({ action: { ...action, from: own } })],
    [403, 'account_not_owned', () => ({ action: { ...action, from: FOREIGN } })],
    [422, 'native_action_unsupported', () => ({ action: { type: 'withdraw', amount: '5' } })],
    [422, 'native_action_unsupported', () => ({ action: { type: 'sendTx', tx_type: 14, tx_info: '{}' } })],
  ])('%d %s', async (status, code, bodyOf) => {
    const { body: own } = await fresh.send('GET', '/wallet');
    const { body, ...answer } = await fresh.send('POST', path, bodyOf(own.address));
    expect([answer.status, body.error]).toEqual([status, code]);
    if (code === 'account_not_ready') expect(body.details).toMatchObject({ venue });
    expect(await executionsOf(fresh)).toEqual([]);
  });
});

test('a key that may only read sends nothing', async () => {
  const { body } = await trader.caller.sendAsSession('POST', '/account/keys', { permissions: ['read'] });
  const answer = await trader.caller.send('POST', HYPERLIQUID, trader.order(), { 'x-api-key': body.api_key });
  expect([answer.status, answer.body.error]).toEqual([403, 'insufficient_permissions']);
});
