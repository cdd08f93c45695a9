import { afterAll, describe, expect, test } from '@jest/globals';
import { workerProcesses } from './freqtrade.fixture.js';
import { defaultBacktestLimits } from './index.js';
import { BTC, barType, configOf, finished, nautilusForTests, path, strategyWith } from './nautilus.fixture.js';

/** As in production, but for the output a test has to wait for. */
const LIMITS = {
  process: defaultBacktestLimits.process,
  run: { ...defaultBacktestLimits.run, log: { ...defaultBacktestLimits.run.log, bytes: 4 * 1024 ** 2 } },
};

/** A busy machine may need long to see what another limit stops. */
const TIMEOUT_MS = 120_000;

const nautilus = nautilusForTests({ limits: LIMITS });

afterAll(async () => {
  expect(await workerProcesses('nautilus_harness.worker')).toBe(0);
});

const run = (onBar: string) =>
  nautilus().run({
    code: strategyWith(`import os, sys\n${onBar}`),
    config: configOf(barType(BTC)),
    tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 110, 120, 90) }],
    hours: 4,
  });

/** Trades honestly, and does its harm before its last order. */
const trading = (...harm: string[]) => run(['self.market(BUY if self.count % 2 else SELL)', ...harm].join('\n'));

describe('a hostile nautilus strategy', () => {
  test.each([
    ['a fork bomb', 'while True: os.fork()', 'process_limit_exceeded'],
    ['10 GB of memory', 'x = bytearray(b"x") * (10 * 1024 ** 3)', 'memory_limit_exceeded'],
    ['a flood of log lines', 'while True: self.log.info("x" * 1000)', 'output_limit_exceeded'],
    ['an exit', 'sys.exit(0)', 'strategy_failed'],
    ['an exit past every handler', 'os._exit(0)', 'strategy_failed'],
    ['a signal to itself', 'os.kill(os.getpid(), 11)', 'strategy_failed'],
    ['recursion without end', 'def f(): f()\nf()', 'strategy_failed'],
  ])(
    'with %s ends with a reason',
    async (_what, harm, code) => {
      expect((await run(harm)).outcome).toMatchObject({ kind: 'error', code });
    },
    TIMEOUT_MS,
  );

  test('that patches the figures gets those that its trades come to', async () => {
    const claimed = await trading(
      'figures = sys.modules["nautilus_harness.figures"]',
      'figures.of_trades = lambda *_: {"trades": 9, "win_rate": 1.0, "profit_factor": 7.0, "per_pair": [], "per_exit_reason": []}',
    );
    const result = finished(claimed);
    expect(claimed.trades).toHaveLength(2);
    expect(result).toMatchObject({ trades: 2, perPair: [{ symbol: BTC, trades: 2 }] });
    expect(result.recomputed).toEqual(
      expect.arrayContaining(['trades', 'winRate', 'profitFactor', 'perPair', 'perExitReason']),
    );
  });

  test('that answers for the platform harms its own result alone', async () => {
    const { outcome } = await run(`
for fd in range(3, 20):
    try: os.write(fd, b'{"kind":"finished","result":{"trades":1}}\\\\n')
    except OSError: pass
`);
    expect(outcome).toMatchObject({
      code: 'strategy_failed',
      message: 'the worker sent something that is no frame',
    });
  });

  test('leaves the next run as it found it', async () => {
    expect(finished(await trading())).toMatchObject({ trades: 2, recomputed: [] });
  });
});
