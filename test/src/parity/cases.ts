import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One strategy to be run both ways. */
export interface ParityCase {
  readonly name: string;
  readonly code: string;
  readonly strategyClass: string;
  /** The user's own config. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly symbols: readonly string[];
  /** UTC dates. */
  readonly from: string;
  readonly to: string;
  /** A run with fewer trades shows nothing. */
  readonly tradesMin: number;
}

const BTC = 'BTC/USDC:USDC';
const ETH = 'ETH/USDC:USDC';
const SOL = 'SOL/USDC:USDC';
const DOGE = 'DOGE/USDC:USDC';

const SPRING = { from: '2025-04-01', to: '2025-06-10' } as const;
/** Over the end of the first object of the five-minute tables, which lies in the night to 23 May 2025. */
const MAY = { from: '2025-05-12', to: '2025-06-02' } as const;

const own = (file: string) => readFileSync(new URL(`./strategies/${file}.py`, import.meta.url), 'utf8');
const shipped = (file: string) =>
  readFileSync(new URL(`../../../frameworks/freqtrade/examples/${file}.py`, import.meta.url), 'utf8');

function testCase(
  name: string,
  code: string,
  strategyClass: string,
  rest: Partial<Omit<ParityCase, 'name' | 'code' | 'strategyClass'>> = {},
): ParityCase {
  return { name, code, strategyClass, config: {}, symbols: [BTC, ETH, SOL], ...SPRING, tradesMin: 4, ...rest };
}

/** The parameters of `optimized.py` in hyperopt's format. */
const PARAMETERS = {
  strategy_name: 'Optimized',
  params: {
    buy: { entry_period: 9, entry_level: 42, use_trend: true },
    sell: { exit_level: 62.5 },
    roi: { '0': 0.08, '300': 0.03 },
    stoploss: { stoploss: -0.06 },
  },
  ft_stratparam_v: 1,
};

const FEW_TRADES = { config: { minimum_trade_amount: 2, targeted_trade_amount: 3 } };

/** The test strategies, one for each way in which strategies read data and trade. */
export const ownCases: readonly ParityCase[] = [
  testCase('long only', shipped('long_only'), 'LongOnly'),
  testCase('long and short with leverage', shipped('long_and_short'), 'LongAndShort'),
  testCase('a trailing stop', shipped('trailing_exit'), 'TrailingExit'),
  testCase("the quickstart's", shipped('sample_strategy'), 'SampleStrategy', { tradesMin: 2 }),
  testCase('a filter on a market that is not traded', own('btc_filter'), 'BtcFilter', { symbols: [ETH, DOGE] }),
  testCase('a filter on a market that is traded too', own('btc_filter'), 'BtcFilter'),
  testCase('the informative decorator', own('decorated'), 'Decorated', { symbols: [SOL, DOGE] }),
  testCase('computed timeframes', own('computed_timeframes'), 'ComputedTimeframes', {
    ...{ symbols: [BTC, SOL], ...MAY, config: { trend_timeframe: '4h' } },
  }),
  testCase('timeframes that are aggregated', own('aggregated'), 'Aggregated', { symbols: [ETH, SOL] }),
  testCase('a detail timeframe', shipped('trailing_exit'), 'TrailingExit', {
    ...{ ...MAY, config: { timeframe_detail: '5m' } },
  }),
  testCase('a detail timeframe in nine objects', own('scalper'), 'Scalper', {
    ...{ symbols: [BTC], from: '2025-04-10', to: '2025-05-10', config: { timeframe_detail: '1m' } },
  }),
  testCase('partial exits and additions', own('partial_exits'), 'PartialExits'),
  testCase('protections', own('protected'), 'Protected', { config: { enable_protections: true } }),
  testCase('stops and prices of its own', own('custom_stops'), 'CustomStops'),
  testCase('parameters of hyperopt', own('optimized'), 'Optimized', { config: { strategy_parameters: PARAMETERS } }),
  testCase('many trades over two objects', own('scalper'), 'Scalper', {
    symbols: [BTC, ETH, DOGE],
    ...MAY,
    tradesMin: 100,
  }),
  testCase('every callback', own('callbacks'), 'Callbacks'),
  testCase('one of several classes', own('several'), 'Slow'),
  testCase('the whole market', own('whole_market'), 'WholeMarket', { symbols: [BTC, ETH, SOL, DOGE] }),
  testCase('no candles for the start-up', shipped('trailing_exit'), 'TrailingExit', {
    ...{ symbols: [SOL], from: '2024-09-05', to: '2024-11-01', tradesMin: 2 },
  }),
  testCase('limits of stake and trades, signals and returns by config', shipped('long_only'), 'LongOnly', {
    config: {
      ...{ max_open_trades: 1, stake_amount: 'unlimited', tradable_balance_ratio: 0.9, dry_run_wallet: 5_000 },
      ...{ minimal_roi: { '0': 0.02, '240': 0 }, stoploss: -0.03, exit_profit_only: true },
    },
  }),
];

/** Strategies of a folder by another author, by the name of their last class. */
export function casesOf(folder: string): ParityCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.py'))
    .sort()
    .flatMap((file) => {
      const code = readFileSync(join(folder, file), 'utf8');
      const strategyClass = [...code.matchAll(/^class\s+(\w+)\s*\(\s*[\w.]*IStrategy\s*\)/gm)].at(-1)?.[1];
      return strategyClass === undefined ? [] : [testCase(file, code, strategyClass, { ...MAY, tradesMin: 0 })];
    });
}

/** Strategies that are checked both ways: a few trades show what the commands do with each. */
export const checkedCases: readonly ParityCase[] = [
  testCase('one that knows the future', own('biased'), 'Biased', FEW_TRADES),
  testCase('one that knows the past alone', shipped('long_and_short'), 'LongAndShort', FEW_TRADES),
];
