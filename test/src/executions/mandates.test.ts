import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { traders as strategies } from '../deployments/strategies.js';
import { send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { type Trader, Traders } from '../platform/traders.js';

/** Keys with limits, from their minting to refusals, at a whole platform. */

let platform: Platform;
let traders: Traders;
let trader: Trader;

beforeAll(async () => {
  platform = await Platform.shared();
  traders = await Traders.open(platform);
  trader = await traders.trader('mandates');
}, 240_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Mints a key with a mandate. */
async function keyWith(mandate: object): Promise<string> {
  const { status, body } = await trader.caller.sendAsSession('POST', '/account/keys', { mandate });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.api_key;
}

function ask(apiKey: string, method: string, path: string, body?: object, idempotencyKey: string = randomUUID()) {
  const headers = { 'x-api-key': apiKey, 'idempotency-key': idempotencyKey };
  return send(trader.caller.baseUrl, method, path, { headers, ...(body && { body }) });
}

function submit(apiKey: string, action: object, idempotencyKey?: string) {
  return ask(apiKey, 'POST', '/runtime/executions', { venue: 'hyperliquid', action }, idempotencyKey);
}

/** What the trader's orders are worth at their limit, in USD; some 1.4 times as much at the market. */
function worth(): number {
  return Number(traders.market.price) * Number(traders.market.size);
}

async function recorded(): Promise<number> {
  return (await trader.caller.send('GET', '/runtime/executions?limit=100')).body.executions.length;
}

test('each limit is refused by its name, with nothing recorded and nothing at the venue', async () => {
  const [records, open] = [await recorded(), await trader.openOrders()];
  const { asset } = traders.market;
  const ended = await keyWith({ expires_at: inMs(1_500) });
  const cases: [string, string, object][] = [
    ['venues', await keyWith({ venues: ['polymarket'] }), trader.order()],
    ['symbols', await keyWith({ symbols: ['NONE/USDC:USDC'] }), trader.order()],
    ['max_order_usd', await keyWith({ max_order_usd: (worth() - 0.01).toFixed(2) }), trader.order()],
    ['max_daily_usd', await keyWith({ max_daily_usd: (worth() - 0.01).toFixed(2) }), trader.order()],
    ['max_leverage', await keyWith({ max_leverage: 1 }), { type: 'updateLeverage', asset, isCross: true, leverage: 2 }],
    ['max_leverage', await keyWith({ max_leverage: 1 }), trader.order()],
    ['reduce_only', await keyWith({ reduce_only: true }), trader.order()],
  ];
  for (const [limit, apiKey, action] of cases) {
    const { status, body } = await submit(apiKey, action);
    expect([limit, status, body.error]).toEqual([
      ...[limit, 403],
      expect.objectContaining({
        code: 'mandate_exceeded',
        details: { limit, asked: expect.anything(), allowed: expect.anything() },
      }),
    ]);
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect((await submit(ended, trader.order())).body.error.details.limit).toBe('expires_at');
  expect([await recorded(), await trader.openOrders()]).toEqual([records, open]);
});

test("a day's limit is taken once by a repeated key, and its rest can still be used", async () => {
  const apiKey = await keyWith({ max_daily_usd: (worth() * 2).toFixed(2) });
  const key = randomUUID();
  const placed = await submit(apiKey, trader.order(), key);
  expect(placed.status).toBe(201);
  expect((await submit(apiKey, trader.order(), key)).body).toEqual(placed.body);
  expect((await submit(apiKey, trader.order())).body.error.details.limit).toBe('max_daily_usd');
  const { asset } = traders.market;
  const cancels = (await trader.openOrders()).map(({ cloid }) => ({ asset, cloid }));
  expect((await submit(apiKey, { type: 'cancelByCloid', cancels })).body.status).toBe('succeeded');
});

test('an order that only reduces passes every limit of size to the venue, which judges it', async () => {
  const apiKey = await keyWith({ max_order_usd: '0.01', max_daily_usd: '0.01', max_leverage: 1, reduce_only: true });
  // Without a position the venue has nothing to reduce.
  const { status, body } = await submit(apiKey, trader.order({ r: true }));
  expect([status, body.error.code, JSON.stringify(body.error.details)]).toEqual([
    ...[422, 'exchange_rejected'],
    expect.stringMatching(/reduce only/i),
  ]);
});

test('a mandate is shown to its key and in the list, and told to models', async () => {
  const expiresAt = inMs(3_600_000);
  const mandate = { venues: ['hyperliquid'], max_order_usd: '500.00', max_leverage: 5, expires_at: expiresAt };
  const apiKey = await keyWith(mandate);
  const shown = {
    ...{ venues: ['hyperliquid'], symbols: null, max_order_usd: 500, max_daily_usd: null, max_leverage: 5 },
    ...{ reduce_only: false, expires_at: expiresAt },
  };
  expect((await ask(apiKey, 'GET', '/account')).body.account.mandate).toEqual(shown);
  expect((await trader.caller.send('GET', '/account')).body.account.mandate).toBeNull();
  const { body } = await trader.caller.sendAsSession('GET', '/account/keys');
  expect(body.keys[0].mandate).toEqual(shown);
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const headers = { 'x-api-key': apiKey, accept: 'application/json, text/event-stream' };
  const answer = await send(trader.caller.baseUrl, 'POST', '/mcp', { headers, body: initialize });
  expect(answer.body.result.instructions).toContain(
    'only at hyperliquid; at most 500.00 USD an order; a leverage of at most 5',
  );
});

test('a mandate that GraphQL sets is shown there to its key and in the list, and binds it', async () => {
  const ask = async (headers: Record<string, string>, query: string, variables: object = {}) => {
    const { body } = await send(trader.caller.graphqlUrl, 'POST', '', { headers, body: { query, variables } });
    expect(body.errors).toBeUndefined();
    return body.data;
  };
  const session = { authorization: `Bearer ${trader.caller.sessionToken}` };
  const limits = { symbols: ['NONE/USDC:USDC'], maxDailyUsd: '2000.50', reduceOnly: true, expiresAt: inMs(3_600_000) };
  const mint = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey keyId } }';
  const { createApiKey } = await ask(session, mint, { input: { mandate: limits } });
  const { apiKey, keyId } = createApiKey;
  const fields = '{ venues symbols maxOrderUsd maxDailyUsd maxLeverage reduceOnly expiresAt }';
  const shown = { venues: null, maxOrderUsd: null, maxLeverage: null, ...limits };
  const { account } = await ask({ 'x-api-key': apiKey }, `{ account { mandate ${fields} } }`);
  expect(account.mandate).toEqual(shown);
  expect((await ask(session, `{ account { mandate ${fields} } }`)).account.mandate).toBeNull();
  const { apiKeys } = await ask(session, `{ apiKeys { id mandate ${fields} } }`);
  expect(apiKeys.find(({ id }: { id: string }) => id === keyId)).toEqual({ id: keyId, mandate: shown });
  expect((await submit(apiKey, trader.order())).body.error.details.limit).toBe('symbols');
});

test('a key mints no key, and a deployment beyond its markets is not recorded', async () => {
  const apiKey = await keyWith({ symbols: ['NONE/USDC:USDC'] });
  const minted = await send(trader.caller.baseUrl, 'POST', '/account/keys', {
    headers: { authorization: `Bearer ${apiKey}` },
    body: {},
  });
  expect(minted.status).toBe(401);
  const wanted = { ...strategies.freqtrade, name: 'beyond its mandate' };
  const { status, body } = await ask(apiKey, 'POST', '/runtime/deployments', wanted);
  expect([status, body.error.code, body.error.details.limit]).toEqual([403, 'mandate_exceeded', 'symbols']);
  expect((await trader.caller.send('GET', '/runtime/deployments')).body.deployments).toEqual([]);
});
