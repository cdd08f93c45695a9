import { describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Allowances } from '../../../simulation/index.js';
import { itemsWeight, requestWeight } from './weights.js';

const HERE = '127.0.0.1';

describe('an allowance', () => {
  test('is spent in any sixty seconds, by each address for itself', () => {
    const clock = new ManualClock(0);
    const allowances = new Allowances({ weightPerMinute: 100, exceptions: new Map([['127.0.0.2', 1_000]]) }, clock);
    clock.advance(59_000);
    expect([allowances.spend(HERE, 60), allowances.spend(HERE, 41), allowances.spend(HERE, 40)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([allowances.spend('127.0.0.3', 100), allowances.spend('127.0.0.2', 1_000)]).toEqual([true, true]);
    clock.advance(59_999);
    expect(allowances.spend(HERE, 1)).toBe(false);
    clock.advance(1);
    expect(allowances.spend(HERE, 100)).toBe(true);
  });

  test('may be overdrawn by what an answer turns out to cost, and then nothing is left', () => {
    const allowances = new Allowances({ weightPerMinute: 100 }, new ManualClock(0));
    expect(allowances.spend(HERE, 90)).toBe(true);
    allowances.charge(HERE, 50);
    expect(allowances.spend(HERE, 1)).toBe(false);
  });
});

describe('the published weights', () => {
  test.each<['/info' | '/exchange', unknown, number]>([
    ['/info', { type: 'allMids' }, 2],
    ['/info', { type: 'clearinghouseState', user: '0x1' }, 2],
    ['/info', { type: 'userRole', user: '0x1' }, 60],
    ['/info', { type: 'meta' }, 20],
    ['/info', null, 20],
    ['/exchange', { action: { type: 'order', orders: Array(39).fill({}) } }, 1],
    ['/exchange', { action: { type: 'cancel', cancels: Array(80).fill({}) } }, 3],
    ['/exchange', 'nonsense', 1],
  ])('%s %j', (path, body, weight) => {
    expect(requestWeight(path, body)).toBe(weight);
  });

  test('count the items of answers', () => {
    const rows = Array(121).fill({});
    expect(itemsWeight({ type: 'candleSnapshot' }, rows)).toBe(3);
    expect(itemsWeight({ type: 'userFills' }, rows)).toBe(7);
    expect(itemsWeight({ type: 'meta' }, rows)).toBe(0);
  });
});
