import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@platform/kit/json';
import type { ValidationOutcome } from './framework.js';
import { example, freqtradeForTests, SYMBOLS, strategyWith } from './freqtrade/freqtrade.fixture.js';

const freqtrade = freqtradeForTests();

const validate = (code: string, config: JsonObject = {}): Promise<ValidationOutcome> =>
  freqtrade.framework.validate({ code, configJson: JSON.stringify(config), symbols: SYMBOLS });

const valid = strategyWith({});

describe('a strategy', () => {
  test.each(['sample_strategy', 'long_only', 'long_and_short', 'trailing_exit'])('%s is valid', async (name) => {
    expect(await validate(await example(name))).toEqual({ kind: 'valid' });
  });

  test.each([
    ['a file that does not compile', 'class A:\n  def f(:\n', 2, /invalid syntax/],
    ['what only the compiler finds', `${valid}\nreturn 1\n`, 24, /'return' outside function/],
    ['pandas_ta', strategyWith({ imports: 'import pandas_ta as ta' }), 4, /module 'pandas_ta' is not available/],
    ["the platform's own code", strategyWith({ imports: 'import platform_worker' }), 4, /belongs to the platform/],
    ['an installer', strategyWith({ imports: 'from pip import main' }), 4, /a run installs nothing/],
    [
      'an import inside a function',
      strategyWith({ indicators: 'import torch' }),
      12,
      /module 'torch' is not available/,
    ],
    ['a submodule that does not exist', strategyWith({ imports: 'import numpy.nothing' }), 4, /'numpy.nothing'/],
    [
      'what a package without an `__init__.py` lacks',
      strategyWith({ imports: 'import freqtrade.optimize.hyperopt_loss.nothing' }),
      4,
      /'freqtrade.optimize.hyperopt_loss.nothing' is not available/,
    ],
    ['a relative import', strategyWith({ imports: 'from .other import x' }), 4, /single file/],
    ['a file without a strategy', 'x = 1\n', null, /no class derives from IStrategy/],
    [
      'several strategies',
      `${valid}\nclass Other(IStrategy): pass\n`,
      24,
      /several strategies in one file: Probe, Other; name the one to run in strategy_class/,
    ],
    ['an unknown timeframe', valid.replace('"1h"', '"1M"'), 7, /timeframe '1M' is not available/],
    ['no timeframe', valid.replace('timeframe = "1h"', ''), 6, /the strategy has no timeframe/],
    ['a method missing', valid.replace('populate_exit_trend', 'sell'), 6, /Probe has no method populate_exit_trend/],
    ['FreqAI', strategyWith({ indicators: 'self.freqai.start(dataframe)' }), 12, /FreqAI is not supported/],
    ['half a character', strategyWith({ imports: 'x = "\ud800"' }), 4, /half a character/],
    ['a null byte', 'x = "\0"', null, /null bytes/],
    ['nesting beyond the parser', `x = ${'('.repeat(5_000)}`, 1, /^the code nests too deeply: too many nested/],
    ['nesting beyond the compiler', `x = ${'-'.repeat(100_000)}1`, null, /^the code nests too deeply/],
    ['a chain beyond the compiler', `x = ${'1+'.repeat(100_000)}1`, null, /^the code nests too deeply/],
  ])('with %s is refused', async (_what, code, line, text) => {
    const outcome = await validate(code);
    expect(outcome.kind).toBe('strategy_invalid');
    expect(outcome.kind === 'strategy_invalid' && outcome.findings).toContainEqual({
      line,
      text: expect.stringMatching(text),
    });
  });

  test.each([
    ['what bare freqtrade has', 'import scipy.stats, ccxt, requests'],
    [
      'what lies below a package without an `__init__.py`',
      'from freqtrade.optimize.hyperopt_loss.hyperopt_loss_sharpe import SharpeHyperOptLoss',
    ],
    ['what it can do without', 'try:\n    import pandas_ta\nexcept ImportError:\n    pandas_ta = None'],
    ['what only a type checker reads', 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pandas_stubs'],
  ])('may import %s', async (_what, imports) => {
    expect(await validate(strategyWith({ imports }))).toEqual({ kind: 'valid' });
  });

  test('may begin with the mark of some editors', async () => {
    expect(await validate(`\ufeff${valid}`)).toEqual({ kind: 'valid' });
  });

  test('is chosen by its class', async () => {
    const code = `${valid}\nclass Other(Probe): pass\nclass Third(Probe): pass\n`;
    const chosen = (strategyClass: string) =>
      freqtrade.framework.validate({ code, configJson: '{}', symbols: SYMBOLS, strategyClass });
    expect(await chosen('Other')).toEqual({ kind: 'valid' });
    expect(await chosen('Nobody')).toEqual({
      kind: 'strategy_invalid',
      findings: [{ line: null, text: 'Nobody is no strategy of this file, which holds Probe, Other, Third' }],
    });
  });

  test('may derive its class in two steps', async () => {
    const code = `${valid.replace('class Probe(', 'class Base(')}\nclass Probe(Base): pass\n`;
    expect(await validate(code)).toEqual({ kind: 'valid' });
  });
});

describe('a config', () => {
  test('may be any of freqtrade that is left to the user', async () => {
    const config = {
      max_open_trades: 3,
      stake_amount: 50,
      dry_run_wallet: 5_000,
      timeframe: '4h',
      minimal_roi: { '0': 0.1 },
      trading_mode: 'futures',
      exchange: { name: 'hyperliquid', pair_whitelist: [...SYMBOLS].reverse() },
    };
    expect(await validate(valid, config)).toEqual({ kind: 'valid' });
  });

  test.each<[string, JsonObject, string]>([
    ['another fee', { fee: 0 }, 'config.fee can only be 0.00055 here'],
    ['a key', { exchange: { key: '0x1' } }, 'config.exchange.key: no credentials are needed here'],
    ['another strategy', { strategy: 'Nobody' }, 'Nobody is no strategy of this file'],
    ['Telegram', { telegram: { enabled: true } }, 'config.telegram can only be switched off here'],
    ['FreqAI', { freqai: { enabled: true } }, 'config.freqai: FreqAI is not supported'],
    ['a wrong type', { max_open_trades: 'many' }, "config.max_open_trades: 'many' is not of type"],
    ['half a character', { bot_name: '\ud800' }, 'config.bot_name: the text holds half a character'],
    ['an unknown timeframe', { timeframe: '7x' }, "config.timeframe '7x' is not available"],
    [
      'parameters of another class',
      { strategy_parameters: { strategy_name: 'Other', params: {} } },
      "config.strategy_parameters.strategy_name must be 'Probe'",
    ],
  ])('with %s is refused, naming the key', async (_what, config, text) => {
    expect(await validate(valid, config)).toMatchObject({
      findings: [{ line: null, text: expect.stringContaining(text) }],
    });
  });
});

describe('a config of a deployment', () => {
  const validateOnPaper = (config: JsonObject, code = valid) =>
    freqtrade.framework.validate({ code, configJson: JSON.stringify(config), symbols: SYMBOLS }, 'paper');

  test.each<[string, JsonObject, RegExp]>([
    [
      'a stake below the smallest order',
      { stake_amount: 5 },
      /^config.stake_amount 5 is below .*: set at least 1\d\.\d\d$/,
    ],
    [
      'an unlimited stake on a small wallet',
      { stake_amount: 'unlimited', dry_run_wallet: 50, max_open_trades: 10 },
      /leaves 4.95 USDC for each of 10 trades/,
    ],
    [
      'limits of requests switched off',
      { exchange: { ccxt_async_config: { enableRateLimit: false } } },
      /^config.exchange.ccxt_async_config.enableRateLimit can only be true here/,
    ],
    [
      'prices of tickers',
      { entry_pricing: { price_side: 'same', use_order_book: false } },
      /^config.entry_pricing.use_order_book can only be true here/,
    ],
  ])('with %s is refused, and one of a backtest is not', async (_what, config, text) => {
    expect(await validateOnPaper(config)).toMatchObject({
      kind: 'config_invalid',
      findings: [{ line: null, text: expect.stringMatching(text) }],
    });
    expect(await validate(valid, config)).toEqual({ kind: 'valid' });
  });

  test.each(['sample_strategy', 'long_only', 'long_and_short', 'trailing_exit'])(
    'with nothing in it does for %s',
    async (name) => {
      expect(await validateOnPaper({}, await example(name))).toEqual({ kind: 'valid' });
    },
  );
});

describe('the timeframes of the tables of a run', () => {
  const timeframes = async (code: string, config: JsonObject = {}) => {
    const tables = await freqtrade.framework.tables({ code, configJson: JSON.stringify(config), symbols: SYMBOLS });
    return tables.filter(({ symbol }) => symbol === SYMBOLS[1]).map(({ timeframe }) => timeframe);
  };

  test.each<[string, string, JsonObject, string[]]>([
    ['the class and the mark price', valid.replace('"1h"', '"5m"'), {}, ['5m', '1h']],
    ['the config, which wins', valid, { timeframe: '15m' }, ['15m', '1h']],
    ['the detail timeframe', valid, { timeframe_detail: '5m' }, ['5m', '1h']],
    ['what others add up from', valid, { timeframe: '2h', timeframe_detail: '3m' }, ['1m', '1h']],
    ['nothing that is only computed', valid.replace('"1h"', '"15" + "m"'), {}, ['1h']],
  ])('include %s', async (_what, code, config, expected) => {
    expect(await timeframes(code, config)).toEqual(expected);
  });
});
