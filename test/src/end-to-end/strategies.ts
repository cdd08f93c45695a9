/** Strategy sources that tests send. */
import { readFileSync } from 'node:fs';

/** The sample strategy of the quickstart. */
const sampleStrategy = readFileSync(
  new URL('../../../frameworks/freqtrade/examples/sample_strategy.py', import.meta.url),
  'utf8',
);

/** In the market all the time, both ways, with tags that spreadsheets would run. */
export const busyStrategy = `
from freqtrade.strategy import IStrategy

class Busy(IStrategy):
    timeframe = "1h"
    can_short = True
    minimal_roi = {"60": -1}
    stoploss = -0.99

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        rising = dataframe["close"] > dataframe["open"]
        dataframe.loc[rising, ["enter_long", "enter_tag"]] = (1, '=HYPERLINK("http://x","1, 2")')
        dataframe.loc[~rising, "enter_short"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe

    def leverage(self, *args, **kwargs):
        return 3.0
`;

const DAY_MS = 86_400_000;

/** A day as the range of a backtest names it. */
export function daysAgo(count: number): string {
  return new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);
}

/** A valid deployment request under a name; `overrides` makes it invalid, or another one. */
export function deploymentRequest(name: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    framework: 'freqtrade',
    venue: 'hyperliquid',
    mode: 'paper',
    name,
    code: sampleStrategy,
    config: { stake_amount: 100, exchange: { pair_whitelist: ['BTC/USDC:USDC'] } },
    ...overrides,
  };
}

/** A valid backtest request; `overrides` makes it invalid, or another one. */
export function backtestRequest(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    framework: 'freqtrade',
    venue: 'hyperliquid',
    symbols: ['BTC/USDC:USDC', 'ETH/USDC:USDC'],
    code: sampleStrategy,
    config: {},
    range: { from: daysAgo(61), to: daysAgo(1) },
    ...overrides,
  };
}
