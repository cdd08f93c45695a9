import { describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import fc from 'fast-check';
import { isTradingFamily, parseTradingAction, tradingFamilies } from './actions.js';

const TOKEN = '71321045679252212594626385532706912750332728571942532289631379312455583992563';
const ID = `0x${'Ab'.repeat(32)}`;
const CONDITION = `0x${'12'.repeat(32)}`;
const limit = { type: 'placeLimitOrder', tokenID: TOKEN, side: 'BUY', size: '10', price: '0.55' };
const market = { type: 'placeMarketOrder', tokenID: TOKEN, side: 'BUY', amount: '10', price: 0.55, orderType: 'FOK' };
const wire = {
  type: 'order',
  order: { tokenId: TOKEN, side: 'SELL', makerAmount: '10000000', takerAmount: '5500000', expiration: '0' },
  orderType: 'GTC',
};
const asset = { id: BigInt(TOKEN), isPosition: false };

/** An action as a caller writes it. */
interface Sent {
  readonly type: string;
  readonly [field: string]: unknown;
}

function read(input: Sent) {
  if (!isTradingFamily(input.type)) throw new Error(`${input.type} is unknown`);
  return parseTradingAction(input.type, input);
}

/** Returns what a refusal says of each field. */
function problems(input: Sent): unknown {
  try {
    read(input);
    return 'none';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    expect(error.code).toBe('native_action_invalid');
    return Object.fromEntries(
      (error.details as { path: string; message: string }[]).map(({ path, message }) => [path, message]),
    );
  }
}

describe('an action is read', () => {
  test.each<[string, Sent, object]>([
    [
      'a market order as published clients send it',
      market,
      {
        asset,
        side: 'BUY',
        sizing: { kind: 'market', amount: 10_000_000n, price: 550_000n },
        terms: { orderType: 'FOK' },
      },
    ],
    [
      'a market order at any price',
      { ...market, price: 1, orderType: 'FAK' },
      { sizing: { kind: 'market', amount: 10_000_000n, price: 1_000_000n }, terms: { orderType: 'FAK' } },
    ],
    [
      'a limit order until it is canceled',
      limit,
      { sizing: { kind: 'limit', size: 10_000_000n, price: 550_000n }, terms: { orderType: 'GTC', postOnly: false } },
    ],
    [
      'a limit order until a time, which only rests',
      { ...limit, size: 12.345678, orderType: 'GTD', expiration: 1_800_000_000, postOnly: true },
      {
        sizing: { kind: 'limit', size: 12_345_678n, price: 550_000n },
        terms: { orderType: 'GTD', postOnly: true, expirationS: 1_800_000_000 },
      },
    ],
    [
      'an order of a position of the third exchange',
      { ...limit, tokenID: undefined, positionID: '7' },
      { asset: { id: 7n, isPosition: true } },
    ],
    [
      'an order as the venue’s API has it',
      wire,
      {
        asset,
        side: 'SELL',
        sizing: { kind: 'exact', makerAmount: 10_000_000n, takerAmount: 5_500_000n },
        terms: { orderType: 'GTC', postOnly: false },
      },
    ],
    ['a cancel', { type: 'cancelOrder', orderID: ID }, { of: { kind: 'named', orderIds: [ID.toLowerCase()] } }],
    [
      'a cancel by side, size, price and token',
      { type: 'cancelOrder', tokenID: TOKEN, side: 'SELL', size: 5, price: '0.9' },
      { of: { kind: 'alike', tokenId: asset.id, side: 'SELL', size: 5_000_000n, price: 900_000n } },
    ],
    [
      'a cancel of several, each once',
      { type: 'cancelOrders', orderIDs: [ID, ID.toLowerCase(), CONDITION] },
      { of: { kind: 'named', orderIds: [ID.toLowerCase(), CONDITION] } },
    ],
    ['a cancel of all', { type: 'cancelAll' }, { of: { kind: 'all' } }],
    [
      'a cancel of a market',
      { type: 'cancelMarketOrders', market: CONDITION },
      { of: { kind: 'market', conditionId: CONDITION, tokenId: undefined } },
    ],
    [
      'a redemption',
      { type: 'redeemPositions', conditionId: CONDITION },
      { kind: 'redemption', conditionId: CONDITION },
    ],
    [
      'a split',
      { type: 'splitPosition', conditionId: CONDITION, amount: '1.5' },
      { kind: 'split', conditionId: CONDITION, amount: 1_500_000n },
    ],
    [
      'a merge',
      { type: 'mergePositions', conditionId: CONDITION, amount: 2 },
      { kind: 'merge', conditionId: CONDITION, amount: 2_000_000n },
    ],
  ])('%s', (_what, input, expected) => {
    expect(read(JSON.parse(JSON.stringify(input)))).toMatchObject(expected);
  });
});

describe('an action is refused, and each wrong field is named', () => {
  test.each<[Sent, object]>([
    [{ ...limit, price: 1 }, { 'action.price': 'must be below one' }],
    [{ ...limit, price: '0.5555555' }, { 'action.price': expect.stringContaining('six decimals') }],
    [{ ...limit, price: 1e-7 }, { 'action.price': expect.stringContaining('six decimals') }],
    [{ ...limit, size: '0.000000' }, { 'action.size': 'must be above zero' }],
    [{ ...limit, size: '-1' }, { 'action.size': expect.any(String) }],
    [{ ...limit, size: '1e3' }, { 'action.size': expect.any(String) }],
    [{ ...limit, side: 'buy' }, { 'action.side': 'is one of BUY, SELL' }],
    [{ ...limit, tokenID: 7 }, { 'action.tokenID': 'must be a string' }],
    [{ ...limit, tokenID: String(2n ** 256n) }, { 'action.tokenID': 'must be below 2^256' }],
    [{ ...limit, positionID: '7' }, { 'action.tokenID': 'is required, or positionID, but not both' }],
    [{ ...limit, orderType: 'FOK' }, { 'action.orderType': 'is one of GTC, GTD' }],
    [{ ...limit, orderType: 'GTD' }, { 'action.expiration': 'is required for orders of the type GTD' }],
    [{ ...limit, expiration: 1_800_000_000 }, { 'action.expiration': 'is for orders of the type GTD alone' }],
    [{ ...limit, orderType: 'GTD', expiration: 1.5 }, { 'action.expiration': 'must be a whole number of seconds' }],
    [{ ...limit, builderCode: CONDITION }, { action: 'has a field that is not known' }],
    [{ ...market, postOnly: true }, { action: 'has a field that is not known' }],
    [{ ...market, price: 1.01 }, { 'action.price': 'must not exceed one' }],
    [{ ...market, price: undefined }, { 'action.price': expect.any(String) }],
    [{ ...wire, orderType: 'FAK', postOnly: true }, { 'action.postOnly': expect.stringContaining('GTC and GTD') }],
    [{ ...wire, order: { ...wire.order, takerAmount: '10000000' } }, { 'action.order': 'must have a price below one' }],
    [{ ...wire, order: { ...wire.order, maker: CONDITION } }, { 'action.order': 'has a field that is not known' }],
    [
      { ...wire, order: { ...wire.order, makerAmount: 10_000_000 } },
      { 'action.order.makerAmount': 'must be a string' },
    ],
    [{ type: 'cancelOrder' }, { action: 'has orderID, or tokenID, side, price and size' }],
    [{ type: 'cancelOrder', orderID: '0x12' }, { action: 'has orderID, or tokenID, side, price and size' }],
    [{ type: 'cancelOrders', orderIDs: [] }, { 'action.orderIDs': 'must have at least 1 item' }],
    [{ type: 'cancelMarketOrders' }, { action: 'has market, asset_id or both' }],
    [{ type: 'redeemPositions', conditionId: CONDITION, amount: 1 }, { action: 'has a field that is not known' }],
  ])('%j', (input, expected) => {
    expect(problems(JSON.parse(JSON.stringify(input)))).toEqual(expected);
  });

  test.each(['constructor', '__proto__', 'withdraw', 'approve', 'transfer', '', 1, null])('no family is %j', (type) => {
    expect(isTradingFamily(type)).toBe(false);
  });
});

/** Values of every kind at the places of fields, and fields that no action has. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '0', '-1', '1e9', '0.5', '١', 'BUY', 'GTD', ID, CONDITION, TOKEN, 'NaN', '9'.repeat(400)),
  fc.double(),
);
const names = ['tokenID', 'positionID', 'side', 'size', 'price', 'amount', 'orderType', 'expiration', 'postOnly'];
const moreNames = ['order', 'orderID', 'orderIDs', 'market', 'asset_id', 'conditionId', '__proto__', 'toString', 'x'];
const valid = [limit, market, wire, { type: 'cancelOrder', orderID: ID }, { type: 'cancelAll' }];

test('whatever is sent, an action is read or refused as documented, without repeating a value', () => {
  const secret = 'hunter2-3c4d5e6f';
  fc.assert(
    fc.property(
      fc.constantFrom(...tradingFamilies),
      fc.constantFrom({}, ...valid),
      fc.dictionary(fc.constantFrom(...names, ...moreNames), fc.oneof(odd, fc.constant(secret)), { maxKeys: 5 }),
      (type, base, changes) => {
        const told = problems({ ...base, ...changes, type });
        expect(JSON.stringify(told)).not.toContain(secret);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('what is no object is refused', () => {
  for (const type of tradingFamilies)
    for (const input of [null, [], 'x', 1, undefined])
      expect(() => isTradingFamily(type) && parseTradingAction(type, input)).toThrow(PlatformError);
});
