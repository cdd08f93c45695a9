import { describe, expect, test } from '@jest/globals';
import { marketsOf, parseConfig, pretty, withCapital, withMarkets } from './config.js';

test('a config is a JSON object, and other text stays as it is', () => {
  expect(parseConfig('{"a": 1}')).toEqual({ a: 1 });
  expect([parseConfig('[1]'), parseConfig('{')]).toEqual([undefined, undefined]);
  expect([pretty('{"a":1}'), pretty('{')]).toEqual(['{\n  "a": 1\n}', '{']);
});

describe('markets', () => {
  test('freqtrade names them in its whitelist, beside what else its exchange has', () => {
    const config = withMarkets('freqtrade', { exchange: { name: 'x' }, stake_amount: 5 }, ['A', 'B']);
    expect(config).toEqual({ exchange: { name: 'x', pair_whitelist: ['A', 'B'] }, stake_amount: 5 });
    expect(marketsOf('freqtrade', config)).toEqual(['A', 'B']);
  });

  test('nautilus names its instruments', () => {
    const config = withMarkets('nautilus', {}, ['A']);
    expect(config).toEqual({ instrument_ids: ['A'] });
    expect(marketsOf('nautilus', config)).toEqual(['A']);
  });

  test('a config may name none', () => {
    expect(marketsOf('freqtrade', {})).toEqual([]);
    expect(marketsOf('nautilus', { instrument_ids: [1] })).toEqual([]);
  });
});

test('a capital is set and taken away', () => {
  expect(withCapital({ a: 1 }, 60)).toEqual({ a: 1, available_capital: 60 });
  expect(withCapital({ a: 1, available_capital: 60 }, undefined)).toEqual({ a: 1 });
});
