import { expect, test } from '@jest/globals';
import type { Instrument } from '@platform/venues/market-data';
import { hasWords, marketOf } from './market.js';

const INSTRUMENT: Instrument = {
  ...{
    venue: 'v',
    symbol: '11.V',
    coin: '11',
    name: 'Will it rain in São Paulo? No',
    kind: 'prediction',
    status: 'active',
  },
  ...{
    frameworkSymbols: {},
    sizeDecimals: 2,
    maxLeverage: undefined,
    builderDex: undefined,
  },
  ...{ markPrice: '0.5', tickSize: '0.01', minOrderUsd: '1', prediction: undefined },
};

const PREDICTION = {
  ...{ slug: 'rain', question: 'Rain?', outcome: 'No', outcomes: ['Yes', 'No'], endDateMs: 0, resolution: undefined },
};
test.each([
  [{ rate: 0.03, exponent: 1 }, true],
  [undefined, false],
])('a prediction with the fees %j is ready for a backtest where its history is: %s', (takerFees, isReady) => {
  const market = marketOf({ ...INSTRUMENT, prediction: { ...PREDICTION, takerFees } }, new Set(['11.V']));
  expect(market.backtestReady).toBe(isReady);
});

test.each([
  [['sao', 'paulo'], true],
  [['São', 'RAIN'], true],
  [['11.v'], true],
  [['sao', 'snow'], false],
])('%j is found: %s', (words, isFound) => expect(hasWords(INSTRUMENT, words)).toBe(isFound));
