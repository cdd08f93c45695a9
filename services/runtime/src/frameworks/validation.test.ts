import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Framework, JsonObject, ValidationOutcome } from './framework.js';
import { createTestFreqtrade, example, SYMBOLS, strategyWith } from './freqtrade.fixture.js';

let framework: Framework;

beforeAll(async () => {
  framework = createTestFreqtrade();
  await framework.ensureReady();
}, 10 * 60_000);

afterAll(() => framework.close());

const validate = (code: string, config: JsonObject = {}): Promise<ValidationOutcome> =>
  framework.validate({ code, config, symbols: SYMBOLS });

const valid = strategyWith({});

describe('a strategy', () => {
  test.each(['sample_strategy', 'long_only', 'long_and_short', 'trailing_exit'])('%s is valid', async (name) => {
    expect(await validate(await example(name))).toEqual({ kind: 'valid' });
  });

  test.each([
    ['a file that does not compile', 'class A:\n  def f(:\n', 2, /invalid syntax/],
    ['what only the compiler finds', `${valid}\nreturn 1\n`, 24, /'return' outside function/],
    ['pandas_ta', strategyWith({ imports: 'import pandas_ta as ta' }), 4, /module 'pandas_ta' is not available/],
    ['a package that only the framework uses', strategyWith({ imports: 'from ccxt import x' }), 4, /module 'ccxt'/],
    ['an import inside a function', strategyWith({ indicators: 'import requests' }), 12, /module 'requests'/],
    ['a submodule that does not exist', strategyWith({ imports: 'import numpy.nothing' }), 4, /'numpy.nothing'/],
    ['a relative import', strategyWith({ imports: 'from .other import x' }), 4, /single file/],
    ['a file without a strategy', 'x = 1\n', null, /no class derives from IStrategy/],
    [
      'several strategies',
      `${valid}\nclass Other(IStrategy): pass\n`,
      24,
      /several strategies in one file: Probe, Other/,
    ],
    ['an unknown timeframe', valid.replace('"1h"', '"2h"'), null, /timeframe '2h' is not stored/],
    ['a null byte', 'x = "\0"', null, /null bytes/],
    ['nesting beyond the parser', `x = ${'('.repeat(5_000)}`, 1, /too many nested/],
  ])('with %s is refused', async (_what, code, line, text) => {
    const outcome = await validate(code);
    expect(outcome.kind).toBe('strategy_invalid');
    expect(outcome.kind === 'strategy_invalid' && outcome.findings).toContainEqual({
      line,
      text: expect.stringMatching(text),
    });
  });

  test('is answered within a few hundred milliseconds of an idle machine', async () => {
    const durations = [];
    for (const attempt of ['first', 'second', 'third']) {
      const start = performance.now();
      await validate(`${valid}\n# a text of its own: ${attempt}\n`);
      durations.push(performance.now() - start);
    }
    expect(Math.min(...durations)).toBeLessThan(1_000);
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
    ['the fee', { fee: 0 }, 'config.fee is set by the platform'],
    ['an exchange key', { exchange: { key: '' } }, 'config.exchange.key is set by the platform'],
    ['addresses', { exchange: { ccxt_config: {} } }, 'config.exchange.ccxt_config is set by the platform'],
    ['a path', { datadir: '/etc' }, 'config.datadir is set by the platform'],
    ['Telegram', { telegram: { enabled: true } }, 'config.telegram is set by the platform'],
    ['an API server', { api_server: {} }, 'config.api_server is set by the platform'],
    ['other pairs', { exchange: { pair_whitelist: ['BTC/USDC:USDC'] } }, 'config.exchange.pair_whitelist must name'],
    ['another exchange', { exchange: { name: 'binance' } }, "config.exchange.name can only be 'hyperliquid'"],
    ['spot trading', { trading_mode: 'spot' }, "config.trading_mode can only be 'futures'"],
    ['another pair list', { pairlists: [{ method: 'VolumePairList' }] }, 'config.pairlists can only be'],
    ['a wrong type', { max_open_trades: 'many' }, "config.max_open_trades: 'many' is not of type"],
    ['an unknown timeframe', { timeframe: '7m' }, 'config.timeframe must be one of 1m'],
  ])('with %s is refused, naming the key', async (_what, config, text) => {
    expect(await validate(valid, config)).toEqual({
      kind: 'config_invalid',
      findings: [{ line: null, text: expect.stringContaining(text) }],
    });
  });
});

describe('the timeframes of a run', () => {
  const timeframes = (code: string, config: JsonObject = {}) =>
    framework.timeframes({ code, config, symbols: SYMBOLS });

  test.each<[string, string, JsonObject, string[]]>([
    ['the class and the mark price', valid.replace('"1h"', '"5m"'), {}, ['5m', '1h']],
    ['the config, which wins', valid, { timeframe: '15m' }, ['15m', '1h']],
    ['the detail timeframe', valid, { timeframe_detail: '5m' }, ['5m', '1h']],
    [
      'a decorator',
      strategyWith({ body: '    @informative("4h")\n    def f(self, d, m): return d' }),
      {},
      ['1h', '4h'],
    ],
    [
      'a class constant',
      strategyWith({ body: '    other = "1d"\n    def informative_pairs(self): return [("A", self.other)]' }),
      {},
      ['1h', '1d'],
    ],
    [
      'every timeframe in the file where one is computed',
      strategyWith({ body: '    def informative_pairs(self): return [(p, t) for p in "A" for t in ("4h", "1d")]' }),
      {},
      ['1h', '4h', '1d'],
    ],
  ])('include %s', async (_what, code, config, expected) => {
    expect(await timeframes(code, config)).toEqual(expected);
  });
});
