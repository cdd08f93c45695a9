import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ManualClock, systemClock } from '@platform/kit/clock';
import type { JsonObject } from '@platform/kit/json';
import type { RequestedAction, SignedRead, SubmissionIdentity } from '../../native-actions/index.js';
import { LighterTrading } from '../client/index.js';
import { lighterActions } from './actions.js';
import { LighterVenue } from './lighter.js';

const NOW_MS = 1_797_000_000_000;
const EXPIRES_MS = NOW_MS + 20_000;
const TEN_MINUTES_MS = 600_000;
const NONCE = 7;
const DIGITS = 'ab'.repeat(40);
const HASH = `0x${DIGITS}`;
const ADDRESS = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF';
const identity: SubmissionIdentity = { nonce: NONCE, actionHash: HASH };
const limit = {
  ...{ type: 'create_order', market_index: 0, client_order_index: 7, base_amount: 100, price: 250_000, is_ask: false },
  ...{ order_type: 0, time_in_force: 1, order_expiry: '1798000000000' },
};
const market = {
  ...{ type: 'create_market_order', market_index: 0, client_order_index: 7, base_amount: 100, is_ask: false },
  avg_execution_price: 250_000,
};
const cancel = { type: 'cancel_order', market_index: 0, order_index: '1152921504606846975' };
const signedLimit = {
  ...{ AccountIndex: 12, ApiKeyIndex: 4, MarketIndex: 0, ClientOrderIndex: 7, BaseAmount: 100, Price: 250_000 },
  ...{ IsAsk: 0, Type: 0, TimeInForce: 1, ReduceOnly: 0, TriggerPrice: 0, OrderExpiry: 1_798_000_000_000 },
  ...{ ExpiredAt: NOW_MS + TEN_MINUTES_MS - 1_000, Nonce: NONCE, Sig: Buffer.alloc(80).toString('base64') },
  L2TxAttributes: null,
};
const shown = {
  ...{ code: 200, hash: DIGITS, type: 14, info: '{}', event_info: '{"ae":""}', status: 2, account_index: 12 },
  ...{ api_key_index: 4, nonce: NONCE, expire_at: NOW_MS, executed_at: NOW_MS, sequence_index: '92233720368547758079' },
};
const order = {
  ...{ order_index: '562949953421312', client_order_index: 7, market_index: 0, status: 'open' },
  ...{ filled_base_amount: '0.0000', filled_quote_amount: '0.000000' },
};
const notFound = { status: 400, body: { code: 21_500, message: 'transaction not found' } };

type Answer = object | ((body: string) => object);
const opened: { server: Server; close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const { server, close } of opened.splice(0)) {
    await close();
    server.closeAllConnections();
    server.close();
  }
});

