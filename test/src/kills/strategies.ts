/** The strategies under fire: short runs of both frameworks, each of which can be recognised from outside. */
import { readFileSync } from 'node:fs';
import { daysAgo } from '../end-to-end/strategies.js';

const RANGE = { from: daysAgo(31), to: daysAgo(21) };
const EMA_CROSS = readFileSync(new URL('../../../frameworks/nautilus/examples/ema_cross.py', import.meta.url), 'utf8');

/**
 * Holds a file of its own folder open: the operating system shows it to an observer, and so which run the process belongs to. It runs long
 * enough, since the observer polls now and then.
 */
const marked = (code: string, mark: string) =>
  `${code}\nimport time\nMARK = open("/job/${mark}", "w")\ntime.sleep(0.7)\n`;

const freqtrade = (holdMinutes: number) => ({
  framework: 'freqtrade',
  venue: 'hyperliquid',
  symbols: ['BTC/USDC:USDC'],
  range: RANGE,
  config: {},
  code: `
from freqtrade.strategy import IStrategy

class Busy(IStrategy):
    timeframe = "1h"
    can_short = True
    minimal_roi = {"${holdMinutes}": -1}
    stoploss = -0.99

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        rising = dataframe["close"] > dataframe["open"]
        dataframe.loc[rising, "enter_long"] = 1
        dataframe.loc[~rising, "enter_short"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe
`,
});

const nautilus = {
  framework: 'nautilus',
  venue: 'hyperliquid',
  symbols: ['BTC-PERP.HYPERLIQUID'],
  range: RANGE,
  config: {
    instrument_id: 'BTC-PERP.HYPERLIQUID',
    bar_type: 'BTC-PERP.HYPERLIQUID-1-HOUR-LAST-EXTERNAL',
    trade_size: '0.01',
  },
  code: EMA_CROSS,
};

/** A third of each; each kind has its own result. */
export const kinds = [freqtrade(60), freqtrade(180), nautilus] as const;

/** A request for a run of a kind, whose process shows its mark. */
export function requestOf(kind: number, mark: string): object {
  const request = kinds[kind % kinds.length] ?? nautilus;
  return { ...request, code: marked(request.code, mark) };
}

/** A request for a run that ends only when it is deleted. */
export function endlessRequest(mark: string): object {
  const endless = freqtrade(60);
  const code = endless.code.replace('rising =', 'import time; time.sleep(1_000); rising =');
  return { ...endless, code: marked(code, mark) };
}
