import { describe, expect, test } from '@jest/globals';
import type { Exposure } from './exposure.js';
import { builder, ETH, IDLE, limits, NOW_MS, order, orders, own, policy, stop, trading } from './policy.fixture.js';
import { exposureRefusal, type Policy, permit, reduceOnly, withFee } from './policy.js';

describe('after its time', () => {
  const ended: Policy = { ...policy, limits: { ...limits, opensUntilMs: NOW_MS } };
  const judgeEnded = (action: Record<string, unknown>, exposure: Partial<Exposure> = {}) => {
    const permitted = permit(trading(action), ended);
    return typeof permitted === 'string'
      ? permitted
      : exposureRefusal(permitted.effect, ended, { ...IDLE, ...exposure });
  };

  test('a bot opens nothing, and may reduce, cancel and set its leverage', () => {
    expect(judgeEnded(orders([{}]))).toBe('This bot may open no further position.');
    expect(judgeEnded({ type: 'modify', oid: 7, order: order({ s: '0.01' }) }, { orders: [own] })).toMatch(
      /no further/,
    );
    expect(judgeEnded(orders([{ r: true }]))).toBeUndefined();
    expect(judgeEnded({ type: 'updateLeverage', asset: ETH, isCross: false, leverage: 2 })).toBeUndefined();
  });

  test('a moment before it, it still opens', () => {
    expect(judgeEnded(orders([{}]), { nowMs: NOW_MS - 1 })).toBeUndefined();
  });
});

describe('an order that is not marked as reduce-only', () => {
  const reduced = (action: Record<string, unknown>, exposure: Partial<Exposure>) => {
    const parsed = trading(action);
    const permitted = permit(parsed, policy);
    if (typeof permitted === 'string') throw new Error(permitted);
    return reduceOnly(parsed, permitted.effect, policy, { ...IDLE, ...exposure });
  };
  const LONG = { sizes: { ETH: 5_000_000n } };
  const SHORT = { sizes: { ETH: -5_000_000n } };

  test.each<[string, Record<string, unknown>, Partial<Exposure>, boolean]>([
    ['sells all that is held', orders([{ b: false, s: '0.05' }]), LONG, true],
    ['buys back all that is owed', orders([{ s: '0.05' }]), SHORT, true],
    ['sells the smallest unit more', orders([{ b: false, s: '0.05000001' }]), LONG, false],
    ['buys more of what is held', orders([{ s: '0.01' }]), LONG, false],
    ['sells where nothing is held', orders([{ b: false, s: '0.01' }]), {}, false],
    [
      'sells more than is held together with another',
      orders([
        { b: false, s: '0.03' },
        { b: false, s: '0.03' },
      ]),
      LONG,
      false,
    ],
    [
      'sells all in two parts',
      orders([
        { b: false, s: '0.03' },
        { b: false, s: '0.02' },
      ]),
      LONG,
      true,
    ],
    ['sells one coin while another is held', orders([{ a: 3, b: false, s: '0.01' }]), LONG, false],
    ['replaces its own', { type: 'modify', oid: 7, order: order({ b: false }) }, { ...LONG, orders: [own] }, true],
    ['replaces another’s', { type: 'modify', oid: 8, order: order({ b: false }) }, { ...LONG, orders: [own] }, false],
    ['waits for its trigger', orders([{ b: false, s: '0.05', t: stop('1900') }]), LONG, true],
  ])('only reduces where it %s', (_what, action, exposure, isReduced) => {
    const sent = reduced(action, exposure);
    expect(sent !== undefined).toBe(isReduced);
    if (sent !== undefined) expect(JSON.stringify(sent)).not.toContain('"r":false');
  });

  test('is not changed where all of its orders are', () => {
    expect(reduced(orders([{ r: true }]), LONG)).toBeUndefined();
  });
});

test('each order is sent with the platform’s fee, as the last of its fields, and nothing else is', () => {
  const sent = withFee(trading(orders([{}], { builder: undefined })), policy);
  expect(Object.keys(sent)).toEqual(['type', 'orders', 'grouping', 'builder']);
  expect(sent).toMatchObject({ builder });
  const free = trading(orders([{}], { builder: undefined }));
  expect(withFee(free, { ...policy, builder: undefined })).toBe(free);
  const cancel = trading({ type: 'cancel', cancels: [{ a: ETH, o: 7 }] });
  expect(withFee(cancel, policy)).toBe(cancel);
});
