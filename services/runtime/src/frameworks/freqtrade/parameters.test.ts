import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@platform/kit/json';
import { runOptions } from '../framework.fixture.js';
import type { BacktestJob, BacktestTrade } from '../framework.js';
import { freqtradeForTests, strategyWith } from './freqtrade.fixture.js';

/** Buys on a rise of at least as many hours as a parameter says. */
const CODE = strategyWith({
  imports: 'from freqtrade.strategy import IntParameter',
  body: `
    buy_hours = IntParameter(1, 5, default=1, space="buy")

    def populate_entry_trend(self, dataframe, metadata):
        rising = dataframe["close"] > dataframe["close"].shift(self.buy_hours.value)
        dataframe.loc[rising, "enter_long"] = 1
        return dataframe
`,
});

const PARAMETERS: JsonObject = {
  strategy_name: 'Probe',
  params: { buy: { buy_hours: 4 }, roi: { '0': 0.02, '120': 0.001 }, stoploss: { stoploss: -0.015 } },
  ft_stratparam_v: 1,
  export_time: '2026-01-01 00:00:00+00:00',
};

const freqtrade = freqtradeForTests();

async function tradesOf(job: BacktestJob) {
  const trades: BacktestTrade[] = [];
  const outcome = await freqtrade.framework.run(
    job,
    runOptions({ onTrades: async (some) => void trades.push(...some) }),
  );
  if (outcome.kind !== 'finished') throw new Error(`${outcome.code}: ${outcome.message}`);
  return trades;
}

describe("a strategy's parameters in its config", () => {
  test('change a run', async () => {
    const job = freqtrade.market.job(CODE, {
      configJson: JSON.stringify({ strategy_parameters: PARAMETERS }),
    });
    expect(await freqtrade.framework.validate(job.source)).toEqual({ kind: 'valid' });
    const trades = await tradesOf(job);
    expect(trades).not.toEqual(await tradesOf(freqtrade.market.job(CODE)));
    expect(trades.length).toBeGreaterThan(10);
  });
});
