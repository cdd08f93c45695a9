import { expect, test } from '@jest/globals';
import type { Instrument } from '../venues/venue.js';
import { hasWords } from './market.js';

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
    freqtradeSymbol: undefined,
    nautilusSymbol: undefined,
    sizeDecimals: 2,
    maxLeverage: undefined,
    builderDex: undefined,
  },
  ...{ markPrice: '0.5', tickSize: '0.01', minOrderUsd: '1', prediction: undefined },
};

test.each([
  [['sao', 'paulo'], true],
  [['São', 'RAIN'], true],
  [['11.v'], true],
  [['sao', 'snow'], false],
])('%j is found: %s', (words, isFound) => expect(hasWords(INSTRUMENT, words)).toBe(isFound));
