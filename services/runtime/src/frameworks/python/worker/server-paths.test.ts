import { describe, expect, test } from '@jest/globals';
import { hideServerPaths } from './server-paths.js';

const CACHE = '/root/.cache/trading-platform';
const hide = hideServerPaths([
  `${CACHE}/freqtrade-requirements-1`,
  `${CACHE}/freqtrade-harness-2`,
  '/usr/bin/python3.11',
  '/data',
]);

describe('a text shows', () => {
  test.each([
    [
      `  File "${CACHE}/freqtrade-requirements-1/lib/python3.11/site-packages/freqtrade/optimize/backtesting.py", line 7`,
      '  File "freqtrade/optimize/backtesting.py", line 7',
    ],
    ['  File "/job/user_data/strategies/strategy.py", line 12, in f', '  File "strategy.py", line 12, in f'],
    ['  File "/tmp/worker-x1/user_data/strategies/strategy.py", line 12', '  File "strategy.py", line 12'],
    ['/job/user_data/strategies/strategy.py:12: FutureWarning: old', 'strategy.py:12: FutureWarning: old'],
    [`  File "${CACHE}/freqtrade-harness-2/freqtrade_harness/worker.py"`, '  File "freqtrade_harness/worker.py"'],
    ['  File "/usr/lib/python3.11/json/decoder.py", line 1', '  File "json/decoder.py", line 1'],
    ['  File "/root/.pyenv/versions/3.11.7/lib/python3.11/ast.py"', '  File "ast.py"'],
    ['Using user-data directory: /job/user_data ...', 'Using user-data directory: user_data ...'],
    [`['${CACHE}/freqtrade-requirements-1', '/usr/bin/python3.11']`, "['freqtrade-requirements-1', 'python3.11']"],
    ["['/root/.pyenv/versions/3.11.7/lib/python311.zip']", "['python311.zip']"],
    ['in /data/elsewhere/lib', 'in elsewhere/lib'],
    ['libfoo.so: cannot open /usr/lib/x86_64-linux-gnu/libfoo.so', 'libfoo.so: cannot open libfoo.so'],
    [`a=${CACHE}/r/lib/python3.11/site-packages/a.py b=/x/site-packages/b.py`, 'a=a.py b=b.py'],
  ])('%s without where things lie', (text, shown) => {
    expect(hide(text)).toBe(shown);
  });

  test.each([
    'BTC/USDC:USDC',
    'no path at all',
    'a ratio of 1/2',
    'https://www.freqtrade.io/en/stable/',
    "'HOME': '/job'",
  ])('%s as it is', (text) => {
    expect(hide(text)).toBe(text);
  });

  test('even the longest text at once', () => {
    const text = '/root/a'.repeat(200_000);
    const start = performance.now();
    expect(hide(`${text}/site-packages/x ${text}`)).toBe('x a');
    // An expression that backtracks takes minutes.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
