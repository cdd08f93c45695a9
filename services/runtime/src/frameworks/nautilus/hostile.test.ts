import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { workerProcesses } from '../freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../index.js';
import { DESCRIPTOR_PROBE, logBesideOpenFile } from '../service.fixture.js';
import { BTC, barType, configOf, nautilusForTests, path, type RunRequest, strategyWith } from './nautilus.fixture.js';

/**
 * What a hostile strategy does where nautilus matters: its threads, its logger, its compiled callbacks, its statistics. Isolation,
 * kinds of memory and the system calls that are refused are the same code for every framework: see hostile.test.ts and walls.test.ts.
 */

const CANARY = 'canary-0b7e11d4';
const MEBIBYTE = 1024 ** 2;

/** A busy machine may need long to see what a limit stops. */
const TIMEOUT_MS = 300_000;

/** No stall: on a busy machine it would come before the limit that a case is about. */
const LIMITS = {
  process: { ...defaultBacktestLimits.process, memoryBytes: 1024 * MEBIBYTE },
  run: {
    ...defaultBacktestLimits.run,
    stallMs: TIMEOUT_MS,
    log: { ...defaultBacktestLimits.run.log, bytes: 4 * MEBIBYTE },
  },
};

process.env['HOSTILE_CANARY'] = CANARY;
const nautilus = nautilusForTests({ limits: LIMITS });
let planted: string;

beforeAll(async () => {
  planted = await mkdtemp(join(tmpdir(), 'planted-'));
  await writeFile(join(planted, 'secret'), CANARY, { mode: 0o644 });
});

afterAll(async () => {
  await rm(planted, { recursive: true });
  expect(await workerProcesses('nautilus_harness.worker')).toBe(0);
});

/** Six hourly candles for a strategy. */
function requestOf(code: string): RunRequest {
  const candles = path(100, 110, 120, 110, 100, 90);
  return { code, config: configOf(barType(BTC)), tables: [{ symbol: BTC, timeframe: '1h', candles }], hours: 6 };
}

async function run(code: string) {
  const { lines, ...same } = await nautilus().run(requestOf(code));
  return { ...same, log: lines.join('\n') };
}

const IMPORTS = 'import json, os, signal, socket, sys, threading, time\nfrom datetime import timedelta';

/** A strategy that does its harm at its second candle, holding a position; `more` stands below its class. */
const attempt = (lines: readonly string[], more = '') =>
  `${IMPORTS}\n${strategyWith(
    ['if self.count == 1: self.market(BUY)', 'if self.count == 2:', ...lines.map((line) => `    ${line}`)].join('\n'),
    more,
  )}`;
/** One that does it in another of its callbacks. */
const within = (callback: string, line: string) =>
  attempt(
    ['self.clock.set_timer("harm", timedelta(minutes=7), callback=self.on_harm)', 'self.market(SELL)'],
    `def harm(self, *_): ${line}\nProbe.on_harm = lambda self, *_: None\nProbe.${callback} = harm`,
  );

describe('a hostile nautilus strategy', () => {
  test.each(
    sampled<[string, string, string]>({
      name: 'hostile nautilus strategies',
      nameOf: ([what]) => what,
      count: 4,
      cases: [
        ['a fork bomb', attempt(['while True: os.fork()']), 'process_limit_exceeded'],
        [
          'threads without end',
          attempt(['while True: threading.Thread(target=time.sleep, args=(99,)).start()']),
          'process_limit_exceeded',
        ],
        [
          'memory without end',
          attempt(['x = []', 'while True: x.append(bytearray(16 * 1024 ** 2))']),
          'memory_limit_exceeded',
        ],
        ["a flood of nautilus's own log", attempt(['while True: self.log.error("x" * 500)']), 'output_limit_exceeded'],
        ['an exit', attempt(['sys.exit(0)']), 'strategy_failed'],
        ['an exit past every handler', attempt(['os._exit(0)']), 'strategy_failed'],
        ['a signal to itself', attempt(['os.kill(os.getpid(), signal.SIGSEGV)']), 'strategy_failed'],
        ['recursion without end', attempt(['def f(): f()', 'f()']), 'strategy_failed'],
        ['an exception that is no Exception', attempt(['raise KeyboardInterrupt']), 'strategy_failed'],
        ['an exception at its start', within('on_start', '1 / 0'), 'strategy_failed'],
        ['an exception of a timer', within('on_harm', '1 / 0'), 'strategy_failed'],
        ['an exception about an order', within('on_order_filled', '1 / 0'), 'strategy_failed'],
        ['an exception about a position', within('on_position_closed', '1 / 0'), 'strategy_failed'],
        ['an exception as it is stopped', within('on_stop', '1 / 0'), 'strategy_failed'],
        ['an exit as it is stopped', within('on_stop', 'sys.exit(0)'), 'strategy_failed'],
      ],
    }),
  )(
    'with %s ends with a reason',
    async (_what, code, expected) => {
      expect((await run(code)).outcome).toMatchObject({ kind: 'error', code: expected });
    },
    TIMEOUT_MS,
  );

  test('finds no file of the machine, no environment and no network, and writes nowhere but in its own folder', async () => {
    const paths = [join(planted, 'secret'), '/etc/passwd', '/proc/1/environ', '/proc/self/environ'];
    const code = attempt(
      ['pass'],
      [
        `for path in ${JSON.stringify(paths)}:`,
        '    try: print("CONTENT OF", path, open(path).read())',
        '    except OSError as error: print("no", error.errno)',
        `for path in ${JSON.stringify([planted, homedir(), '/proc', '/work', process.cwd()])}:`,
        '    try: print("LISTED", path, [n for n in os.listdir(path) if n not in sys.prefix + sys.base_prefix])',
        '    except OSError as error: print("no", error.errno)',
        'for address in (("127.0.0.1", 27017), ("1.1.1.1", 53)):',
        '    try: socket.create_connection(address, 1); print("CONNECTED")',
        '    except OSError: pass',
        'for path in ("/x", "/dev/shm/x", sys.prefix + "/x", os.path.dirname(sys.path[0]) + "/x"):',
        '    try: open(path, "w").close(); print("WROTE", path)',
        '    except OSError: pass',
        'print(dict(os.environ), "user", os.getuid() == 0, "FOUND", sorted(os.listdir("/job")))',
        'open("/job/left", "w").close()',
      ].join('\n'),
    );
    for (const { outcome, log } of [await run(code), await run(code)]) {
      expect(outcome.kind).toBe('finished');
      expect(log).not.toMatch(new RegExp(`CONTENT OF|CONNECTED|WROTE|${CANARY}`));
      for (const [, , listed] of log.matchAll(/LISTED (\S+) (.*)/g)) expect(listed).toBe('[]');
      expect(log).toContain(`user False FOUND ['user_data']`);
    }
  });

  test('reads nothing through what was open where the service was started', async () => {
    const job = await nautilus().job(requestOf(attempt(['pass'], DESCRIPTOR_PROBE.join('\n'))));
    const log = await logBesideOpenFile('nautilus', job, planted, CANARY);
    expect(log).toContain('PROBED');
    expect(log).not.toMatch(/OPEN|FOLDER/);
  });
});

