import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { LighterConversation } from './conversation.js';

const STREAM = { kind: 'account', account: '3' } as const;
const TOKEN = '1797000000:3:4:ab';
const CHANNELS = ['account_all_orders', 'account_all', 'account_tx'];
const HASH = 'ab'.repeat(40);
const ORDER = { order_index: '281476929510110', market_index: 0, status: 'open', price: '2352.74' };
const TRADE = { trade_id: 19_209_006_902, market_id: 0, price: '2352.73', size: '0.1336' };
const POSITION = { market_id: 0, position: '-0.1000' };
const TRANSACTION = { hash: HASH, status: 2, event_info: '{}' };
const begun = { kind: 'account_begun', stream: STREAM };
const changed = (malformed: readonly unknown[] = []) => ({ kind: 'account_changed', stream: STREAM, malformed });

/** A message of the venue's about account 3. */
function message(type: 'subscribed' | 'update', channel: string, fields: object): string {
  const empty = {
    account_all_orders: { orders: {} },
    account_all: { positions: {}, trades: {} },
    account_tx: { txs: [] },
  };
  const rows = Object.entries(empty).find(([name]) => name === channel)?.[1];
  return JSON.stringify({ account: 3, channel: `${channel}:3`, ...rows, ...fields, type: `${type}/${channel}` });
}

function open() {
  const conversation = new LighterConversation(new ManualClock(0));
  conversation.accounts.subscribe(STREAM, TOKEN);
  return conversation;
}

test('an account is asked for by all its channels, with its token, and given up without one', () => {
  const { accounts } = open();
  expect(accounts.subscribe(STREAM, TOKEN).map((text) => JSON.parse(text))).toEqual(
    CHANNELS.map((channel) => ({ type: 'subscribe', channel: `${channel}/3`, auth: TOKEN })),
  );
  expect(accounts.unsubscribe(STREAM).map((text) => JSON.parse(text))).toEqual(
    CHANNELS.map((channel) => ({ type: 'unsubscribe', channel: `${channel}/3` })),
  );
});

describe('an account', () => {
  test('has begun once each of its channels has, and begins again when it is asked for again', () => {
    const conversation = open();
    const begin = () => CHANNELS.map((channel) => conversation.receive(message('subscribed', channel, {})));
    expect(begin()).toEqual([[], [], [begun]]);
    expect(begin()).toEqual([[], [], []]);
    conversation.accounts.subscribe(STREAM, TOKEN);
    expect(begin()).toEqual([[], [], [begun]]);
  });

  test('has begun with an update where the venue begins a channel with one', () => {
    const conversation = open();
    conversation.receive(message('subscribed', 'account_all_orders', {}));
    conversation.receive(message('subscribed', 'account_all', {}));
    expect(conversation.receive(message('update', 'account_tx', { txs: [TRANSACTION] }))).toEqual([changed(), begun]);
  });

  test('that is given up does not begin', () => {
    const conversation = open();
    conversation.accounts.unsubscribe(STREAM);
    expect(CHANNELS.flatMap((channel) => conversation.receive(message('subscribed', channel, {})))).toEqual([]);
  });

  test.each<[string, string, object]>([
    ['an order', 'account_all_orders', { orders: { 0: [ORDER] } }],
    ['a trade', 'account_all', { trades: { 0: [TRADE] } }],
    ['a position', 'account_all', { positions: { 0: POSITION } }],
    ['a transaction', 'account_tx', { txs: [TRANSACTION] }],
  ])('has changed with %s, and not with the ones that were there before', (_what, channel, rows) => {
    expect(open().receive(message('update', channel, rows))).toEqual([changed()]);
    expect(open().receive(message('subscribed', channel, rows))).toEqual([]);
  });

  test.each([
    ['account_all_orders', { orders: null }] as const,
    ['account_all', { trades: null, positions: null }] as const,
  ])('has not changed with an empty %s', (channel, rows) => {
    expect(open().receive(message('update', channel, rows))).toEqual([]);
  });

  test.each<[string, string, object, RegExp]>([
    ['order', 'account_all_orders', { orders: { 0: [{ ...ORDER, status: null }, ORDER] } }, /^order: .*status/],
    ['trade', 'account_all', { trades: { 0: [{ ...TRADE, price: 'x' }] } }, /^trade: .*price/],
    ['position', 'account_all', { positions: { 0: 'odd' } }, /^position: /],
    ['transaction', 'account_tx', { txs: [{ ...TRANSACTION, hash: 'ab' }] }, /^transaction: .*hash/],
  ])('has changed with a malformed %s, which is named', (_what, channel, rows, reason) => {
    expect(open().receive(message('update', channel, rows))).toEqual([changed([expect.stringMatching(reason)])]);
  });

  test('is known by a number beyond 2^53', () => {
    const text = message('update', 'account_tx', { txs: [TRANSACTION] }).replaceAll(':3"', ':9223372036854775807"');
    expect(open().receive(text)).toMatchObject([{ stream: { account: '9223372036854775807' } }]);
  });

  test.each([
    '{"type":"update/account_tx","channel":"account_tx:3","txs":{}}',
    '{"type":"update/account_tx","channel":"account_all:3","txs":[]}',
    '{"type":"update/account_all_orders","channel":"account_all_orders:3","orders":"none"}',
  ])('is not told of by %s', (text) => {
    expect(() => open().receive(text)).toThrow();
  });
});

test('a subscription that is refused for its token is named', () => {
  const refusal = '{"error":{"code":20001,"message":"invalid param: auth"}}';
  expect(open().receive(refusal)).toEqual([{ kind: 'refused', reason: '20001 invalid param: auth' }]);
});
