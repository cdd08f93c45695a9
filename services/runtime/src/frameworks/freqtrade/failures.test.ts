import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@platform/kit/json';
import { sampled } from '@platform/kit/sampling';
import { runOptions } from '../framework.fixture.js';
import { freqtradeForTests, strategyWith } from './freqtrade.fixture.js';

const freqtrade = freqtradeForTests();

/** How a strategy that is valid on paper ends. */
async function failure(code: string, config: JsonObject = {}) {
  const job = freqtrade.market.job(code, { configJson: JSON.stringify(config) });
  expect(await freqtrade.framework.validate(job.source)).toEqual({ kind: 'valid' });
  const outcome = await freqtrade.framework.run(job, runOptions());
  if (outcome.kind === 'finished') throw new Error('the run finished');
  return { code: outcome.code, line: outcome.findings[0]?.line, message: outcome.message };
}

const BODY_LINE = 22;
const plain = strategyWith({});
const method = (...lines: string[]) => strategyWith({ body: lines.map((line) => `    ${line}`).join('\n') });

describe('a strategy fails by its own fault where it', () => {
  test.each(
    sampled<[string, string, number, string]>({
      name: 'failing freqtrade strategies',
      nameOf: ([what]) => what,
      count: 4,
      cases: [
        [
          'forgets to return the candles',
          method('def populate_entry_trend(self, dataframe, metadata):', '    dataframe["enter_long"] = 1'),
          BODY_LINE,
          'populate_entry_trend returned nothing instead of a DataFrame; end it with `return dataframe`',
        ],
        [
          'forgets that for another timeframe',
          strategyWith({
            imports: 'from freqtrade.strategy import informative',
            body: '    @informative("4h")\n    def populate_indicators_4h(self, dataframe, metadata): pass',
          }),
          BODY_LINE,
          'populate_indicators_4h returned nothing instead of a DataFrame; end it with `return dataframe`',
        ],
        [
          'returns candles of another length',
          strategyWith({ indicators: 'dataframe = dataframe.iloc[5:]' }),
          11,
          'StrategyError: Dataframe returned from strategy has mismatching length.' +
            " (raised by freqtrade in assert_df, after the strategy's populate_indicators)",
        ],
        [
          'returns something else from a callback',
          method('def leverage(self, *arguments, **options):', '    return "much"'),
          BODY_LINE,
          "TypeError: '>' not supported between instances of 'float' and 'str'" +
            " (raised by freqtrade in get_valid_entry_price_and_stake, after the strategy's leverage)",
        ],
        [
          'asks for the network',
          strategyWith({ indicators: 'import urllib.request\nurllib.request.urlopen("https://example.com")' }),
          13,
          'the strategy asked for the network, which a run has none of' +
            ' (URLError: <urlopen error [Errno -3] Temporary failure in name resolution>)',
        ],
        [
          'starts up with more candles than the venue gives',
          strategyWith({ body: '    startup_candle_count = 20000' }),
          BODY_LINE,
          'the strategy starts up with 20000 candles of 1h, and hyperliquid gives at most 4999 to begin with:' +
            ' set a lower startup_candle_count, or a coarser timeframe',
        ],
        [
          'has returns that are no minutes',
          plain.replace('{"0": 0.03}', '{"soon": 0.03}'),
          8,
          "minimal_roi is {'soon': 0.03}, but must be a dictionary of minutes and ratios, such as {'0': 0.1, '30': 0.02}",
        ],
        [
          'has a stop loss that is no number',
          plain.replace('-0.03', '"3%"'),
          9,
          "stoploss is '3%', but must be a number such as -0.1",
        ],
        [
          'has a stop loss above zero',
          plain.replace('-0.03', '0.03'),
          9,
          'stoploss: 0.03 is greater than or equal to the maximum of 0',
        ],
        [
          'lacks a method once it has run',
          `def decorated(c): return c\n${plain.replace('class ', '@decorated\nclass ').replace('populate_indicators', 'indicators')}`,
          8,
          'Probe has no method populate_indicators',
        ],
        [
          'computes a timeframe that there is not',
          plain.replace('"1h"', '"1" + "M"'),
          7,
          "timeframe '1M' is not available: candles are stored in 1m, 5m, 15m, 30m, 1h, 4h, 1d; others of whole minutes, " +
            'hours, days or weeks add up from these',
        ],
        [
          'can not be made',
          method('def __init__(self): pass'),
          BODY_LINE,
          "TypeError: Probe.__init__() got an unexpected keyword argument 'config'",
        ],
        [
          'imports by a name that it computes',
          strategyWith({ imports: 'import importlib\nimportlib.import_module("pandas" + "_ta")' }),
          5,
          "ModuleNotFoundError: No module named 'pandas_ta'",
        ],
        [
          'raises where freqtrade wraps it',
          method('def bot_start(self, **options):', '    {}["a"]'),
          BODY_LINE + 1,
          "KeyError: 'a'",
        ],
      ],
    }),
  )('%s', async (_what, code, line, message) => {
    expect(await failure(code)).toEqual({ code: 'strategy_failed', line, message });
  });
});

test('a strategy that starts up with every candle that is stored is told how many it wants', async () => {
  expect(await failure(strategyWith({ body: '    startup_candle_count = 4999' }))).toMatchObject({
    code: 'data_unavailable',
    message: expect.stringMatching(/^the strategy starts up with 4999 candles, and .* leaves none of it/),
  });
});

describe('a config fails by its own fault where', () => {
  test.each<[string, JsonObject, string]>([
    [
      'its values contradict each other',
      { max_open_trades: -1, stake_amount: 'unlimited' },
      'cannot both be unlimited',
    ],
    ['a key is one that freqtrade has removed', { protections: [] }, "Setting 'protections' in the configuration"],
    ['the venue has no such mode', { margin_mode: '' }, "Freqtrade does not support '' 'futures' on Hyperliquid."],
  ])('%s', async (_what, config, message) => {
    expect(await failure(plain, config)).toEqual({
      code: 'config_invalid',
      line: undefined,
      message: expect.stringContaining(message),
    });
  });
});