/** Writes to the channel as the harness does. */
const SPEAKING = [
  'frame = sys._getframe()',
  'while "channel" not in frame.f_locals: frame = frame.f_back',
  'channel = frame.f_locals["channel"]',
];

const SUMMARY = { profit_pct: 1e6, profit_abs: 1e8, trades: 99, wins: 99 };
const FORGED = {
  ...{ starting_balance: 10_000, profit_total_pct: 1e6, market_change_pct: 0, max_drawdown_pct: 0, trades: 99 },
  ...{ win_rate: 1, profit_factor: 7, sharpe: 9, funding_pnl: 1e6, warnings: [] },
  ...{ per_pair: [{ symbol: BTC, ...SUMMARY }], per_exit_reason: [{ reason: 'luck', ...SUMMARY }] },
  equity_curve: { t_ms: [1], equity: [1e8] },
  data: { from_ms: 1, to_ms: 2, startup_candles: 0, tables: [] },
};
const json = (value: unknown) => JSON.stringify(JSON.stringify(value));

describe('what a nautilus strategy says of itself', () => {
  const RECOMPUTED = ['trades', 'winRate', 'profitTotalPct', 'profitFactor', 'perPair', 'perExitReason'];

  test('in a result of its own is held against its trades', async () => {
    const frame = json({ kind: 'finished', result: FORGED });
    const { outcome, trades } = await run(
      attempt([...SPEAKING, `channel.send(json.loads(${frame}))`, 'time.sleep(9)']),
    );
    expect(trades).toEqual([]);
    expect(outcome).toMatchObject({
      kind: 'finished',
      result: {
        trades: 0,
        winRate: 0,
        profitTotalPct: 0,
        profitFactor: 0,
        endingBalance: 10_000,
        recomputed: RECOMPUTED,
      },
    });
  });

  test('in a frame that is none ends its run', async () => {
    const { outcome } = await run(
      attempt([...SPEAKING, 'channel.send({"kind": "finished", "result": {"trades": 1}})']),
    );
    expect(outcome).toMatchObject({ code: 'strategy_failed', message: 'the worker sent something that is no frame' });
  });

  test('by changed statistics, of nautilus and of the harness, is held against its trades', async () => {
    const forged = json(Object.fromEntries(Object.entries(FORGED).filter(([name]) => name.startsWith('per_'))));
    const code = attempt(
      ['self.market(SELL)'],
      [
        'import nautilus_trader.analysis.analyzer as analyzer, platform_worker.figures as figures, nautilus_harness.figures',
        'analyzer.PortfolioAnalyzer.total_pnl = lambda *_, **__: 1e8',
        'own = dict(trades=99, win_rate=1.0, profit_factor=7.0)',
        `figures.of_trades = lambda *_, **__: {**own, **json.loads(${forged})}`,
        'for name, value in vars(nautilus_harness.figures).items():',
        '    if getattr(value, "__name__", "") == "of_trades": setattr(nautilus_harness.figures, name, figures.of_trades)',
      ].join('\n'),
    );
    const { outcome, trades } = await run(code);
    const [trade] = trades;
    expect(trades).toHaveLength(1);
    expect(outcome).toMatchObject({
      kind: 'finished',
      result: {
        ...{ trades: 1, winRate: 1, endingBalance: 10_000 + (trade?.profitAbs ?? 0) },
        perPair: [{ symbol: BTC, profitAbs: trade?.profitAbs, trades: 1 }],
        recomputed: expect.arrayContaining(['trades', 'perPair', 'perExitReason']),
      },
    });
  });

  test('leaves nothing behind for the next run', async () => {
    const { outcome, trades } = await run(attempt(['self.market(SELL)']));
    expect(trades).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: 'finished', result: { trades: 1, recomputed: [] } });
  });
});
