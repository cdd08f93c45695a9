import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { z } from 'zod';
import { credit } from './accounts/credit.js';
import { LISTINGS } from './listings.js';
import { Market } from './market.js';
import { execute } from './sequencer/execute.js';
import { type RunningLighter, startLighter } from './server.js';
import { openJournal } from './store/journal.js';
import { Store } from './store/store.js';
import { fillOffline, type Message, pass, StreamClient } from './testing/index.js';

/**
 * nautilus_trader's Lighter adapter is in its versions for Python 3.12 alone. Its parser reads its own examples, which lie beside the
 * repository; here the stand-in's answer to the same call has every field of them, of the same kind.
 */

const FIXTURES = new URL(
  '../../../../shared/data/fixtures/nautilus/crates/adapters/lighter/test_data/',
  import.meta.url,
);
const SIGNED = new URL('./fixtures/signed-by-sdk.json', import.meta.url);
const recorded = z.object({ publicKey: z.string(), authToken: z.string() });
const { publicKey, authToken } = recorded.parse(JSON.parse(readFileSync(SIGNED, 'utf8')));
const MADE_MS = 1_795_000_000_000;
const HOUR_MS = 3_600_000;
const OWNER = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const ETH = 0;
/** Fields that the adapter takes as absent: the stand-in's accounts pay no fee and no funding. */
const OPTIONAL = new Set(['message', 'maker_fee', 'taker_fee', 'total_funding_paid_out']);

const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8'));
const clock = new ManualClock(MADE_MS);
let directory: string;
let account: number;
let venue: RunningLighter;
let client: StreamClient;

/** Makes an account with a position and a resting order. */
function prepare(): void {
  const store = new Store(openJournal(directory));
  const markets = new Map(LISTINGS.map((listed) => [listed.id, new Market(1, listed)]));
  account = credit(store, OWNER, 1_000_000_000n, MADE_MS).index;
  store.saveApiKey({ accountIndex: account, apiKeyIndex: 4, publicKey, nonce: 1n, changedMs: MADE_MS });
  const order = {
    ...{ marketIndex: ETH, clientOrderIndex: 42, baseAmount: 1_000, price: 100_000, isAsk: false, isReduceOnly: false },
    ...({ type: 'limit', timeInForce: 'goodTillTime', triggerPrice: 0 } as const),
    orderExpiry: BigInt(MADE_MS + HOUR_MS),
  };
  const head = { accountIndex: account, apiKeyIndex: 4, expiredAt: MADE_MS + 1, nonce: 1n, attributes: {} };
  execute({ ...head, kind: 'createOrder', order }, { store, markets, nowMs: MADE_MS });
  store.journal.close();
  fillOffline(directory, account, { marketId: ETH, size: 1_000n, price: 200_000n }, MADE_MS);
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  prepare();
  const allowances = new Map([['127.0.0.1', 10_000_000]]);
  const logger = createLogger({ process: 'test', level: 'silent' });
  const accounts = { stateDirectory: directory };
  venue = await startLighter({ host: '127.0.0.1', port: 0, seed: 1, allowances, accounts, clock, logger });
  client = await StreamClient.connect(venue.wsUrl);
});
afterAll(async () => {
  client.socket.terminate();
  await venue.close();
  rmSync(directory, { recursive: true });
});

/** Returns what an answer lacks of an example: absent fields, and those of another kind. */
function lacking(example: unknown, answer: unknown, path = ''): string[] {
  if (example === null) return [];
  if (kindOf(example) !== kindOf(answer)) return [`${path}: ${kindOf(answer)} in place of ${kindOf(example)}`];
  const [shown, given] = [entriesOf(example), entriesOf(answer)];
  return [...shown].flatMap(([name, value]) =>
    OPTIONAL.has(name) && !given.has(name) ? [] : lacking(value, given.get(name), `${path}/${name}`),
  );
}

/** An object's fields; of a list, and of an object by numbers, its first item. */
function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isList = all.length > 0 && all.every(([name]) => /^\d+$/.test(name));
  return new Map(isList ? [['each', all[0]?.[1]]] : all);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return 'decimal text';
  return typeof value;
}

async function get(path: string, query: Record<string, string | number>): Promise<unknown> {
  const url = new URL(`/api/v1/${path}`, venue.url);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).json();
}

