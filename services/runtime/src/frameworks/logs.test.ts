import { describe, expect, test } from '@jest/globals';
import { runOptions } from './framework.fixture.js';
import type { LogLine } from './framework.js';
import { freqtradeForTests, strategyWith } from './freqtrade/freqtrade.fixture.js';

/** The candles of a year and more of ten minutes: what the bare command runs through, a line each. */
const LINES = 62_863;

const SERVER_PATHS = /\/root\b|\/home\/|\/usr\/|\/job\/|\.cache/;

const freqtrade = freqtradeForTests();

async function run(code: string) {
  const log: LogLine[] = [];
  const outcome = await freqtrade.framework.run(
    freqtrade.market.job(code),
    runOptions({ onLog: (line) => log.push(line) }),
  );
  return { outcome, log, lines: log.map(({ message }) => message) };
}

const printing = (...lines: string[]) =>
  strategyWith({ indicators: [`for n in range(${LINES}): print("candle", n)`, ...lines].join('\n') });

describe('the log of a run', () => {
  test('that prints a line a candle keeps the first and the last lines, and the run finishes', async () => {
    const { outcome, lines } = await run(printing());
    expect(outcome.kind).toBe('finished');
    expect(lines.length).toBeLessThanOrEqual(10_000);
    expect(lines).toContain('candle 0');
    expect(lines).toContain(`candle ${LINES - 1}`);
    // It prints for each of two markets.
    const dropped = lines.map((line) => Number(/^\((\d+) lines were dropped here/.exec(line)?.[1])).filter(Boolean);
    expect(dropped).toEqual([expect.any(Number)]);
    const printed = lines.filter((line) => line.startsWith('candle ')).length;
    expect(printed + (dropped[0] ?? 0)).toBe(2 * LINES);
    const text = `${dropped[0]} lines of the log were dropped: only its first and last ones are kept`;
    expect(outcome).toMatchObject({ result: { warnings: [{ text, count: 1, line: null }] } });
  });

  test('tells the lines of the platform from those that a strategy prints like them', async () => {
    const forged = '(7 lines were dropped here: the first and the last are kept, 10000 lines of 1.0 MiB at most)';
    const { log } = await run(printing(`print("${forged}")`));
    expect(log.filter(({ message }) => message === forged).map(({ source }) => source)).toContain('run');
    const platforms = log.filter(({ source }) => source === 'platform').map(({ message }) => message);
    expect(platforms).toEqual([expect.stringMatching(/^\(\d{6} lines were dropped here/)]);
  });

  test('ends with the traceback however much was printed before', async () => {
    const { outcome, lines } = await run(printing('raise ValueError("at the end")'));
    expect(outcome).toMatchObject({ code: 'strategy_failed', message: 'ValueError: at the end' });
    expect(lines.slice(-3).map((line) => line.trim())).toEqual([
      'File "strategy.py", line 13, in populate_indicators',
      'raise ValueError("at the end")',
      'ValueError: at the end',
    ]);
    expect(lines.join('\n')).toContain('Traceback (most recent call last):');
  });

  test('and the error show no secret that the strategy has', async () => {
    const key = `0x${'c0ffee42'.repeat(8)}`;
    const leaking = strategyWith({
      indicators: `print("my key is ${key}")\nraise ValueError("refused: secret=${key}")`,
    });
    const { outcome, lines } = await run(leaking);
    expect(lines).toContain('my key is [redacted]');
    expect(outcome).toMatchObject({ code: 'strategy_failed', message: 'ValueError: refused: [redacted]' });
    expect(JSON.stringify([outcome, lines])).not.toContain('c0ffee42');
  });

  test('and the error show no path of the server', async () => {
    const failing = strategyWith({
      imports: 'import json, logging, os, sys, traceback',
      indicators: [
        'print(sys.path, sys.prefix, json.__file__, __file__)',
        'try: json.loads("{")',
        'except ValueError: traceback.print_exc()',
        'raise ValueError(f"see {json.__file__} and {os.path.abspath(__file__)}")',
      ].join('\n'),
    });
    const { outcome, lines } = await run(failing);
    expect(outcome).toMatchObject({ message: 'ValueError: see json/__init__.py and strategy.py' });
    expect(lines.filter((line) => SERVER_PATHS.test(line))).toEqual([]);
    expect(lines.join('\n')).toContain('File "freqtrade/optimize/backtesting.py", line');
  });

  test('holds what is logged at once as one line, however long', async () => {
    const { lines } = await run(
      strategyWith({ imports: 'import logging', indicators: 'logging.getLogger("mine").info("%s", "word " * 400)' }),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^\S+ \S+ - mine - INFO - (?:word ){400}$/));
  });

  test("names the strategy's line in warnings of a library once, and the result how often they came", async () => {
    const { outcome, lines } = await run(
      strategyWith({ indicators: 'for n in range(150): dataframe[f"column_{n}"] = n' }),
    );
    const text = 'PerformanceWarning: DataFrame is highly fragmented';
    const warned = lines.filter((line) => line.includes('PerformanceWarning'));
    expect(warned).toEqual([expect.stringMatching(`^strategy\\.py:12: ${text}`)]);
    const warnings = outcome.kind === 'finished' ? outcome.result.warnings : [];
    expect(warnings).toEqual([{ text: expect.stringMatching(`^${text}`), count: expect.any(Number), line: 12 }]);
    expect(warnings[0]?.count).toBeGreaterThan(50);
  });

  test('tells a warning of the framework in the result, without a path of the server', async () => {
    const { outcome } = await run(
      strategyWith({ body: '    def custom_exit(self, *arguments, **options): return {}["a"]' }),
    );
    const warnings = outcome.kind === 'finished' ? outcome.result.warnings : [];
    expect(warnings).toContainEqual({
      text: expect.stringMatching(/^Unexpected error KeyError\('a'\) calling <bound method Probe\.custom_exit/),
      count: expect.any(Number),
      line: 22,
    });
    expect(warnings.filter(({ text }) => SERVER_PATHS.test(text))).toEqual([]);
  });

  test('is abuse beyond its bound, which the error names with what came', async () => {
    const { outcome } = await run(strategyWith({ indicators: 'import os\nwhile True: os.write(2, b"x" * 65536)' }));
    expect(outcome).toMatchObject({
      code: 'output_limit_exceeded',
      message: expect.stringMatching(/^the run logged 256(\.\d)? MiB and may log 256 MiB$/),
    });
  });
});

test('an unknown key of a config that resembles one of freqtrade stands among the warnings, once', async () => {
  const job = freqtrade.market.job(strategyWith({}), { configJson: JSON.stringify({ max_open_trade: 3, mine: 1 }) });
  expect(await freqtrade.framework.run(job, runOptions())).toMatchObject({
    result: {
      warnings: [
        {
          text: 'UserWarning: config.max_open_trade is not a key of freqtrade and does nothing unless the strategy reads it: max_open_trades is one',
          ...{ count: 1, line: null },
        },
      ],
    },
  });
});
