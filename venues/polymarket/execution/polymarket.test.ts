import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { privateKeyToAccount } from 'viem/accounts';
import type { RequestedAction, SignedRead } from '../../native-actions/index.js';
import { PolymarketRelayer, PolymarketTrading } from '../client/index.js';
import { readHeaders, tradingRequests } from '../wallet/index.js';
import { polymarketActions } from './actions.js';
import { PolymarketVenue } from './polymarket.js';

const NOW_MS = 1_790_000_000_000;
const CONDITION = `0x${'12'.repeat(32)}`;
const OTHER = `0x${'cd'.repeat(32)}`;
const key = privateKeyToAccount(`0x${'4c'.repeat(32)}`);
const credentials = { key: 'an-api-key', secret: 'c2VjcmV0', passphrase: 'words' };
const depositWallet = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF';
const account = { depositWallet, credentialsOf: key.address, credentials } as const;
const tokens = [
  { t: '7', o: 'Yes' },
  { t: '8', o: 'No' },
];
const limit = { type: 'placeLimitOrder', tokenID: '7', side: 'BUY', size: '10', price: '0.55' };
const market = { type: 'placeMarketOrder', tokenID: '7', side: 'SELL', amount: '10', price: 0.2 };

type Answer = unknown | ((body: string) => unknown);
const opened: { server: Server; close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const { server, close } of opened.splice(0)) {
    await close();
    server.closeAllConnections();
    server.close();
  }
});

