import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { type Hex, recoverTypedDataAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import {
  type BatchRequest,
  exchangeOf,
  type Order,
  type OrderRequest,
  orderHash,
  orderTypedData,
  requestHeaders,
  requestText,
} from '../codec/index.js';
import { type ClobAccount, readHeaders, tradingRequests } from './index.js';

const NOW_MS = 1_790_000_000_123;
const key = privateKeyToAccount(`0x${'4c'.repeat(32)}`);
const credentials = { key: 'an-api-key', secret: 'c2VjcmV0', passphrase: 'words' };
const depositWallet = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF';
const own: ClobAccount = { depositWallet: undefined, credentialsOf: key.address, credentials };
const amounts = { makerAmount: 10_000_000n, takerAmount: 5_000_000n };
const asked = { ...amounts, salt: 7, tokenId: 9n, side: 'SELL' } as const;
const order: OrderRequest = { ...asked, kind: 'order', version: 2, isNegRisk: true, terms: { orderType: 'FAK' } };

const conditionId: Hex = `0x${'ab'.repeat(32)}`;
const change = { kind: 'split', conditionId, amount: 1_000_000n } as const;
const split: BatchRequest = { kind: 'batch', change, isNegRisk: false, tokens: [7n, 8n] };
const unasked = () => Promise.reject(new Error('no batch is signed'));
const batches = { termsOf: unasked, sign: unasked };

function open(account: ClobAccount, nowMs = NOW_MS) {
  const family = tradingRequests(async () => account, batches, new ManualClock(nowMs));
  const parse = (actionJson: string) =>
    family.parse({ actionJson, expiresAfterMs: undefined, cause: 'execution exe_1' }, key.address);
  return { parse, sign: async (actionJson: string) => family.sign(key, await parse(actionJson)) };
}

describe('an order', () => {
  test('of a key is signed by it, and its identity is its hash', async () => {
    const { actionHash, nonce, signatureJson } = await open(own).sign(requestText(order));
    const { body } = JSON.parse(signatureJson);
    const made: Order = { ...asked, maker: key.address, signer: key.address, signatureType: 0, timestampMs: NOW_MS };
    const exchange = exchangeOf(2, true);
    expect([actionHash, nonce]).toEqual([orderHash(made, exchange), NOW_MS]);
    const { signature } = JSON.parse(body).order;
    expect(await recoverTypedDataAddress({ ...orderTypedData(made, exchange), signature })).toBe(key.address);
  });

  test('of a deposit wallet is its wallet’s, in requests of whom the credentials belong to', async () => {
    const account = { ...own, depositWallet, credentialsOf: depositWallet } as const;
    const { sign, parse } = open(account);
    const { method, path, body, headers } = JSON.parse((await sign(requestText(order))).signatureJson);
    expect(JSON.parse(body).order).toMatchObject({ maker: depositWallet, signer: depositWallet, signatureType: 3 });
    const seconds = Math.floor(NOW_MS / 1_000);
    expect(headers).toEqual(requestHeaders(depositWallet, credentials, { method, path, body }, seconds));
    expect(JSON.stringify(await parse(requestText(order)))).not.toMatch(/an-api-key|c2VjcmV0|words/);
  });
});

test('a cancel is signed with its body, and the same one a moment later is another', async () => {
  const text = requestText({ kind: 'cancel', path: '/orders', body: '["0x1"]' });
  const [one, again] = [await open(own).sign(text), await open(own).sign(text)];
  expect(JSON.parse(one.signatureJson)).toMatchObject({ method: 'DELETE', path: '/orders', body: '["0x1"]' });
  expect(one).toEqual(again);
  const later = await open(own, NOW_MS + 1).sign(text);
  expect(later.actionHash).not.toBe(one.actionHash);
});

test.each([
  'null',
  '{"kind":"order"}',
  '{"kind":"cancel","path":"/auth/api-key"}',
  '{"kind":"cancel","path":"/order","method":"POST"}',
  requestText(order).replace('"salt":7', '"salt":7.5'),
  requestText(order).replace('"10000000"', '"-1"'),
  requestText(order).replace('{"orderType":"FAK"}', '{"orderType":"FAK","postOnly":true}'),
  requestText(split).replace('"split"', '"approval"'),
  requestText(split).replace('"1000000"', '"0"'),
  requestText(split).replace('"amount"', '"target":"0x0","amount"'),
  requestText(split).replace('"8"', '"8","9"'),
  requestText({ ...split, change: { kind: 'redemption', conditionId } }).replace(conditionId, conditionId.slice(2)),
])('%s is not signed', async (text) => {
  await expect(open(own).parse(text)).rejects.toMatchObject({ code: 'native_action_invalid' });
});

test('headers are made for reads of orders and trades, and for nothing else', () => {
  const id = `0x${'ab'.repeat(32)}`;
  for (const path of [`/data/order/${id}`, '/data/orders', '/data/trades'])
    expect(readHeaders(own, path, NOW_MS)).toMatchObject({ POLY_ADDRESS: key.address, POLY_API_KEY: credentials.key });
  for (const path of ['/order', '/auth/api-keys', '/data/orders?x=1', `/data/order/${id}/..`, '/balance-allowance', ''])
    expect(() => readHeaders(own, path, NOW_MS)).toThrow(expect.objectContaining({ code: 'insufficient_permissions' }));
});
