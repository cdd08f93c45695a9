import { describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { venueActions } from '@platform/venues/execution';
import fc from 'fast-check';
import { parseRequest } from './request.js';

const wire = { a: 0, b: true, p: '100', s: '1', r: false, t: { limit: { tif: 'Gtc' } } };
const order = { type: 'order', orders: [wire], grouping: 'na' };

function parse(action: unknown, overrides: object = {}) {
  const actionJson = typeof action === 'string' ? action : JSON.stringify(action);
  return parseRequest({ venue: 'hyperliquid', idempotencyKey: 'k', actionJson, ...overrides }, venueActions);
}

function refusal(action: unknown, overrides: object = {}): string {
  try {
    parse(action, overrides);
    return 'none';
  } catch (error) {
    if (error instanceof PlatformError) return error.code;
    throw error;
  }
}

function nested(levels: number, innermost: unknown): unknown {
  return Array.from({ length: levels }).reduce((inside) => ({ x: inside }), innermost);
}

describe('a request is refused', () => {
  test.each<[string, unknown, object]>([
    ['idempotency_key_required', order, { idempotencyKey: '' }],
    ['idempotency_key_required', order, { idempotencyKey: 'with space' }],
    ['validation_failed', order, { venue: 'aerodrome' }],
    ['validation_failed', order, { venue: 'toString' }],
    ['validation_failed', order, { accountAddress: '0x12' }],
    ['validation_failed', '[]', {}],
    ['validation_failed', '{}', {}],
    ['validation_failed', 'null', {}],
    ['validation_failed', '{"type":', {}],
    ['validation_failed', `{"type":"order","x":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, {}],
    ['invalid_request', '{"type":"order","type":"cancel"}', {}],
    ['invalid_request', '{"type":"cancel","cancels":[{"a":0,"o":1,"\\u006f":2}]}', {}],
    ['feature_not_available', order, { venue: 'binance' }],
    ['native_action_unsupported', { orders: [] }, {}],
    ['native_action_unsupported', { type: 'constructor' }, {}],
    ['native_action_unsupported', { type: ['order'] }, {}],
    ['native_action_invalid', { type: 'order' }, {}],
    ['native_action_invalid', order, { venue: 'polymarket' }],
    ['native_action_unsupported', order, { venue: 'lighter' }],
    ['native_action_invalid', { ...order, extra: 1 }, {}],
    ['native_action_invalid', { ...order, orders: [{ ...wire, p: 100 }] }, {}],
    ['native_action_invalid', { ...order, x: nested(40, 1) }, {}],
    ['native_action_invalid', '{"type":"cancel","cancels":[{"a":0,"o":9007199254740993}]}', {}],
    ['native_action_invalid', '{"type":"cancel","cancels":[{"a":0,"o":1e999}]}', {}],
    ['native_action_invalid', '{"type":"scheduleCancel","__proto__":{"time":1}}', {}],
    ['payload_too_large', { ...order, x: 'x'.repeat(65_536) }, {}],
  ])('%s: %j %j', (code, action, overrides) => {
    expect(refusal(action, overrides)).toBe(code);
  });

  test.each([
    'withdraw3',
    'usdSend',
    'spotSend',
    'sendAsset',
    'usdClassTransfer',
    'approveAgent',
    'approveBuilderFee',
    'convertToMultiSigUser',
    'vaultTransfer',
    'subAccountTransfer',
    'subAccountSpotTransfer',
    'createSubAccount',
    'cDeposit',
    'cWithdraw',
    'tokenDelegate',
    'setReferrer',
    'multiSig',
    'agentSetAbstraction',
  ])('native_action_unsupported: %s moves capital or grants authority', (type) => {
    const action = { type, destination: wire, amount: '1', signatureChainId: '0xa4b1', hyperliquidChain: 'Mainnet' };
    expect(refusal(action)).toBe('native_action_unsupported');
  });
});

describe('server_owned_field', () => {
  const categories: readonly (readonly string[])[] = [
    ['credential', 'credentials'],
    ['privateKey', 'private_key', 'PRIVATE-KEY', 'walletPrivateKey', 'ｐｒｉｖａｔｅＫｅｙ', 'private\u200bkey'],
    ['apiSecret', 'api_secret', 'secret', 'apiKey', 'X-API-KEY'],
    ['passphrase', 'pass-phrase', 'password', 'mnemonic'],
    ['signature', 'Signature', 'sig', 'signatures', 'l1_signature'],
    ['nonce', 'NONCE', 'nonces', 'n_o_n_c_e'],
    ['timestamp', 'signatureTimestamp', 'signing_timestamp', 'signedAt'],
    ['authorization', 'auth', 'auth-token', 'bearer', 'jwt'],
    ['headers', 'header', 'requestHeaders'],
    ['method', 'httpMethod', 'HTTP_METHOD'],
    ['path', 'urlPath'],
    ['host', 'hostname', 'Host'],
    ['url', 'baseUrl', 'BASE_URL', 'uri'],
    ['endpoint', 'apiEndpoint', 'end-points'],
  ];

  test.each(categories.flat())('%j, at the top, within a list and forty levels down', (name) => {
    expect(refusal({ ...order, [name]: 1 })).toBe('server_owned_field');
    expect(refusal({ ...order, orders: [{ ...wire, t: { [name]: null } }] })).toBe('server_owned_field');
    expect(refusal({ type: 'withdraw3', x: nested(40, { [name]: {} }) })).toBe('server_owned_field');
  });

  test('names where it stands', () => {
    expect(() => parse({ ...order, orders: [{ ...wire, nonce: 1 }] })).toThrow(
      expect.objectContaining({ details: [{ path: 'action.orders.0.nonce', message: 'is set by the server' }] }),
    );
  });

  test('is said of no field that a trading action has', () => {
    const trigger = { isMarket: true, triggerPx: '1', tpsl: 'tp' };
    const builder = { b: `0x${'a'.repeat(40)}`, f: 1 };
    const actions = [
      { ...order, builder, orders: [{ ...wire, c: `0x${'a'.repeat(32)}`, t: { trigger } }] },
      { type: 'cancel', cancels: [{ a: 0, o: 1 }] },
      { type: 'cancelByCloid', cancels: [{ asset: 0, cloid: `0x${'a'.repeat(32)}` }] },
      { type: 'modify', oid: 1, order: wire },
      { type: 'batchModify', modifies: [{ oid: 1, order: wire }] },
      { type: 'scheduleCancel', time: 1 },
      { type: 'updateLeverage', asset: 0, isCross: true, leverage: 1 },
      { type: 'updateIsolatedMargin', asset: 0, isBuy: true, ntli: 1 },
    ];
    expect(actions.map((action) => refusal(action))).toEqual(actions.map(() => 'none'));
  });
});

describe('an action at polymarket', () => {
  const id = `0x${'ab'.repeat(32)}`;
  const token = { tokenID: '7', side: 'BUY', price: '0.5' };
  const wireOrder = { tokenId: '7', side: 'SELL', makerAmount: '2', takerAmount: '1', expiration: '0' };
  const codeOf = (action: object) => {
    try {
      parseRequest({ venue: 'polymarket', idempotencyKey: 'k', actionJson: JSON.stringify(action) }, venueActions);
      return 'none';
    } catch (error) {
      if (error instanceof PlatformError) return error.code;
      throw error;
    }
  };

  test.each<[object, string]>([
    [{ type: 'placeMarketOrder', ...token, amount: '10', price: 0.55, orderType: 'FOK' }, 'none'],
    [
      { type: 'placeLimitOrder', ...token, size: 5, orderType: 'GTD', expiration: 1_800_000_000, postOnly: true },
      'none',
    ],
    [{ type: 'order', order: wireOrder, orderType: 'GTC', postOnly: false }, 'none'],
    [{ type: 'cancelOrder', orderID: id }, 'none'],
    [{ type: 'cancelOrder', ...token, size: 5 }, 'none'],
    [{ type: 'cancelOrders', orderIDs: [id] }, 'none'],
    [{ type: 'cancelMarketOrders', market: id, asset_id: '7' }, 'none'],
    [{ type: 'cancelAll' }, 'none'],
    [{ type: 'placeMarketOrder', ...token, amount: '10', from: id }, 'native_action_invalid'],
    [{ type: 'order', order: { ...wireOrder, signature: '0x' }, orderType: 'GTC' }, 'server_owned_field'],
    [{ type: 'order', order: { ...wireOrder, timestamp: '1' }, orderType: 'GTC' }, 'server_owned_field'],
    [{ type: 'redeemPositions', conditionId: id }, 'none'],
    [{ type: 'withdraw', amount: '1' }, 'native_action_unsupported'],
  ])('%j: %s', (action, code) => {
    expect(codeOf(action)).toBe(code);
  });
});

describe('whatever is sent', () => {
  const names = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('type', 'orders', '__proto__', 'constructor', 'toString', 'nonce', 'cancels', 'a', 'o', 'cloid'),
    fc.constantFrom('order', 'tokenID', 'side', 'size', 'amount', 'price', 'orderType', 'orderIDs'),
  );
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom('order', 'cancel', 'withdraw3', 0, -0, 1e308, 2 ** 53, '1', null, true),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
    ),
  })).value;
  const types = ['order', 'cancel', 'modify', 'placeLimitOrder', 'placeMarketOrder', 'cancelOrders', 'noSuch'];

  test('it is read or refused by a documented code', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.constantFrom(...venueActions.keys()), values, (type, venue, value) => {
        const action = { ...(typeof value === 'object' ? value : { x: value }), type };
        expect([
          'none',
          'validation_failed',
          'server_owned_field',
          'native_action_unsupported',
          'native_action_invalid',
        ]).toContain(refusal(action, { venue }));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['objects', '{"x":', '1', '}'],
    ['lists', '[', '1', ']'],
  ])('half a million %s in one another are no harm', (_what, open, innermost, close) => {
    const deep = open.repeat(500_000) + innermost + close.repeat(500_000);
    expect(refusal(`{"type":"order","x":${deep}}`)).toBe('payload_too_large');
  });
});

describe('equal requests', () => {
  test('have equal digests whatever the order of their fields and the case of their address', () => {
    const accountAddress = `0x${'aB'.repeat(20)}`;
    const reordered = { grouping: 'na', orders: [Object.fromEntries(Object.entries(wire).reverse())], type: 'order' };
    const { hash } = parse(order, { accountAddress });
    expect(parse(reordered, { accountAddress: accountAddress.toLowerCase() }).hash).toBe(hash);
    expect(parse(order).hash).not.toBe(hash);
    expect(parse({ ...order, grouping: 'normalTpsl' }, { accountAddress }).hash).not.toBe(hash);
  });
});

describe('client order ids', () => {
  const own = `0x${'C'.repeat(32)}`;
  const read = (text: string) => JSON.parse(text);

  test('are given to orders that have none, differ, and are the same for the same execution', () => {
    const { action } = parse({ ...order, orders: [wire, { ...wire, c: own }, wire] });
    const cloids = read(action.identified('exe_1')).orders.map(({ c }: { c: string }) => c);
    expect(cloids[1]).toBe(own.toLowerCase());
    expect(new Set(cloids).size).toBe(3);
    expect(cloids.every((cloid: string) => /^0x[0-9a-f]{32}$/.test(cloid))).toBe(true);
    expect(action.identified('exe_1')).toBe(action.identified('exe_1'));
    expect(action.identified('exe_2')).not.toBe(action.identified('exe_1'));
  });

  test('are given to what an order is replaced with', () => {
    const modify = parse({ type: 'modify', oid: 1, order: wire }).action.identified('exe_1');
    const batch = parse({ type: 'batchModify', modifies: [{ oid: 1, order: wire }] }).action.identified('exe_1');
    expect(read(modify).order.c).toMatch(/^0x/);
    expect(read(batch).modifies[0].order.c).toMatch(/^0x/);
  });
});

test('an action of no family is told which types there are', () => {
  expect(() => parse({ type: 'withdraw3' })).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('`type` is one of order, cancel'),
      details: { accepted: expect.arrayContaining(['order', 'cancel', 'updateLeverage']) },
    }),
  );
});
