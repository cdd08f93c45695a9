import { describe, expect, test } from '@jest/globals';
import { FROM_MS } from '../nautilus.fixture.js';
import { toWorkerJob } from './job.js';
import { protocolOf } from './protocols.js';

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

/** What each harness makes its `Prediction` of: it knows these names and refuses any other. */
const KNOWN = { question: 'Will it rain?', outcome: 'Yes', end_date_ms: FROM_MS, resolution: null };

describe('the job of a harness', () => {
  test('of before prediction markets had fees names none', () => {
    const { instruments } = protocolOf(2).jobHeader(header([]));
    expect(instruments).toEqual([
      expect.objectContaining({ symbol: '7.POLYMARKET', size_decimals: 2, prediction: KNOWN }),
      expect.objectContaining({ symbol: 'BTC-PERP.HYPERLIQUID', prediction: null }),
    ]);
  });

  test('of today names them', () => {
    const { instruments } = protocolOf(3).jobHeader(header([]));
    expect(instruments).toMatchObject([{ prediction: { ...KNOWN, taker_fees: { rate: 0, exponent: 1 } } }, {}]);
  });
});

test('a run of an older harness may be silent for longer, and never for as long as it likes', () => {
  expect(([3, 2, 1] as const).map((number) => protocolOf(number).silenceFactor)).toEqual([1, 5, 10]);
});
