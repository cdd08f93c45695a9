import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { runOptions } from '../framework.fixture.js';
import type { BacktestOutcome, LogLine } from '../framework.js';
import { freqtradeForTests, strategyWith } from '../freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../index.js';

const MEBIBYTE = 1024 * 1024;
/** What importing the framework takes, and room for what each test takes too much of. */
const MEMORY_BYTES = 600 * MEBIBYTE;
const TIMEOUT_MS = 300_000;
const IDLE_MS = 60_000;
/** What else the machine does meanwhile, this process included. */
const NOISE_BYTES = 150 * MEBIBYTE;

const limits = { ...defaultBacktestLimits, process: { ...defaultBacktestLimits.process, memoryBytes: MEMORY_BYTES } };
// No second worker is made ready meanwhile: what the machine has less of is what the one takes.
const freqtrade = freqtradeForTests(limits, IDLE_MS, 1);

async function run(...lines: string[]): Promise<{ outcome: BacktestOutcome; log: string }> {
  let log = '';
  const imports = 'import ctypes, os, socket, sys, threading, time\nlibc = ctypes.CDLL(None, use_errno=True)';
  const onLog = (line: LogLine) => {
    log += `${line.message}\n`;
  };
  const job = freqtrade.market.job(strategyWith({ imports, indicators: lines.join('\n') }));
  const outcome = await freqtrade.framework.run(job, runOptions({ onLog }));
  return { outcome, log };
}

/** How much less memory the whole machine has at worst while this goes on, of every kind and every owner. */
async function machineMemoryTaken(work: () => Promise<unknown>): Promise<number> {
  const before = availableBytes();
  let least = before;
  const timer = setInterval(() => {
    least = Math.min(least, availableBytes());
  }, 10);
  await work().finally(() => clearInterval(timer));
  return before - least;
}

function availableBytes(): number {
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024;
}

/** Numbers of x86-64; the filter has them for both processors. */
const CALLS = {
  ...{ keyctl: 250, add_key: 248, request_key: 249, bpf: 321, io_uring_setup: 425, userfaultfd: 323, mount: 165 },
  ...{ perf_event_open: 298, ptrace: 101, process_vm_readv: 310, process_vm_writev: 311, unshare: 272, setns: 308 },
  ...{ memfd_create: 319, shmget: 29, msgget: 68, semget: 64, mq_open: 240, open_by_handle_at: 304, fsopen: 430 },
};

describe('the kernel refuses a strategy', () => {
  const onX64 = process.arch === 'x64' ? test : test.failing;

  onX64('keys, other processes, rarely used parts of it, namespaces, mounts, and memory that is nobody’s', async () => {
    const { outcome, log } = await run(
      `for name, number in ${JSON.stringify(CALLS)}.items():`,
      '    ctypes.set_errno(0)',
      '    answer = libc.syscall(number, 0, 0, 0, 0, 0)',
      '    print("CALL", name, answer, ctypes.get_errno())',
    );
    expect(outcome.kind).toBe('finished');
    for (const name of Object.keys(CALLS)) expect(log).toContain(`CALL ${name} -1 1\n`);
  });

  test('a namespace by clone', async () => {
    const { log } = await run(
      'for flag in (0x10000000, 0x00020000, 0x40000000):',
      '    ctypes.set_errno(0)',
      '    print("CLONE", libc.syscall(56 if sys.maxsize > 2**32 and os.uname().machine == "x86_64" else 220, flag | 17, 0, 0, 0, 0), ctypes.get_errno())',
    );
    expect(log.match(/^CLONE -1 1$/gm)).toHaveLength(3 * 2);
  });

  test('sockets of the kernel’s own families, and raw ones', async () => {
    const { log } = await run(
      'for family, kind in ((16, 3), (17, 3), (40, 1), (2, 3), (38, 5)):',
      '    try: socket.socket(family, kind); print("OPENED", family)',
      '    except PermissionError: print("REFUSED", family, kind)',
      'socket.socketpair(); socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)',
    );
    expect(log).not.toContain('OPENED');
    expect(log.match(/^REFUSED /gm)).toHaveLength(5 * 2);
  });

  test('and leaves it threads, processes and files', async () => {
    const { outcome } = await run(
      'thread = threading.Thread(target=print, args=("THREAD",)); thread.start(); thread.join()',
      'if os.fork() == 0: os._exit(0)',
      'os.wait()',
      'open("/job/file", "w").write("x")',
    );
    expect(outcome.kind).toBe('finished');
  });
});

describe('whatever kind of memory a strategy fills, it ends at its limit', () => {
  const MEBIBYTES_TRIED = 2_000;
  test.each([
    ['its heap', 'held = []', 'held.append(bytearray(b"x") * 2**20)'],
    ['files in memory', 'number = 0', 'open(f"/job/{number}", "wb").write(b"x" * 2**20); number += 1'],
    ['empty files', 'number = 0', 'for _ in range(2000): os.mknod(f"/job/{number}"); number += 1'],
    ['pipes', 'held = []', 'a, b = os.pipe(); held += [a, b]; os.set_blocking(b, False); os.write(b, b"x" * 65536)'],
    ['sockets', 'held = []', 'a, b = socket.socketpair(); held += [a, b]; a.setblocking(False); a.send(b"x" * 2**18)'],
    [
      'an anonymous mapping',
      'import mmap; held = []',
      'm = mmap.mmap(-1, 2**20); m.write(b"x" * 2**20); held.append(m)',
    ],
    ['anonymous files', 'held = []', 'fd = os.memfd_create("x"); os.write(fd, b"x" * 2**20); held.append(fd)'],
    [
      'System V segments',
      'libc.shmat.restype = ctypes.c_void_p',
      'address = libc.shmat(libc.shmget(0, 2**20, 0o1600), 0, 0); ctypes.memset(address, 1, 2**20)',
    ],
    ['threads', 'held = []', 'thread = threading.Thread(target=time.sleep, args=(20,)); thread.start()'],
    [
      'forked copies',
      'data = bytearray(b"x") * 2**28',
      'if os.fork() == 0: data[::4096] = data[::4096]; time.sleep(20)',
    ],
  ])(
    '%s',
    async (_what, before, step) => {
      let outcome: BacktestOutcome | undefined;
      const taken = await machineMemoryTaken(async () => {
        ({ outcome } = await run(before, `for _ in range(${MEBIBYTES_TRIED}):`, `    ${step}`));
      });
      expect(taken).toBeLessThan(MEMORY_BYTES * 1.1 + NOISE_BYTES);
      if (outcome === undefined || outcome.kind === 'finished') throw new Error('it was given all that it asked for');
      expect(['memory_limit_exceeded', 'output_limit_exceeded', 'process_limit_exceeded', 'strategy_failed']).toContain(
        outcome.code,
      );
      const [, held, most] = /^the run held (.+) of memory and may hold (.+)$/.exec(outcome.message) ?? [];
      if (held !== undefined) expect(held).not.toBe(most);
    },
    TIMEOUT_MS,
  );

  test(
    'files that it reads take none from others',
    async () => {
      const taken = await machineMemoryTaken(() =>
        run(
          'for folder, _, names in os.walk(sys.prefix):',
          '    for name in names: open(os.path.join(folder, name), "rb").read()',
        ),
      );
      expect(taken).toBeLessThan(MEMORY_BYTES * 1.1 + NOISE_BYTES);
    },
    TIMEOUT_MS,
  );
});