/** A venue with the given answers by method and path; what is not named is not found. The wallet's own code signs. */
async function open(answers: Readonly<Record<string, Answer>> = {}) {
  const asked: { what: string; body: string }[] = [];
  const known: Readonly<Record<string, Answer>> = {
    'GET /markets-by-token/7': { condition_id: CONDITION },
    [`GET /clob-markets/${CONDITION}`]: { c: CONDITION, t: tokens, mts: 0.01, mos: 5, nr: true },
    [`GET /markets/${CONDITION}`]: { closed: false, tokens: [{ winner: false }, { winner: false }] },
    'GET /version': { version: 2 },
    'GET /time': NOW_MS / 1_000,
    'GET /data/trades': { data: [], next_cursor: 'LTE=' },
    'GET /data/orders': { data: [], next_cursor: 'LTE=' },
    ...answers,
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const what = `${request.method} ${request.url?.split('?')[0]}`;
    asked.push({ what, body });
    const answer = known[what];
    if (answer === undefined) response.writeHead(404).end('{"error":"order not found"}');
    else response.end(JSON.stringify(typeof answer === 'function' ? answer(body) : answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clobUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new PolymarketTrading({ clobUrl, requestsPerMinute: 1_000_000, clock: systemClock });
  const relayer = new PolymarketRelayer({ url: clobUrl, share: 'execution', clock: systemClock });
  opened.push({ server, close: () => Promise.all([client.close(), relayer.close()]) });
  const noBatch = () => Promise.reject(new Error('no batch is signed'));
  const batches = { termsOf: noBatch, sign: noBatch };
  const family = tradingRequests(async () => account, batches, new ManualClock(NOW_MS));
  const signer = {
    sign: async (_venue: string, { actionJson, expiresAfterMs }: RequestedAction) =>
      family.sign(key, await family.parse({ actionJson, expiresAfterMs, cause: 'execution exe_1' }, key.address)),
    readHeaders: async (_venue: string, { path }: SignedRead) => readHeaders(account, path, NOW_MS),
    lookUp: () => Promise.reject(new Error('no chain is asked')),
  };
  const venue = new PolymarketVenue(client, relayer, signer);
  return { venue, asked, writes: () => asked.filter(({ what }) => !what.startsWith('GET')) };
}

function requested(action: { readonly type: string }): RequestedAction {
  const family = polymarketActions.family(action);
  if (family === undefined) throw new Error('there is no family');
  const actionJson = family.parse(action).identified('exe_1');
  const whose = { executionId: 'exe_1', accountId: 'acc_1', accountAddress: key.address, userToken: 'token' };
  return { ...whose, actionJson, expiresAfterMs: NOW_MS + 20_000 };
}

const taking = (body: string) => {
  expect(JSON.parse(body).owner).toBe(credentials.key);
  return { success: true, orderID: OTHER, status: 'live' };
};

describe('an order', () => {
  test('is signed for the deposit wallet, with its hash known before it is sent, and is sent once', async () => {
    const { venue, writes } = await open({ 'POST /order': taking });
    const signed = await venue.sign(requested(limit));
    expect(signed.identity).toEqual({ nonce: NOW_MS, actionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect(writes()).toEqual([]);
    // The venue answers with another order's id: that proves nothing.
    expect(await signed.send()).toEqual({ kind: 'unknown', reason: 'answer names another order' });
    const [sent] = writes();
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      ...{ orderType: 'GTC', postOnly: false, deferExec: false },
      order: {
        maker: depositWallet,
        signer: depositWallet,
        signatureType: 3,
        makerAmount: '5500000',
        takerAmount: '10000000',
      },
    });
    expect(writes()).toHaveLength(1);
  });

  test('whose answer names it has been taken', async () => {
    let orderID = '';
    const { venue } = await open({
      'POST /order': () => ({ success: true, errorMsg: '', orderID, status: 'matched' }),
    });
    const signed = await venue.sign(requested(market));
    orderID = signed.identity.actionHash;
    expect(await signed.send()).toMatchObject({ kind: 'accepted', answer: { orderID, status: 'matched' } });
  });

  test('of the same execution is the same one; of another it is not', async () => {
    const { venue } = await open();
    const [one, again] = [await venue.sign(requested(limit)), await venue.sign(requested(limit))];
    expect(again.identity).toEqual(one.identity);
    const other = { ...requested(limit), actionJson: requested(limit).actionJson.replace(/"salt":\d+/, '"salt":1') };
    expect((await venue.sign(other)).identity.actionHash).not.toBe(one.identity.actionHash);
  });

  test.each<[object, string, string]>([
    [{ ...limit, price: '0.555' }, 'action.price', 'must be a multiple of 0.01'],
    [{ ...limit, price: '0.001' }, 'action.price', 'must be at least 0.01 and as far below one'],
    [{ ...market, price: 0.001 }, 'action.price', 'must be at least 0.01 and as far below one'],
    [{ ...limit, size: '0.001' }, 'action.size', 'is too small'],
    [{ ...limit, tokenID: '9' }, 'action.tokenID', 'is not a token of a market at the venue'],
  ])('%j is refused before it is signed', async (action, path, message) => {
    const { venue, writes } = await open();
    const refused = { code: 'native_action_invalid', details: [{ path, message }] };
    await expect(venue.sign(requested(action as { type: string }))).rejects.toMatchObject(refused);
    expect(writes()).toEqual([]);
  });

  test('in a market that can’t be read is refused before it is signed, as are executions without a venue', async () => {
    const { venue, writes } = await open({ [`GET /clob-markets/${CONDITION}`]: {} });
    const unavailable = { code: 'execution_provider_unavailable' };
    await expect(venue.sign(requested(limit))).rejects.toMatchObject(unavailable);
    expect(writes()).toEqual([]);
  });

  test('at any price takes the highest one of its market', async () => {
    const { venue, writes } = await open({ 'POST /order': taking });
    await (await venue.sign(requested({ ...market, price: 1 } as { type: string }))).send();
    expect(JSON.parse(writes()[0]?.body ?? '')).toMatchObject({ order: { takerAmount: '9900000' }, orderType: 'FOK' });
  });
});

describe('a cancel', () => {
  const order = (id: string, change: object = {}) => ({
    ...{ id, status: 'LIVE', asset_id: '7', side: 'SELL', price: '0.50', original_size: '10.0000', size_matched: '0' },
    ...{ created_at: NOW_MS / 1_000 - 60, owner: credentials.key, ...change },
  });
  const gone = { canceled: [OTHER], not_canceled: {} };

  test.each<[object, string, unknown]>([
    [{ type: 'cancelOrder', orderID: OTHER }, 'DELETE /order', { orderID: OTHER }],
    [{ type: 'cancelOrders', orderIDs: [OTHER, CONDITION] }, 'DELETE /orders', [OTHER, CONDITION]],
    [
      { type: 'cancelMarketOrders', market: CONDITION, asset_id: '7' },
      'DELETE /cancel-market-orders',
      { market: CONDITION, asset_id: '7' },
    ],
    [{ type: 'cancelAll' }, 'DELETE /cancel-all', undefined],
    [{ type: 'cancelOrder', tokenID: '7', side: 'SELL', size: 10, price: 0.5 }, 'DELETE /order', { orderID: OTHER }],
  ])('%j is sent as the venue wants it', async (action, what, body) => {
    const open7 = { data: [order(OTHER), order(CONDITION, { price: '0.51' })], next_cursor: 'LTE=' };
    const { venue, writes } = await open({ [what]: gone, 'GET /data/orders': open7 });
    const signed = await venue.sign(requested(action as { type: string }));
    expect(await signed.send()).toEqual({ kind: 'accepted', answer: gone });
    expect(writes()).toEqual([{ what, body: body === undefined ? '' : JSON.stringify(body) }]);
  });

  test('of what is not open is refused before it is signed', async () => {
    const { venue } = await open();
    const action = { type: 'cancelOrder', tokenID: '7', side: 'SELL', size: 10, price: 0.5 };
    await expect(venue.sign(requested(action))).rejects.toMatchObject({ code: 'native_action_invalid' });
  });

  test.each<[string, string, string, object]>([
    ['canceled', 'accepted', 'cancelOrder', order(OTHER, { status: 'CANCELED' })],
    ['matched before', 'refused', 'cancelOrder', order(OTHER, { status: 'MATCHED', size_matched: '10' })],
    ['still open', 'undecided', 'cancelOrder', order(OTHER)],
  ])('of an order that is %s is %s', async (_what, kind, type, shown) => {
    const { venue } = await open({ [`GET /data/order/${OTHER}`]: shown });
    const identity = { nonce: NOW_MS, actionHash: CONDITION };
    const finding = await venue.lookUp(requested({ type, orderID: OTHER } as { type: string }), identity);
    expect(finding.kind).toBe(kind);
    expect(JSON.stringify(finding)).not.toContain(credentials.key);
  });

  test.each([
    ['older', -60, 'undecided'],
    ['newer', 60, 'accepted'],
  ])('of all is settled by open orders that are %s than it', async (_what, seconds, kind) => {
    const data = [order(OTHER, { created_at: NOW_MS / 1_000 + seconds })];
    const { venue } = await open({ 'GET /data/orders': { data, next_cursor: 'LTE=' } });
    const identity = { nonce: NOW_MS, actionHash: CONDITION };
    expect((await venue.lookUp(requested({ type: 'cancelAll' }), identity)).kind).toBe(kind);
  });
});

describe('what an order traded', () => {
  const identity = { nonce: NOW_MS, actionHash: OTHER };
  const shown = (status: string, size_matched = '0') => ({
    ...{ id: OTHER, status, asset_id: '7', side: 'BUY', price: '0.5', original_size: '10', size_matched },
    created_at: NOW_MS / 1_000,
  });
  const trades = (...statuses: string[]) => ({
    data: statuses.map((status, index) => ({ id: `t${index}`, status, taker_order_id: OTHER, maker_orders: [] })),
    next_cursor: 'LTE=',
  });

  test.each<[string, object | undefined, readonly string[], string | undefined, boolean]>([
    ['is settled once all of it is confirmed', shown('MATCHED', '10'), ['CONFIRMED', 'CONFIRMED'], 'confirmed', true],
    ['is as final as the least final trade', shown('MATCHED', '10'), ['CONFIRMED', 'MINED'], 'mined', false],
    ['has failed where one trade has', shown('MATCHED', '10'), ['CONFIRMED', 'FAILED'], 'failed', true],
    ['may settle yet though one has failed', shown('MATCHED', '10'), ['FAILED', 'MATCHED'], 'failed', false],
    ['may become more while it rests', shown('LIVE', '5'), ['CONFIRMED'], 'confirmed', false],
    ['is nothing while it rests', shown('LIVE'), [], undefined, false],
    ['is nothing where it was canceled before', shown('CANCELED'), [], undefined, true],
    ['is not known while its match is not listed', shown('MATCHED', '10'), [], undefined, false],
    ['is not known while a part is not listed', shown('CANCELED', '4'), [], undefined, false],
    ['is not final while the venue shows no order', undefined, ['CONFIRMED'], 'confirmed', false],
  ])('%s', async (_what, order, statuses, state, isFinal) => {
    const { venue } = await open({
      ...(order && { [`GET /data/order/${OTHER}`]: order }),
      'GET /data/trades': trades(...statuses),
    });
    expect(await venue.settlement(requested(limit), identity)).toEqual({ state, isFinal });
  });

  test('is asked of orders alone', async () => {
    const { venue, asked } = await open();
    for (const action of [{ type: 'cancelAll' }, { type: 'redeemPositions', conditionId: CONDITION }])
      expect(await venue.settlement(requested(action), identity)).toEqual({ state: undefined, isFinal: true });
    expect(asked).toEqual([]);
  });
});

describe('an order whose answer is lost', () => {
  const identity = { nonce: NOW_MS, actionHash: OTHER };
  const shown = (status: string, size_matched = '0') => ({
    ...{ id: OTHER, status, asset_id: '7', side: 'BUY', price: '0.5', original_size: '10', size_matched },
    created_at: NOW_MS / 1_000,
  });
  const path = `GET /data/order/${OTHER}`;
  const gtd = { ...limit, orderType: 'GTD', expiration: NOW_MS / 1_000 + 120 };
  const trade = { id: 't', status: 'MATCHED', taker_order_id: OTHER, maker_orders: [] };
  const killed = "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.";
  const later = { 'GET /time': NOW_MS / 1_000 + 131 };
  const resolved = { [`GET /markets/${CONDITION}`]: { closed: true, tokens: [{ winner: true }, { winner: false }] } };

  test.each<[string, object, Readonly<Record<string, Answer>>, string]>([
    ['that rests has been taken', limit, { [path]: shown('LIVE') }, 'accepted'],
    ['that was canceled since has been taken', limit, { [path]: shown('CANCELED') }, 'accepted'],
    [
      'that trades name has been taken',
      limit,
      { 'GET /data/trades': { data: [trade], next_cursor: 'LTE=' } },
      'accepted',
    ],
    ['at once that matched in part has been taken', market, { [path]: shown('CANCELED', '3') }, 'accepted'],
    ['at once that was killed is refused', market, { [path]: shown(killed, '') }, 'refused'],
    ['at once that the venue made invalid is refused', market, { [path]: shown('INVALID') }, 'refused'],
    ['at once in a state that is not known is open', market, { [path]: shown('PENDING') }, 'undecided'],
    ['without an end is never disproved by time', limit, later, 'undecided'],
    ['at once is never disproved by time', market, later, 'undecided'],
    ['with an end that is to come is open', gtd, {}, 'undecided'],
    ['with an end that is past can’t happen any more', gtd, later, 'unseen'],
    ['in a market that is resolved can’t happen any more', limit, resolved, 'unseen'],
    ['with an end that is past, but shown, has been taken', gtd, { ...later, [path]: shown('CANCELED') }, 'accepted'],
  ])('%s', async (_what, action, answers, kind) => {
    const { venue } = await open(answers);
    expect((await venue.lookUp(requested(action as { type: string }), identity)).kind).toBe(kind);
  });

  test('is not judged while the venue cannot be read', async () => {
    const { venue } = await open({ [path]: { status: 1 } });
    await expect(venue.lookUp(requested(limit), identity)).rejects.toThrow();
  });
});