/** A venue with the given answers by endpoint, and a wallet that signs what the test says. */
async function open(
  answers: Readonly<Record<string, Answer>> = {},
  { txType = 14, txInfo = signedLimit, hash = HASH }: { txType?: number; txInfo?: object; hash?: string } = {},
) {
  const asked: string[] = [];
  const bodies: string[] = [];
  const known: Readonly<Record<string, Answer>> = {
    '/': { status: 200, network_id: 304, timestamp: NOW_MS / 1_000 },
    '/api/v1/accountsByL1Address': { code: 200, l1_address: ADDRESS, sub_accounts: [{ account_type: 0, index: 12 }] },
    '/api/v1/nextNonce': { code: 200, nonce: NONCE },
    '/api/v1/tx': notFound,
    '/api/v1/accountActiveOrders': { code: 200, orders: [] },
    '/api/v1/accountInactiveOrders': { code: 200, orders: [] },
    ...answers,
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = request.url?.split('?')[0] ?? '';
    asked.push(path);
    if (body !== '') bodies.push(body);
    const entry = known[path] ?? {};
    const answer = typeof entry === 'function' ? entry(body) : entry;
    const { status, body: said } = 'status' in answer && 'body' in answer ? answer : { status: 200, body: answer };
    response.writeHead(Number(status)).end(JSON.stringify(said));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const allowances = { requestsPerMinute: 1_000_000, transactionsPerMinute: 1_000_000 };
  const client = new LighterTrading({ url, ...allowances, clock: systemClock });
  opened.push({ server, close: () => client.close() });
  const clock = new ManualClock(NOW_MS);
  const givenBack: SubmissionIdentity[] = [];
  const signatureJson = JSON.stringify({ tx_type: txType, tx_info: JSON.stringify(txInfo) });
  const signer = {
    sign: async () => ({ nonce: NONCE, actionHash: hash, signatureJson }),
    readHeaders: async (_venue: string, { path }: SignedRead) => ({ authorization: `token for ${path}` }),
    lookUp: () => Promise.reject(new Error('no chain is asked')),
    giveBack: async (_venue: string, _action: unknown, which: SubmissionIdentity) => void givenBack.push(which),
  };
  const shut = async () => {
    server.close();
    await once(server, 'close');
  };
  return { venue: new LighterVenue(client, signer, clock), asked, bodies, givenBack, clock, shut };
}

function requested(action: JsonObject): RequestedAction {
  const family = lighterActions.family(action);
  if (family === undefined) throw new Error('there is no family');
  const actionJson = family.parse(action).identified('exe_1');
  const whose = { executionId: 'exe_1', accountId: 'acc_1', accountAddress: ADDRESS, userToken: 'token' };
  return { ...whose, actionJson, expiresAfterMs: EXPIRES_MS };
}

describe('an action', () => {
  test('is sent once, its signature unchanged, and its outcome is still to be looked up', async () => {
    const { venue, asked, bodies, givenBack } = await open({ '/api/v1/sendTx': { code: 200, tx_hash: DIGITS } });
    const signed = await venue.sign(requested(limit));
    expect([signed.identity, asked]).toEqual([identity, []]);
    expect(await signed.send()).toEqual({ kind: 'taken' });
    expect(new URLSearchParams(bodies[0]).get('tx_info')).toBe(JSON.stringify(signedLimit));
    expect([asked, givenBack]).toEqual([['/api/v1/sendTx'], []]);
  });

  test('that the API refuses frees its nonce', async () => {
    const refusal = { code: 21_739, message: 'not enough margin to create the order' };
    const { venue, givenBack } = await open({ '/api/v1/sendTx': { status: 400, body: refusal } });
    expect(await (await venue.sign(requested(limit))).send()).toEqual({ kind: 'refused', answer: refusal });
    expect(givenBack).toEqual([identity]);
  });

  test('that never left frees its nonce', async () => {
    const { venue, givenBack, shut } = await open();
    const signed = await venue.sign(requested(limit));
    await shut();
    expect((await signed.send()).kind).toBe('unsent');
    expect(givenBack).toEqual([identity]);
  });

  test('whose nonce is said to be used keeps it', async () => {
    const answer = { status: 400, body: { code: 21_104, message: 'invalid nonce' } };
    const { venue, givenBack } = await open({ '/api/v1/sendTx': answer });
    expect((await (await venue.sign(requested(limit))).send()).kind).toBe('unknown');
    expect(givenBack).toEqual([]);
  });

  test.each<[string, object, number, string]>([
    ['with another price', { ...signedLimit, Price: 250_001 }, 14, HASH],
    ['with a nonce that was not named', { ...signedLimit, Nonce: 8 }, 14, HASH],
    ['by another key', { ...signedLimit, ApiKeyIndex: 5 }, 14, HASH],
    ['that ends later than is looked up', { ...signedLimit, ExpiredAt: EXPIRES_MS + TEN_MINUTES_MS + 1 }, 14, HASH],
    ['with a fee for somebody', { ...signedLimit, L2TxAttributes: { 1: 5, 2: 100 } }, 14, HASH],
    ['of another type', signedLimit, 15, HASH],
    ['that withdraws', { ...signedLimit }, 13, HASH],
    ['without its hash', signedLimit, 14, '0xab'],
  ])('signed as a transaction %s never leaves', async (_what, txInfo, txType, hash) => {
    const { venue, asked, givenBack } = await open({}, { txInfo, txType, hash });
    await expect(venue.sign(requested(limit))).rejects.toMatchObject({ code: 'execution_provider_unavailable' });
    expect([asked, givenBack.length]).toEqual([[], 1]);
  });
});

describe('a transaction that the venue shows', () => {
  const seen = (change: object) => ({ '/api/v1/tx': { ...shown, ...change } });
  const active = (change: object) => ({
    '/api/v1/accountActiveOrders': { code: 200, orders: [{ ...order, ...change }] },
  });
  const ended = (change: object) => ({
    '/api/v1/accountInactiveOrders': {
      code: 200,
      orders: [
        { ...order, client_order_index: 8 },
        { ...order, ...change },
      ],
    },
  });

  test.each<[string, JsonObject, Record<string, Answer>, string]>([
    ['a cancel that was carried out', cancel, seen({}), 'accepted'],
    ['a cancel that the sequencer could not carry out', cancel, seen({ event_info: '{"ae":"inactive"}' }), 'refused'],
    ['a cancel that failed', cancel, seen({ status: 0 }), 'refused'],
    ['a cancel that is pending', cancel, seen({ status: 1 }), 'undecided'],
    ['another nonce', cancel, seen({ nonce: 8 }), 'undecided'],
    ['an order that failed', limit, seen({ status: 0 }), 'refused'],
    ['an order that rests', limit, { ...seen({}), ...active({}) }, 'accepted'],
    ['an order that has traded in part', limit, { ...seen({}), ...active({ filled_base_amount: '0.1' }) }, 'accepted'],
    ['a post-only order that was ended', limit, { ...seen({}), ...ended({ status: 'canceled-post-only' }) }, 'refused'],
    ['an order that has expired since', limit, { ...seen({}), ...ended({ status: 'canceled-expired' }) }, 'accepted'],
    ['an order that was canceled since', limit, { ...seen({}), ...ended({ status: 'canceled' }) }, 'accepted'],
    ['an order that no list shows yet', limit, seen({}), 'undecided'],
    ['an order that the sequencer has canceled', limit, seen({ event_info: '{"ae":"too far"}' }), 'refused'],
    [
      'a market order that found nothing',
      market,
      { ...seen({}), ...ended({ status: 'canceled-too-much-slippage' }) },
      'refused',
    ],
    ['a market order that ended with nothing', market, { ...seen({}), ...ended({ status: 'canceled' }) }, 'refused'],
    ['a market order under way', market, { ...seen({}), ...active({ status: 'in-progress' }) }, 'undecided'],
    [
      'a market order under way that has traded',
      market,
      { ...seen({}), ...active({ status: 'in-progress', filled_base_amount: '0.1' }) },
      'undecided',
    ],
  ])('%s', async (_what, action, answers, kind) => {
    const { venue } = await open(answers);
    expect((await venue.lookUp(requested(action), identity)).kind).toBe(kind);
  });

  test('tells what an immediate order has traded', async () => {
    const filled = { status: 'canceled-too-much-slippage', filled_base_amount: '0.0100', filled_quote_amount: '25.1' };
    const { venue } = await open({ ...seen({}), ...ended(filled) });
    expect(await venue.lookUp(requested(market), identity)).toMatchObject({
      kind: 'accepted',
      answer: {
        transaction: { status: 2, nonce: NONCE },
        orders: [{ client_order_index: '7', order_index: '562949953421312', ...filled }],
      },
    });
  });

  test('is accepted without its order where no list shows it at last', async () => {
    const { venue, clock } = await open(seen({}));
    clock.advance(31_000);
    expect(await venue.lookUp(requested(limit), identity)).toMatchObject({ kind: 'accepted', answer: { orders: [] } });
    // What this one has traded, only a list says.
    expect(await venue.lookUp(requested(market), identity)).toEqual({ kind: 'undecided' });
  });
});

describe('a transaction that the venue does not have', () => {
  const LATEST_MS = EXPIRES_MS + TEN_MINUTES_MS;
  const at = (timeMs: number) => ({ '/': { status: 200, timestamp: Math.floor(timeMs / 1_000) } });

  test('may come until its end, and nothing else is asked before', async () => {
    const { venue, asked } = await open();
    expect(await venue.lookUp(requested(limit), identity)).toEqual({ kind: 'undecided' });
    expect(asked).toEqual(['/api/v1/tx']);
  });

  test.each<[string, Record<string, Answer>, string]>([
    ['its nonce is still the next one', at(LATEST_MS + 11_000), 'unseen'],
    ["the venue's clock is not yet past its end", at(LATEST_MS + 9_000), 'undecided'],
    ['its nonce was used', { ...at(LATEST_MS + 11_000), '/api/v1/nextNonce': { code: 200, nonce: 8 } }, 'undecided'],
    ['the reading is stale', { ...at(LATEST_MS + 11_000), '/api/v1/nextNonce': { code: 200, nonce: 6 } }, 'undecided'],
    [
      'the account is not shown',
      { ...at(LATEST_MS + 11_000), '/api/v1/accountsByL1Address': { status: 400, body: { code: 21_100 } } },
      'undecided',
    ],
  ])('past its end, when %s', async (_what, answers, kind) => {
    const { venue, clock } = await open(answers);
    clock.advance(LATEST_MS - NOW_MS + 1);
    expect(await venue.lookUp(requested(limit), identity)).toEqual({ kind });
  });

  test('is looked for once more behind the clock and the nonce', async () => {
    let times = 0;
    const late = () => {
      times += 1;
      return times === 1 ? notFound : { ...shown, status: 0 };
    };
    const { venue, clock } = await open({ ...at(LATEST_MS + 11_000), '/api/v1/tx': late });
    clock.advance(LATEST_MS - NOW_MS + 1);
    expect(await venue.lookUp(requested(limit), identity)).toMatchObject({ kind: 'refused' });
  });

  test.each<[string, Answer]>([
    ['a failure of the venue', { status: 400, body: { code: 29_500 } }],
    ["a proxy's 404", { status: 404, body: { code: 21_500 } }],
    ['another shape', { code: 200, hash: DIGITS }],
  ])('is not disproved by %s', async (_what, answer) => {
    const { venue } = await open({ '/api/v1/tx': answer });
    await expect(venue.lookUp(requested(limit), identity)).rejects.toMatchObject({ name: 'VenueReadError' });
  });
});

describe('markets', () => {
  const listed = {
    ...{ symbol: 'ETH', market_id: 0, market_type: 'perp', status: 'active', min_quote_amount: '10.000000' },
    ...{
      size_decimals: 4,
      price_decimals: 2,
      min_initial_margin_fraction: 200,
      default_initial_margin_fraction: 1_000,
    },
    ...{ mark_price: '2000.01', last_trade_price: 2_000 },
  };
  const details = { '/api/v1/orderBookDetails': { code: 200, order_book_details: [listed] } };

  test('have price, decimals and the leverage of the account, or of all accounts', async () => {
    const positions = [{ market_id: 0, initial_margin_fraction: '25.00' }];
    const { venue } = await open({ ...details, '/api/v1/account': { code: 200, accounts: [{ positions }] } });
    const facts = { symbol: 'ETH-PERP.LIGHTER', midPrice: '2000.01', decimals: { size: 4, price: 2 } };
    expect(await venue.readMarkets(['0', '9'], ADDRESS)).toEqual(new Map([['0', { ...facts, leverage: 4 }]]));
    expect((await venue.readMarkets(['0'], undefined)).get('0')).toEqual({ ...facts, leverage: undefined });
    const { venue: fresh } = await open({ ...details, '/api/v1/account': { code: 200, accounts: [{}] } });
    expect((await fresh.readMarkets(['0'], ADDRESS)).get('0')).toEqual({ ...facts, leverage: 10 });
  });
});
