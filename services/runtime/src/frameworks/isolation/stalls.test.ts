import { afterAll, describe, expect, test } from '@jest/globals';
import { runOptions } from '../framework.fixture.js';
import {
  freqtradeForTests,
  strategyWith as freqtradeStrategy,
  workerProcesses,
} from '../freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../index.js';
import {
  BTC,
  barType,
  configOf,
  finished,
  nautilusForTests,
  path,
  strategyWith,
} from '../nautilus/nautilus.fixture.js';

const STALL_MS = 4_000;
/** Of a slow run: on a busy machine its steps take seconds more than they sleep. */
const LONG_STALL_MS = 12_000;
/** Of each of several steps: together longer than a slow run may stand still. */
const SLOW = `
import os, time
done = int(os.environ.get("DONE", 0))
os.environ["DONE"] = str(done + 1)
if done < 4: time.sleep(4)`;
const FOREVER = 'while True: pass';
const limitsOf = (stallMs: number) => ({ ...defaultBacktestLimits, run: { ...defaultBacktestLimits.run, stallMs } });

const freqtrade = freqtradeForTests(limitsOf(STALL_MS));
const nautilus = nautilusForTests({ limits: limitsOf(STALL_MS) });
const patientFreqtrade = freqtradeForTests(limitsOf(LONG_STALL_MS));
const patientNautilus = nautilusForTests({ limits: limitsOf(LONG_STALL_MS) });

afterAll(async () => expect(await workerProcesses()).toBe(0));

const STALLED = {
  kind: 'error',
  code: 'no_progress',
  message: expect.stringMatching(/^the run made no progress for 4 s, the longest that it may: .* Look for a loop/),
};

const runFreqtrade = (code: string, checks: readonly 'lookahead'[] = [], { framework, market } = freqtrade) =>
  framework.run({ ...market.job(code), checks }, runOptions());

const runNautilus = (onBar: string, more = '', runner = nautilus()) =>
  runner.run({
    code: strategyWith(onBar, more),
    config: configOf(barType(BTC)),
    tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 101, 102, 103) }],
    hours: 4,
  });

describe('a run that stands still ends', () => {
  test.each([
    ['as its file is loaded', freqtradeStrategy({ imports: FOREVER })],
    ['in its indicators', freqtradeStrategy({ indicators: FOREVER })],
    ['at a candle', freqtradeStrategy({ body: '    def bot_loop_start(self, **kwargs):\n        while True: pass' })],
  ])('with freqtrade %s', async (_where, code) => {
    expect(await runFreqtrade(code)).toMatchObject(STALLED);
  });

  test.each([
    ['before its first bar', 'pass', '    def on_start(self):\n        while True: pass'],
    ['at a bar', 'while self.count > 2: pass', ''],
  ])('with nautilus %s', async (_where, onBar, more) => {
    expect((await runNautilus(onBar, more)).outcome).toMatchObject(STALLED);
  });
});

describe('a slow run that goes on does not', () => {
  test('where each pair takes long, in a check of the strategy too', async () => {
    const outcome = await runFreqtrade(freqtradeStrategy({ indicators: SLOW }), ['lookahead'], patientFreqtrade);
    expect(outcome).toMatchObject({
      kind: 'finished',
      checks: { lookahead: { status: expect.not.stringMatching('error') } },
    });
  }, 240_000);

  test('where each bar takes long', async () => {
    finished(await runNautilus(SLOW, '', patientNautilus()));
  });
});
