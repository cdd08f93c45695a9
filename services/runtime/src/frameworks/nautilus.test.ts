import { describe, expect, test } from '@jest/globals';
import {
  BTC,
  barType,
  configOf,
  FROM_MS,
  finished,
  HOUR_MS,
  nautilusForTests,
  path,
  strategyWith,
} from './nautilus.fixture.js';

const nautilus = nautilusForTests();

describe('a nautilus backtest', () => {
  test('goes long and short at candle prices, with fees, figures and an equity curve that agree', async () => {
    const code = strategyWith(`
if self.count == 1: self.market(BUY, tags=["dip"])
if self.count == 3: self.market(SELL, "5")
if self.count == 4: self.close_all_positions(self.config.instrument_ids[0])
`);
    const run = await nautilus().run({
      code,
      config: configOf(barType(BTC)),
      tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 110, 120, 90, 90) }],
      hours: 5,
    });
    const result = finished(run);
    expect(run.trades).toEqual([
      expect.objectContaining({
        side: 'long',
        openRate: 100,
        closeRate: 120,
        amount: 2,
        entryTag: 'dip',
        exitReason: 'market',
      }),
      expect.objectContaining({ side: 'short', openRate: 120, closeRate: 90, amount: 3, entryTag: null }),
    ]);
    const [long, short] = run.trades;
    expect(long?.feesAbs).toBeCloseTo(440 * 0.00055, 8);
    expect(long?.profitAbs).toBeCloseTo(40 - 440 * 0.00055, 8);
    expect(short?.profitAbs).toBeCloseTo(90 - 630 * 0.00055, 8);
    expect(result.equity.at(-1)).toBeCloseTo(result.endingBalance, 8);
    expect(result.equityTMs).toEqual([FROM_MS, FROM_MS + 2 * HOUR_MS, FROM_MS + 5 * HOUR_MS]);
    expect(result).toMatchObject({ startingBalance: 10_000, recomputed: [], trades: 2 });
  });
});