const window = { start_timestamp: MADE_MS - HOUR_MS, end_timestamp: MADE_MS, count_back: 0 };
const hours = { start_timestamp: MADE_MS / 1_000 - 7_200, end_timestamp: MADE_MS / 1_000, count_back: 0 };
const CALLS: readonly [string, () => [string, Record<string, string | number>]][] = [
  ['http_order_books.json', () => ['orderBooks', {}]],
  ['http_order_book_details.json', () => ['orderBookDetails', {}]],
  ['http_order_book_orders.json', () => ['orderBookOrders', { market_id: ETH, limit: 5 }]],
  ['http_recent_trades.json', () => ['recentTrades', { market_id: ETH, limit: 5 }]],
  ['http_candles.json', () => ['candles', { ...window, market_id: ETH, resolution: '1m' }]],
  ['http_fundings.json', () => ['fundings', { ...hours, market_id: ETH, resolution: '1h' }]],
  ['http_account.json', () => ['account', { by: 'index', value: account }]],
  ['http_next_nonce.json', () => ['nextNonce', { account_index: account, api_key_index: 4 }]],
  ['http_orders.json', () => ['accountActiveOrders', { account_index: account, market_id: ETH, auth: authToken }]],
];

/** The channels that the stand-in has, of those of the examples; whether the example is of a change. */
const CHANNELS: readonly [string, (id: number) => string, boolean][] = [
  ['ws_order_book_subscribed.json', () => `order_book/${ETH}`, false],
  ['ws_order_book_update.json', () => `order_book/${ETH}`, true],
  ['ws_trade_subscribed.json', () => `trade/${ETH}`, false],
  ['ws_trade_update.json', () => `trade/${ETH}`, true],
  ['ws_candle_subscribed.json', () => `candle/${ETH}/1m`, false],
  ['ws_candle_update.json', () => `candle/${ETH}/1m`, true],
  ['ws_ticker_subscribed.json', () => `ticker/${ETH}`, false],
  ['ws_ticker_update.json', () => `ticker/${ETH}`, true],
  ['ws_market_stats_subscribed_single.json', () => 'market_stats/1', false],
  ['ws_market_stats_update_single.json', () => `market_stats/${ETH}`, true],
  ['ws_market_stats_update_all.json', () => 'market_stats/all', true],
  ['ws_account_orders_update.json', (id) => `account_orders/${ETH}/${id}`, false],
];

async function told(channel: string, isChange: boolean): Promise<Message> {
  const kind = channel.split('/')[0] ?? '';
  client.say({ type: 'subscribe', channel, auth: authToken });
  const first = await client.next(`subscribed/${kind}`);
  await pass(clock, isChange ? 3 : 0);
  const message = isChange ? await client.next(`update/${kind}`) : first;
  client.say({ type: 'unsubscribe', channel });
  await client.next('unsubscribed');
  return message;
}

test('what an answer lacks is told', () => {
  const example = { rows: [{ price: '1.5', at: 1 }], byId: { 3: { size: '2' } }, maker_fee: 1 };
  expect(lacking(example, { rows: [{ price: '2', at: 2 }], byId: { 7: { size: '0.1' } } })).toEqual([]);
  expect(lacking(example, { rows: [{ price: 1.5 }], byId: {} })).toEqual([
    '/rows/each/price: number in place of decimal text',
    '/rows/each/at: undefined in place of number',
    '/byId/each: undefined in place of object',
  ]);
});

(existsSync(FIXTURES) ? describe : describe.skip)('what nautilus reads of the venue', () => {
  test.each(CALLS)('is in the stand-in’s answer: %s', async (name, call) => {
    expect(lacking(fixture(name), await get(...call()))).toEqual([]);
  });

  test('is null where there is no candle', async () => {
    const empty = { market_id: ETH, resolution: '1m', start_timestamp: 0, end_timestamp: 1_000, count_back: 0 };
    expect(await get('candles', empty)).toEqual({ code: 200, r: '1m', c: null });
    expect(fixture('http_candles_null.json')).toMatchObject({ code: 200, r: '1m', c: null });
  });

  test.each(CHANNELS)('is in the stand-in’s message: %s', async (name, channel, isChange) => {
    const message = await told(channel(account), isChange);
    const { type: _told, ...example } = z.looseObject({ type: z.string() }).parse(fixture(name));
    expect(lacking(example, message)).toEqual([]);
  });
});
