import { describe, expect, test } from '@jest/globals';
import { isTradingFamily, parseTradingAction, type TradingFamily } from './index.js';

const wire = { t: { limit: { tif: 'Gtc' } }, r: false, s: '1.50', p: '0100.0', b: true, a: 0 };
const CLOID = `0x${'AB'.repeat(16)}`;

/** The very text that is signed: fields in their order. */
function signed(type: TradingFamily, action: object): string {
  const parsed = parseTradingAction(type, { ...action, type });
  return parsed.ok ? JSON.stringify(parsed.action) : JSON.stringify(parsed.problems);
}

describe('an action is spelled as the venue signs it', () => {
  const order = `{"a":0,"b":true,"p":"100","s":"1.5","r":false,"t":{"limit":{"tif":"Gtc"}}}`;
  const cloid = CLOID.toLowerCase();
  test.each<[TradingFamily, object, string]>([
    ['order', { grouping: 'na', orders: [wire] }, `{"type":"order","orders":[${order}],"grouping":"na"}`],
    [
      'order',
      { builder: { f: 10, b: `0x${'AB'.repeat(20)}` }, grouping: 'na', orders: [wire] },
      `{"type":"order","orders":[${order}],"grouping":"na","builder":{"b":"0x${'ab'.repeat(20)}","f":10}}`,
    ],
    ['cancel', { cancels: [{ o: 7, a: 1 }] }, '{"type":"cancel","cancels":[{"a":1,"o":7}]}'],
    [
      'cancelByCloid',
      { cancels: [{ cloid: CLOID, asset: 1 }] },
      `{"type":"cancelByCloid","cancels":[{"asset":1,"cloid":"${cloid}"}]}`,
    ],
    ['modify', { order: wire, oid: 7 }, `{"type":"modify","oid":7,"order":${order}}`],
    [
      'batchModify',
      { modifies: [{ order: { ...wire, c: CLOID }, oid: CLOID }] },
      `{"type":"batchModify","modifies":[{"oid":"${cloid}","order":${order.slice(0, -1)},"c":"${cloid}"}}]}`,
    ],
    ['scheduleCancel', {}, '{"type":"scheduleCancel"}'],
    [
      'updateLeverage',
      { leverage: 5, isCross: true, asset: 3 },
      '{"type":"updateLeverage","asset":3,"isCross":true,"leverage":5}',
    ],
    [
      'updateIsolatedMargin',
      { ntli: -5, isBuy: true, asset: 3 },
      '{"type":"updateIsolatedMargin","asset":3,"isBuy":true,"ntli":-5}',
    ],
  ])('%s %j', (type, action, text) => {
    expect(signed(type, action)).toBe(text);
  });

  test('a trigger order keeps its order of fields', () => {
    const trigger = { tpsl: 'sl', triggerPx: '90.10', isMarket: true };
    expect(signed('order', { grouping: 'na', orders: [{ ...wire, t: { trigger } }] })).toContain(
      '"t":{"trigger":{"isMarket":true,"triggerPx":"90.1","tpsl":"sl"}}',
    );
  });
});

describe('an order is refused', () => {
  test.each<[string, object]>([
    ['with a number for a price', { p: 1 }],
    ['with nine decimals', { s: '0.123456789' }],
    ['with a negative size', { s: '-1' }],
    ['with an exponent', { p: '1e5' }],
    ['with an unsafe integer', { a: 2 ** 53 }],
    ['with a field that the venue has not', { vault: true }],
    ['with null for its cloid', { c: null }],
    ['with a short cloid', { c: '0x1' }],
    ['with a text for an asset', { a: '0' }],
    ['without a size', { s: undefined }],
  ])('%s', (_what, change) => {
    const action = { type: 'order', grouping: 'na', orders: [{ ...wire, ...change }] };
    expect(parseTradingAction('order', action).ok).toBe(false);
  });
});

test('a problem names its field and repeats no value', () => {
  const orders = [{ ...wire, s: 'secret', x: 'secret', r: 'secret' }];
  const refused = [
    { orders, grouping: 'na' },
    { orders: [{ ...wire, x: 'secret' }], grouping: 'na' },
    { orders: [wire] },
    { orders: [{ ...wire, t: { limit: { tif: 'secret' } } }], grouping: 'na' },
    { orders: [wire], grouping: 'secret' },
  ];
  const parsed = refused.map((action) => parseTradingAction('order', { ...action, type: 'order' }));
  expect(parsed).toEqual([
    {
      ok: false,
      problems: [
        { path: ['orders', 0, 's'], message: 'must match /^[0-9]+(\\.[0-9]+)?$/' },
        { path: ['orders', 0, 'r'], message: 'must be true or false' },
      ],
    },
    { ok: false, problems: [{ path: ['orders', 0], message: 'has a field that the venue does not know' }] },
    { ok: false, problems: [{ path: ['grouping'], message: 'is required' }] },
    {
      ok: false,
      problems: [{ path: ['orders', 0, 't', 'limit', 'tif'], message: 'is one of Gtc, Ioc, Alo, FrontendMarket' }],
    },
    {
      ok: false,
      problems: [{ path: ['grouping'], message: 'is one of na, normalTpsl, positionTpsl, or an object' }],
    },
  ]);
  expect(JSON.stringify(parsed)).not.toContain('secret');
});

test.each(['withdraw3', 'usdSend', 'approveAgent', 'toString', '__proto__', 'Order', '', undefined, 1])(
  '%j is no trading family',
  (type) => {
    expect(isTradingFamily(type)).toBe(false);
  },
);
