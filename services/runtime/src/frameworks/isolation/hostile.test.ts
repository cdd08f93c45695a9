import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { runOptions } from '../framework.fixture.js';
import type { BacktestOutcome, LogLine } from '../framework.js';
import {
  createTestFreqtrade,
  freqtradeForTests,
  strategyWith,
  workerProcesses,
} from '../freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../index.js';
import { DESCRIPTOR_PROBE, logBesideOpenFile } from '../service.fixture.js';

const CANARY = 'canary-5d1f0c9a';

/** A busy machine may need long to see what a limit stops. */
const TIMEOUT_MS = 300_000;

/** As in production, but for the output a test has to wait for, and for a stall: on a busy machine it would come first. */
const LIMITS = {
  process: defaultBacktestLimits.process,
  run: {
    ...defaultBacktestLimits.run,
    stallMs: TIMEOUT_MS,
    log: { ...defaultBacktestLimits.run.log, bytes: 2 * 1024 ** 2 },
  },
};

// What runs strategies has it; no strategy may.
process.env['HOSTILE_CANARY'] = CANARY;
const freqtrade = freqtradeForTests(LIMITS);
let planted: string;

beforeAll(async () => {
  planted = await mkdtemp(join(tmpdir(), 'planted-'));
  await writeFile(join(planted, 'secret'), CANARY, { mode: 0o644 });
});

afterAll(async () => {
  await rm(planted, { recursive: true });
  expect(await workerProcesses()).toBe(0);
});

async function run(code: string): Promise<{ outcome: BacktestOutcome; log: string }> {
  let log = '';
  const onLog = (line: LogLine) => {
    log += `${line.message}\n`;
  };
  const outcome = await freqtrade.framework.run(freqtrade.market.job(code), runOptions({ onLog }));
  return { outcome, log };
}

/** A strategy that does its harm while it is asked for indicators, or as soon as its file is loaded. */
const attempt = (...lines: string[]) =>
  strategyWith({ imports: 'import sys, signal, socket', indicators: lines.join('\n') });
const onLoading = (...lines: string[]) => strategyWith({ imports: ['import sys, socket', ...lines].join('\n') });

