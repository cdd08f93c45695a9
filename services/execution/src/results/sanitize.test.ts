import { describe, expect, test } from '@jest/globals';
import { sanitize } from './sanitize.js';

describe('a venue answer', () => {
  test('keeps what it says, down to its numbers and addresses', () => {
    const answer = {
      status: 'err',
      response: `User or API Wallet 0x${'ab'.repeat(20)} does not exist.`,
      data: { statuses: [{ resting: { oid: 1, cloid: `0x${'cd'.repeat(16)}` } }, 'waitingForFill', null, true] },
    };
    expect(sanitize(answer)).toEqual(answer);
  });

  test('loses fields that name credentials, at any depth and in any spelling', () => {
    const answer = { a: [{ privateKey: 1, x: 2 }], 'API-Secret': 1, signature: { r: 1 }, authorization: 'x' };
    expect(sanitize(answer)).toEqual({ a: [{ x: 2 }] });
  });

  test('has texts redacted that look like secrets, at any depth', () => {
    const answer = { a: [{ response: `key 0x${'a1'.repeat(32)} leaked` }, 'password=hunter2'] };
    expect(sanitize(answer)).toEqual({ a: [{ response: 'key [redacted] leaked' }, '[redacted]'] });
  });

  test('keeps the ids of orders, markets and transactions, which look like keys, where a field is named for one', () => {
    const hash = `0x${'a1'.repeat(32)}`;
    const longer = 'a1'.repeat(40);
    expect(sanitize({ hash: longer, note: longer })).toEqual({ hash: longer, note: '[redacted]' });
    const answer = {
      ...{
        orderID: hash,
        market: hash,
        transactionsHashes: [hash],
        canceled: [hash],
        not_canceled: { [hash]: 'matched' },
      },
      maker_orders: [{ order_id: hash, transaction_hash: hash }],
    };
    expect(sanitize(answer)).toEqual(answer);
    expect(sanitize({ orderID: `key ${hash}`, note: hash, privateKeyId: hash, list: [hash] })).toEqual({
      ...{ orderID: 'key [redacted]', note: '[redacted]', list: ['[redacted]'] },
    });
  });

  test('that never ends is cut', () => {
    const deep = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`);
    expect(JSON.stringify(sanitize(deep))).toContain('[redacted]');
  });
});
