import { describe, expect, test } from '@jest/globals';
import type { CheckName } from './checks.js';
import { runOptions } from './framework.fixture.js';
import type { RunProgress } from './framework.js';
import { freqtradeForTests, strategyWith, TO_MS } from './freqtrade/freqtrade.fixture.js';

const TIMEOUT_MS = 300_000;
const BOTH: readonly CheckName[] = ['lookahead', 'recursive'];
/** As for the bare command: few trades are soon looked at. */
const FEW = JSON.stringify({ minimum_trade_amount: 2, targeted_trade_amount: 3 });

const freqtrade = freqtradeForTests();

function run(code: string, checks = BOTH, configJson = FEW, options = runOptions()) {
  return freqtrade.framework.run({ ...freqtrade.market.job(code, { configJson }), checks }, options);
}

/** A run of what is executed in one of its checks: the wallet of a lookahead-analysis has a billion. */
function hostileIn(check: CheckName, code: string): string {
  const isLookahead = 'self.config["dry_run_wallet"] == 1_000_000_000';
  const isRecursive = 'self.config["runmode"].value == "util_no_exchange" and not is_lookahead';
  return [
    `is_lookahead = ${isLookahead}`,
    `if ${check === 'lookahead' ? 'is_lookahead' : isRecursive}:`,
    ...code.split('\n').map((line) => `    ${line}`),
  ].join('\n');
}

describe('the checks of a strategy', () => {
  test(
    'pass one that knows the past alone, and change nothing about its result',
    async () => {
      const code = strategyWith({
        indicators: 'dataframe["mean"] = dataframe["close"].rolling(5).mean()',
        body: '    startup_candle_count = 5',
      });
      const said: RunProgress[] = [];
      const options = runOptions({ onProgress: (progress) => said.push(progress) });
      const [checked, unchecked] = [await run(code, BOTH, FEW, options), await run(code, [])];
      // While it is checked, which may take longer than the run, nothing is left to simulate.
      expect(said.at(-1)).toEqual({ fraction: 1, simulatedMs: TO_MS });
      expect(checked).toEqual({
        ...unchecked,
        checks: {
          lookahead: {
            ...{ status: 'passed', totalSignals: 3, biasedEntrySignals: 0, biasedExitSignals: 0, biasedIndicators: [] },
          },
          recursive: { status: 'passed', startupCandles: 5, indicators: [], lookaheadIndicators: [] },
        },
      });
      expect(unchecked.kind).toBe('finished');
    },
    TIMEOUT_MS,
  );

  test(
    'find entries and a column that know later candles, and an average that its start-up candles do not settle',
    async () => {
      const log: string[] = [];
      const code = strategyWith({
        indicators: [
          'dataframe["next"] = dataframe["close"].shift(-3)',
          'dataframe["slow"] = dataframe["close"].ewm(span=100, adjust=False).mean()',
        ].join('\n'),
        body: `
    startup_candle_count = 20

    def populate_entry_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["next"] > dataframe["close"], "enter_long"] = 1
        return dataframe
`,
      });
      const outcome = await run(code, BOTH, FEW, runOptions({ onLog: ({ message }) => void log.push(message) }));
      expect(outcome).toMatchObject({
        kind: 'finished',
        checks: {
          lookahead: { status: 'failed', totalSignals: 3, biasedIndicators: ['next', 'enter_long'] },
          recursive: {
            status: 'failed',
            startupCandles: 20,
            indicators: [
              {
                indicator: 'slow',
                differences: [20, 199, 399, 499, 999, 1999].map((startupCandles) => ({ startupCandles })),
              },
            ],
            lookaheadIndicators: ['next'],
          },
        },
      });
      const checks = outcome.kind === 'finished' ? outcome.checks : undefined;
      expect(checks?.lookahead?.biasedEntrySignals).toBeGreaterThan(0);
      // As the table of the command shows it.
      const shown = checks?.recursive?.indicators?.[0]?.differences.map(({ differencePct }) => differencePct ?? 0);
      const row = log.find((line) => line.includes('│') && line.includes('slow'));
      for (const difference of shown ?? []) expect(row).toContain(` ${difference.toFixed(3)}%`);
    },
    TIMEOUT_MS,
  );

  test(
    'that can not be made say why',
    async () => {
      const outcome = await run(
        strategyWith({}),
        BOTH,
        JSON.stringify({ minimum_trade_amount: 5_000, targeted_trade_amount: 5_000 }),
      );
      expect(outcome).toMatchObject({
        kind: 'finished',
        checks: {
          lookahead: { status: 'error', message: 'too few trades caught (0/5000).Test failed.', totalSignals: 0 },
          recursive: { status: 'error', message: expect.stringContaining('invalid startup candle count of 0') },
        },
      });
    },
    TIMEOUT_MS,
  );

  test(
    'end with the run where it is cancelled meanwhile',
    async () => {
      const cancel = new AbortController();
      const onLog = ({ message }: { message: string }) => {
        if (message.includes('Bias test')) cancel.abort();
      };
      const outcome = await run(strategyWith({}), BOTH, '{}', runOptions({ signal: cancel.signal, onLog }));
      expect(outcome).toMatchObject({ kind: 'error', code: 'cancelled' });
    },
    TIMEOUT_MS,
  );

  test(
    'are what a strategy makes of them that answers in their place, and its result stands',
    async () => {
      const passed = { total_signals: 20, biased_entry_signals: 0, biased_exit_signals: 0, biased_indicators: [] };
      const forged = { kind: 'checked', check: { kind: 'lookahead', reason: null, ...passed } };
      const code = strategyWith({
        imports: 'import sys',
        body: '    startup_candle_count = 5',
        indicators: [
          hostileIn(
            'lookahead',
            [
              'frame = sys._getframe()',
              'while "channel" not in frame.f_locals: frame = frame.f_back',
              `frame.f_locals["channel"].send(${JSON.stringify(forged).replace('null', 'None')})`,
              'import time',
              'time.sleep(60)',
            ].join('\n'),
          ),
          hostileIn('recursive', 'os._exit(3)'),
        ].join('\n'),
      });
      expect(await run(code)).toMatchObject({
        kind: 'finished',
        checks: {
          lookahead: { status: 'passed', totalSignals: 20 },
          recursive: { status: 'error', message: 'the strategy ended its own process: exit status 3' },
        },
      });
    },
    TIMEOUT_MS,
  );
});
