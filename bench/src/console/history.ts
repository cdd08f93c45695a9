import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, type Platform, runCommand } from '@platform/test/platform';

const VENUE = 'hyperliquid';
const SYMBOL = 'SOL/USDC:USDC';
const BAR_MS = 300_000;
const HOUR_BARS = 12;
const DAY_BARS = 288;
/** Before what the sandbox venue serves. */
const END_MS = Date.UTC(2023, 0, 1);
const HOURLY_RATE = 0.0000125;
const RUN_MS_MAX = 300_000;

/** Opens a trade with every tenth candle and closes it with the fifth after: 10,000 trades on 100,000 candles. */
const CODE = `from freqtrade.strategy import IStrategy
from pandas import DataFrame


class EveryTenth(IStrategy):
    timeframe = "5m"
    minimal_roi = {"0": 100}
    stoploss = -0.99

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe.index % 10 == 0, ["enter_long", "enter_tag"]] = (1, "tenth")
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe.index % 10 == 5, ["exit_long", "exit_tag"]] = (1, "fifth")
        return dataframe
`;

/** What a backtest of the benchmark came to. */
export interface ManyTrades {
  readonly backtestId: string;
  readonly candles: number;
  readonly trades: number;
}

/** Imports days of five-minute candles, and backtests a strategy over them that trades all the time. */
export async function backtestOften(platform: Platform, caller: Caller, days: number): Promise<ManyTrades> {
  const candles = days * DAY_BARS;
  await importHistory(platform, candles);
  const range = { from: day(candles * BAR_MS), to: day(0) };
  const config = { stake_amount: 100, max_open_trades: 1, dry_run_wallet: 100_000 };
  const request = { framework: 'freqtrade', venue: VENUE, symbols: [SYMBOL], code: CODE, config, range };
  const { status, body } = await caller.send('POST', '/runtime/backtests', request);
  if (status !== 202) throw new Error(`the backtest was refused: ${JSON.stringify(body)}`);
  const ended = await caller.untilEnded(body.id, RUN_MS_MAX);
  if (ended.status !== 'finished') throw new Error(`the backtest failed: ${JSON.stringify(ended.error)}`);
  return { backtestId: body.id, candles, trades: ended.result.trades };
}

function day(beforeEndMs: number): string {
  return new Date(END_MS - beforeEndMs).toISOString().slice(0, 10);
}

async function importHistory(platform: Platform, bars: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-console-'));
  const hours = bars / HOUR_BARS;
  const tables = {
    candles_5m: ['date,open,high,low,close,volume', ...candles(bars, 1)],
    candles_1h: ['date,open,high,low,close,volume', ...candles(hours, HOUR_BARS)],
    funding_1h: [
      'date,rate',
      ...Array.from({ length: hours }, (_, hour) => `${time(hours - hour, HOUR_BARS)},${HOURLY_RATE}`),
    ],
  };
  try {
    for (const [table, lines] of Object.entries(tables)) {
      const file = join(folder, `${table}.csv`);
      await writeFile(file, `${lines.join('\n')}\n`);
      const args = ['import', '--venue', VENUE, '--symbol', SYMBOL, '--table', table, '--replace', file];
      const environment = { DATA_DIR: platform.dataDirectory };
      const { code, output } = await runCommand('services/context/dist/cli/main.js', args, environment);
      if (code !== 0) throw new Error(`the history was not imported: ${output}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Candles of a number of bars each, on waves of some length. */
function candles(count: number, bars: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const [open, close] = [priceAt(index * bars), priceAt((index + 1) * bars)];
    const [high, low] = [Math.max(open, close) * 1.001, Math.min(open, close) * 0.999];
    return [time(count - index, bars), ...[open, high, low, close].map((price) => price.toFixed(4)), '100'].join(',');
  });
}

function priceAt(bar: number): number {
  return 100 + 20 * Math.sin(bar / 5_000) + 5 * Math.sin(bar / 300) + Math.sin(bar / 7);
}

function time(candlesBeforeEnd: number, bars: number): string {
  return new Date(END_MS - candlesBeforeEnd * bars * BAR_MS).toISOString();
}
