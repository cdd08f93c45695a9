import { expect, test } from '@jest/globals';
import { FROM_MS } from '../../nautilus/nautilus.fixture.js';
import { toWorkerJob } from './job.js';

const PREDICTION = {
  question: 'Will it rain?',
  outcome: 'Yes',
  endDateMs: FROM_MS,
  takerFees: { rate: 0, exponent: 1 },
};
const market = { sizeDecimals: 2, tickSize: '0.01', maxLeverage: 1, markPrice: '0.5' };
const { header } = toWorkerJob({
  id: 'bt_test',
  source: { code: '', configJson: '{}', symbols: ['7.POLYMARKET'] },
  venue: 'polymarket',
  fromMs: FROM_MS,
  toMs: FROM_MS,
  candles: [],
  funding: [],
  instruments: [
    { symbol: '7.POLYMARKET', kind: 'prediction', ...market, prediction: PREDICTION },
    { symbol: 'BTC-PERP.HYPERLIQUID', kind: 'perpetual', ...market },
  ],
  feeRate: 0,
  seed: 1,
});

test('the job of a harness names what is known of a prediction, its fees too', () => {
  const known = { question: 'Will it rain?', outcome: 'Yes', end_date_ms: FROM_MS, resolution: null };
  expect(header([])).toMatchObject({
    has_every_candle: false,
    instruments: [
      { symbol: '7.POLYMARKET', size_decimals: 2, prediction: { ...known, taker_fees: { rate: 0, exponent: 1 } } },
      { symbol: 'BTC-PERP.HYPERLIQUID', prediction: null },
    ],
  });
});
