import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseRequest } from '../actions.js';
import type { Exposure } from './exposure.js';
import {
  BTC,
  builder,
  ETH,
  eth,
  IDLE,
  limits,
  order,
  orders,
  own,
  policy,
  stop,
  trading,
  USDC,
} from './policy.fixture.js';
import { addedHoldings, exposureRefusal, permit } from './policy.js';

/** The reason of a refusal, or undefined. */
function judge(action: Record<string, unknown>, exposure: Exposure = IDLE): string | undefined {
  const permitted = permit(trading(action), policy);
  return typeof permitted === 'string' ? permitted : exposureRefusal(permitted.effect, policy, exposure);
}

const ASSET = 'This bot may not trade this asset.';
const CAPITAL = 'This bot’s capital does not cover this order.';
const FEE = 'This bot’s orders carry the builder fee of the platform.';
const GROUP = 'This bot’s take-profit and stop-loss orders must be reduce-only.';
const LOSS = 'This bot has lost what it may lose in a day.';
const UNKNOWN_ORDER = 'Cannot modify canceled or filled order';
describe('an action', () => {
  test.each<[string, Record<string, unknown>, string | undefined, Partial<Exposure>?]>([
    ['an order of its own coin', orders([{}]), undefined],
    ['an order of another coin', orders([{ a: BTC }]), ASSET],
    ['a reduce-only order of another coin', orders([{ a: BTC, r: true }]), ASSET],
    ['a spot order', orders([{ a: 10_001 }]), ASSET],
    ['one foreign order among its own', orders([{}, { a: BTC }]), ASSET],
    ['an order of all it may hold', orders([{ s: '0.1' }]), undefined],
    ['an order of the smallest unit more', orders([{ s: '0.10000001' }]), CAPITAL],
    ['two orders that are too much together', orders([{ s: '0.06' }, { s: '0.06' }]), CAPITAL],
    ['a sale far below the market, which gets the market’s price', orders([{ b: false, p: '400', s: '0.2' }]), CAPITAL],
    ['a sale above the market at its own price', orders([{ b: false, p: '4000', s: '0.06' }]), CAPITAL],
    ['a sale that waits for a higher price', orders([{ b: false, p: '400', s: '0.06', t: stop('4000') }]), CAPITAL],
    ['a purchase below the market at the market’s price', orders([{ p: '1000', s: '0.2' }]), CAPITAL],
    ['a purchase that waits for a higher price', orders([{ p: '2000', s: '0.06', t: stop('4000') }]), CAPITAL],
    ['an order beside positions', orders([{ s: '0.06' }]), CAPITAL, { positions: eth(100n) }],
    ['an order beside resting ones', orders([{ s: '0.06' }]), CAPITAL, { orders: [own] }],
    ['an order beside some in doubt', orders([{ s: '0.06' }]), CAPITAL, { unconfirmed: eth(100n) }],
    ['a reduce-only order over the capital', orders([{ r: true, s: '9' }]), undefined, { positions: eth(900n) }],
    ['an order of a coin without a price', orders([{}]), 'This bot’s order has no value.', { midPrices: {} }],
    ['an order without the platform’s fee, which is added', orders([{}], { builder: undefined }), undefined],
    ['an order with another’s fee', orders([{}], { builder: { ...builder, b: limits.bot } }), FEE],
    ['an order with a higher fee', orders([{}], { builder: { ...builder, f: 11 } }), FEE],
    [
      'margin moved to a position',
      { type: 'updateIsolatedMargin', asset: ETH, isBuy: true, ntli: 1 },
      'This bot may not do updateIsolatedMargin.',
    ],
    ['a bought priority', orders([{}], { grouping: { p: 5 } }), 'This bot may not pay for priority.'],
    [
      'a stop that hangs on its order',
      orders([{}, { r: true, t: stop('1900') }], { grouping: 'normalTpsl' }),
      undefined,
    ],
    ['a hanging stop that opens', orders([{}, { t: stop('1900') }], { grouping: 'normalTpsl' }), GROUP],
    ['replacing its own order', { type: 'modify', oid: 7, order: order({ s: '0.02' }) }, undefined, { orders: [own] }],
    [
      'replacing by the client’s id',
      { type: 'modify', oid: own.cloid, order: order({ s: '0.02' }) },
      undefined,
      { orders: [own] },
    ],
    [
      'replacing what may fill first',
      { type: 'modify', oid: 7, order: order({ s: '0.06' }) },
      CAPITAL,
      { orders: [own] },
    ],
    [
      'replacing another’s order',
      { type: 'modify', oid: 8, order: order({ r: true }) },
      UNKNOWN_ORDER,
      { orders: [own] },
    ],
    ['replacing by another coin', { type: 'modify', oid: 7, order: order({ a: BTC }) }, ASSET, { orders: [own] }],
    [
      'replacing several',
      { type: 'batchModify', modifies: [7, 8].map((oid) => ({ oid, order: order({ s: '0.01' }) })) },
      UNKNOWN_ORDER,
      { orders: [own] },
    ],
    ['a cancel', { type: 'cancel', cancels: [{ a: ETH, o: 7 }] }, undefined],
    [
      'a cancel of another coin',
      {
        type: 'cancel',
        cancels: [
          { a: ETH, o: 7 },
          { a: BTC, o: 8 },
        ],
      },
      ASSET,
    ],
    ['a cancel by the client’s id', { type: 'cancelByCloid', cancels: [{ asset: ETH, cloid: own.cloid }] }, undefined],
    ['such a cancel of another coin', { type: 'cancelByCloid', cancels: [{ asset: BTC, cloid: own.cloid }] }, ASSET],
    ['its leverage', { type: 'updateLeverage', asset: ETH, isCross: false, leverage: 2 }, undefined],
    [
      'a higher leverage',
      { type: 'updateLeverage', asset: ETH, isCross: false, leverage: 3 },
      'This bot may set a leverage of 2.',
    ],
    ['the leverage of another coin', { type: 'updateLeverage', asset: BTC, isCross: false, leverage: 1 }, ASSET],
    [
      'an order that its leverage carries and the one that is set does not',
      orders([{ s: '0.06' }]),
      CAPITAL,
      { leverages: { ETH: 1 } },
    ],
    ['an order under a higher leverage than its own', orders([{ s: '0.11' }]), CAPITAL, { leverages: { ETH: 20 } }],
    ['an order of a coin whose leverage is not known', orders([{ s: '0.06' }]), CAPITAL, { leverages: {} }],
    [
      'an order beside one of another coin at another leverage',
      orders([{ s: '0.06' }]),
      CAPITAL,
      { positions: [{ coin: 'SOL', valueMicroUsdc: 50n * USDC }], leverages: { ETH: 2, SOL: 1 } },
    ],
    [
      'a lower leverage that ties up more than the capital',
      { type: 'updateLeverage', asset: ETH, isCross: false, leverage: 1 },
      CAPITAL,
      { positions: eth(150n) },
    ],
    [
      'a higher leverage over the capital',
      { type: 'updateLeverage', asset: ETH, isCross: false, leverage: 2 },
      undefined,
      { positions: eth(900n), leverages: { ETH: 1 } },
    ],
    [
      'a scheduled cancel, which ends the orders of others too',
      { type: 'scheduleCancel', time: 5 },
      'This bot may not do scheduleCancel.',
    ],
    ['an order that loses too much today', orders([{}]), LOSS, { realizedTodayMicroUsdc: -20n * USDC }],
    [
      'an order beside a position that loses as much together with what was lost',
      orders([{}]),
      LOSS,
      { realizedTodayMicroUsdc: -15n * USDC, unrealizedMicroUsdc: -5n * USDC },
    ],
    [
      'an order beside a position whose gain covers the loss',
      orders([{}]),
      undefined,
      { realizedTodayMicroUsdc: -20n * USDC, unrealizedMicroUsdc: 1n },
    ],
    ['a reduce-only order after the loss', orders([{ r: true }]), undefined, { realizedTodayMicroUsdc: -50n * USDC }],
    [
      'one order more than may rest',
      orders([{ s: '0.01' }]),
      'This bot may have 3 open orders.',
      { orders: [7, 8, 9].map((oid) => ({ ...own, oid, valueMicroUsdc: 0n })) },
    ],
  ])('%s', (_what, action, reason, exposure = {}) => {
    expect(judge(action, { ...IDLE, ...exposure })).toBe(reason);
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
    'createSubAccount',
    'setReferrer',
    'multiSig',
    'twapOrder',
    'cWithdraw',
    'tokenDelegate',
    'constructor',
    '__proto__',
    'somethingNew',
  ])('%s is of no family that only trades', (type) => {
    const request = { action: { type, destination: limits.bot }, nonce: 1, signature: { r: '0x1', s: '0x1', v: 27 } };
    expect(parseRequest(request)).toEqual({ kind: 'refused', reason: `This bot may not do ${type}.` });
  });

  test('for a vault is refused', () => {
    const request = {
      action: orders([{}]),
      nonce: 1,
      signature: { r: '0x1', s: '0x1', v: 27 },
      vaultAddress: limits.bot,
    };
    expect(parseRequest(request)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['negative sizes', orders([{ s: '-1' }])],
    ['exponents', orders([{ s: '1e9' }])],
    ['endless numbers', orders([{ p: 'Infinity' }])],
    ['a missing field', { ...orders([{}]), orders: [{ a: 1 }] }],
  ])('with %s is no request', (_what, action) => {
    expect(parseRequest({ action, nonce: 1, signature: { r: '0x1', s: '0x1', v: 27 } })).toEqual({ kind: 'malformed' });
  });
});

describe('whatever a bot sends', () => {
  const size = fc.integer({ min: 1, max: 600 }).map((lots) => String(lots / 10_000));
  const price = fc.integer({ min: 200, max: 9_000 }).map(String);
  const placed = fc.record({
    a: fc.constantFrom(0, 1, 3, 3, 3),
    b: fc.boolean(),
    p: price,
    s: size,
    r: fc.boolean(),
    t: fc.oneof(fc.constant({ limit: { tif: 'Gtc' } }), price.map(stop)),
  });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('order' as const), orders: fc.array(placed, { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('modify' as const), oid: fc.nat(8), order: placed }),
    fc.record({ kind: fc.constant('fill' as const), oid: fc.nat(8) }),
    fc.record({ kind: fc.constant('cancel' as const), oid: fc.nat(8) }),
  );

  const leverage = fc.integer({ min: 1, max: 2 });

  /** A venue that fills at an order's value: the worst case while the market stands still. */
  class ModelVenue {
    positions: Exposure['positions'] = [];
    #orders: Exposure['orders'] = [];
    #nextOid = 0;

    constructor(readonly leverages: Exposure['leverages']) {}

    exposure(): Exposure {
      return { ...IDLE, positions: this.positions, orders: this.#orders, leverages: this.leverages };
    }

    /** Returns the margin that the venue would reserve, by its own arithmetic. */
    margin(): number {
      const held = [...this.positions, ...this.#orders];
      return held.reduce(
        (sum, { coin, valueMicroUsdc }) => sum + Number(valueMicroUsdc) / (this.leverages[coin] ?? 1),
        0,
      );
    }

    ask(action: Record<string, unknown>): void {
      const permitted = permit(trading(action), policy);
      if (typeof permitted === 'string') return;
      const { effect, needsExposure } = permitted;
      if (needsExposure && exposureRefusal(effect, policy, this.exposure()) !== undefined) return;
      // It filled just before: the worst moment.
      for (const replaced of effect.replaces) this.fill(Number(replaced));
      for (const each of effect.places) {
        const [added] = addedHoldings({ places: [each], replaces: [] }, policy, IDLE.midPrices) ?? [];
        if (added !== undefined) this.#orders = [...this.#orders, { oid: this.#nextOid, cloid: null, ...added }];
        this.#nextOid += 1;
      }
    }

    fill(oid: number): void {
      this.positions = [...this.positions, ...this.#orders.filter((each) => each.oid === oid)];
      this.remove(oid);
    }

    remove(oid: number): void {
      this.#orders = this.#orders.filter((each) => each.oid !== oid);
    }
  }

  test('no sequence of accepted orders ties up more than its capital', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), leverage, leverage, (steps, ETH, SOL) => {
        const venue = new ModelVenue({ ETH, SOL });
        for (const each of steps) {
          if (each.kind === 'order') venue.ask(orders(each.orders));
          else if (each.kind === 'modify') venue.ask({ type: 'modify', oid: each.oid, order: order(each.order) });
          else if (each.kind === 'fill') venue.fill(each.oid);
          else venue.remove(each.oid);
          expect(venue.margin()).toBeLessThanOrEqual(Number(limits.capitalMicroUsdc));
        }
        accepted += venue.margin() > 0 ? 1 : 0;
      }),
      { numRuns: 300 },
    );
    // The property says nothing of a policy that refuses everything.
    expect(accepted).toBeGreaterThan(30);
  });
});