describe('a hostile strategy', () => {
  test.each(
    sampled<[string, string, string]>({
      name: 'hostile freqtrade strategies',
      nameOf: ([what]) => what,
      count: 4,
      cases: [
        ['a fork bomb', attempt('while True: os.fork()'), 'process_limit_exceeded'],
        [
          'a fork bomb that hides its errors',
          attempt('while True:', '    try: os.fork()', '    except BaseException: pass'),
          'process_limit_exceeded',
        ],
        [
          'threads without end',
          attempt('import threading, time', 'while True: threading.Thread(target=time.sleep, args=(99,)).start()'),
          'process_limit_exceeded',
        ],
        ['10 GB of memory', attempt('x = bytearray(b"x") * (10 * 1024 ** 3)'), 'memory_limit_exceeded'],
        ['more memory than any machine has', attempt('x = bytearray(1 << 50)'), 'memory_limit_exceeded'],
        [
          '10 GB of memory, bit by bit',
          attempt('x = []', 'while True: x.append(bytearray(64 * 1024 ** 2))'),
          'memory_limit_exceeded',
        ],
        [
          '10 GB of memory in several processes',
          attempt('for _ in range(3): os.fork()', 'x = bytearray(b"x") * (1024 ** 3)', 'import time', 'time.sleep(60)'),
          'memory_limit_exceeded',
        ],
        ['a flood of log lines', attempt('while True: print("x")'), 'output_limit_exceeded'],
        ['a flood without a line end', attempt('while True: os.write(2, b"x" * 65536)'), 'output_limit_exceeded'],
        [
          'a huge file',
          attempt('f = open("/job/huge", "wb")', 'while True: f.write(b"x" * 2 ** 20)'),
          'output_limit_exceeded',
        ],
        [
          'huge files',
          attempt(
            'for n in range(99):',
            '    f = open(f"/job/{n}", "wb")',
            '    f.write(b"x" * 2 ** 26)',
            '    f.close()',
          ),
          'output_limit_exceeded',
        ],
        ['an exit', attempt('sys.exit(0)'), 'strategy_failed'],
        ['an exit past every handler', attempt('os._exit(0)'), 'strategy_failed'],
        ['a signal to itself', attempt('os.kill(os.getpid(), signal.SIGSEGV)'), 'strategy_failed'],
        ['a signal to everyone', attempt('os.kill(-1, signal.SIGKILL)', 'os.kill(os.getpid(), 9)'), 'strategy_failed'],
        ['recursion without end', attempt('def f(): f()', 'f()'), 'strategy_failed'],
        ['an exception that is no Exception', attempt('raise KeyboardInterrupt'), 'strategy_failed'],
      ],
    }),
  )(
    'with %s ends with a reason',
    async (_what, code, expected) => {
      expect((await run(code)).outcome).toMatchObject({ kind: 'error', code: expected });
    },
    TIMEOUT_MS,
  );

  test(
    'with an endless loop ends when its time is over',
    async () => {
      const impatient = createTestFreqtrade({ ...LIMITS, run: { ...LIMITS.run, wallTimeMs: 3_000 } });
      try {
        const job = freqtrade.market.job(attempt('while True: pass'));
        const outcome = await impatient.run(job, runOptions());
        expect(outcome).toMatchObject({
          code: 'time_limit_exceeded',
          message: 'the run was not over after 3 s, the longest that it may take',
        });
      } finally {
        await impatient.close();
      }
    },
    TIMEOUT_MS,
  );

  test('finds no file of the machine, no environment, no other process', async () => {
    const paths = [join(planted, 'secret'), '/etc/passwd', '/etc/shadow', '/proc/1/environ', '/proc/self/environ'];
    const folders = [planted, homedir(), '/proc', '/sys', '/var', '/work', '/run', process.cwd()];
    const code = onLoading(
      `for path in ${JSON.stringify(paths)}:`,
      '    try: print("CONTENT OF", path, open(path).read())',
      '    except OSError as error: print("no", error.errno)',
      `for path in ${JSON.stringify(folders)}:`,
      // What leads to the interpreter and to the environment has to be there; nothing else may be.
      '    try: print("LISTED", path, [n for n in os.listdir(path) if n not in sys.prefix + sys.base_prefix])',
      '    except OSError as error: print("no", error.errno)',
      'print(dict(os.environ))',
    );
    const { outcome, log } = await run(code);
    expect(outcome.kind).toBe('finished');
    expect(log).not.toContain('CONTENT OF');
    expect(log).not.toContain(CANARY);
    for (const [, , listed] of log.matchAll(/LISTED (\S+) (.*)/g)) expect(listed).toBe('[]');
    expect(log).toContain("'HOME': '/job'");
  });

  test('reaches no network and no socket of the machine', async () => {
    const code = onLoading(
      'for address in (("127.0.0.1", 27017), ("10.0.0.1", 80), ("1.1.1.1", 53)):',
      '    try: socket.create_connection(address, 1); print("CONNECTED")',
      '    except OSError as error: print("no", error)',
      'for path in ("/var/run/docker.sock", "\\0/tmp/.X11-unix/X0"):',
      '    try: socket.socket(socket.AF_UNIX).connect(path); print("CONNECTED")',
      '    except OSError as error: print("no", error)',
      'try: socket.gethostbyname("example.com"); print("CONNECTED")',
      'except OSError as error: print("no", error)',
    );
    const { outcome, log } = await run(code);
    expect(outcome.kind).toBe('finished');
    expect(log).not.toContain('CONNECTED');
    expect(log.match(/^no /gm)).toHaveLength(6);
  });

  test('writes nowhere but in its own folder, and leaves nothing there for the next', async () => {
    const code = onLoading(
      'for path in ("/x", "/tmp/x", "/dev/x", "/dev/shm/x", "/usr/lib/x", sys.prefix + "/x", os.path.dirname(sys.path[0]) + "/x"):',
      '    try: open(path, "w").close(); print("WROTE", path)',
      '    except OSError: pass',
      'os.symlink("/", "/job/root")',
      'try: open("/job/root/usr/lib/x", "w"); print("WROTE through a link")',
      'except OSError: pass',
      'print("FOUND", sorted(os.listdir("/job")))',
      'open("/job/left", "w").close()',
    );
    const first = await run(code);
    const second = await run(code);
    for (const { outcome, log } of [first, second]) {
      expect(outcome.kind).toBe('finished');
      expect(log).not.toContain('WROTE');
      expect(log).toContain("FOUND ['root', 'user_data']");
    }
  });

  test('reads nothing through what was open where the service was started', async () => {
    const job = freqtrade.market.job(onLoading(...DESCRIPTOR_PROBE));
    const log = await logBesideOpenFile('freqtrade', job, planted, CANARY);
    expect(log).toContain('PROBED');
    expect(log).not.toMatch(/OPEN|FOLDER/);
  });

  test('has no rights left to take', async () => {
    const code = onLoading(
      'import ctypes, resource',
      'libc = ctypes.CDLL(None, use_errno=True)',
      'for name, call in {"setuid": lambda: os.setuid(0), "chroot": lambda: os.chroot("/job"), "nice": lambda: os.nice(-5),',
      '    "nproc": lambda: resource.setrlimit(resource.RLIMIT_NPROC, (999, 999)),',
      '    "memory": lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1))}.items():',
      '    try: call(); print("GAINED", name)',
      '    except (OSError, ValueError): pass',
      'if libc.mount(b"none", b"/job", b"tmpfs", 0, None) == 0: print("GAINED mount")',
      'if libc.unshare(0x10000000) == 0 and libc.mount(b"none", b"/job", b"tmpfs", 0, None) == 0: print("GAINED namespace")',
      'print("user", os.getuid() == 0)',
    );
    const { outcome, log } = await run(code);
    expect(outcome.kind).toBe('finished');
    expect(log).toContain('user False');
    expect(log).not.toContain('GAINED');
  });

  test('that answers for the platform harms its own result alone, and only within its shape', async () => {
    const fake = (text: string) =>
      attempt(
        'for fd in range(3, 20):',
        `    try: os.write(fd, ${JSON.stringify(`${text}\n`)}.encode())`,
        '    except OSError: pass',
      );
    expect((await run(fake('{"kind":"finished","result":{"trades":1}}'))).outcome).toMatchObject({
      code: 'strategy_failed',
      message: 'the worker sent something that is no frame',
    });
    const printed = attempt(`print('{"kind":"finished","result":{}}')`);
    expect((await run(printed)).outcome.kind).toBe('finished');
  });

  test('that signals its parent ends nothing but its own run', async () => {
    const { outcome } = await run(onLoading('os.kill(os.getppid(), 9)', 'os.kill(1, 9)'));
    // As another user it is refused, as the same one it is ignored: the first process of a tree can't be killed from within.
    expect(outcome.kind === 'finished' || outcome.code === 'strategy_failed').toBe(true);
  });

  test('leaves the next run as it found it', async () => {
    const { outcome } = await run(strategyWith({}));
    expect(outcome.kind).toBe('finished');
  });
});
