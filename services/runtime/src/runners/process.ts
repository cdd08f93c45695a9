import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@platform/kit/clock';
import { type MemoryGroup, MemoryGroups } from './memory-groups.js';
import type { IsolatedProcess, IsolatedProgram, ProcessEnd, ProcessLimits, Runner } from './runner.js';
import { FILTER_DESCRIPTOR, OWN_FOLDER, STATE_NAME, sandboxArguments } from './sandbox-arguments.js';
import { seccompFilter } from './seccomp.js';
import { Suspension, signalIfRunning } from './suspension.js';
import { heldMemoryBytes, ProcessorMeter, readChildren, readProcessTree } from './usage.js';

/** How often a program is polled: the closer it is to its memory limit, the more often. */
const WATCH_INTERVAL_MS = 150;
const WATCH_INTERVAL_MIN_MS = 15;

/** No program fills memory faster than this. */
const GROWTH_BYTES_PER_MS = 4 * 1024 ** 2;

/**
 * Address space is far from what a program holds: numerical libraries reserve much and touch little of it. The bound only
 * makes a demand that no machine could meet fail at its line.
 */
const ADDRESS_SPACE_FACTOR = 16;

/** A range of user ids that no distribution and no container runtime hands out. */
export const FIRST_USER_ID = 0x7a_00_00_00;

/** Threads count as well as processes where the kernel counts, and a numerical library has some. */
const TASKS_PER_PROCESS = 2;

/** The poll interval for bubblewrap's first process, and how long its start may take on a busy machine. */
const FIRST_PROCESS_LOOK_MS = 10;
const FIRST_PROCESS_MS_MAX = 10_000;

/** A shell's convention, which bubblewrap follows: a program ended by signal n exits with 128 + n. */
const SIGNALLED = 128;
const SIGXCPU = 24;

/**
 * Becomes its arguments from the second on: the first to be ended where the machine runs out of memory, behind the platform's own
 * processes where they need a core, and in the control group whose file the first argument names, if it names one.
 */
const LAUNCH =
  'echo 1000 > /proc/self/oom_score_adj; if [ -n "$1" ]; then echo 0 > "$1" || exit 97; fi; shift; exec nice -n 10 "$@"';
/**
 * Becomes its arguments from the second on, with no descriptor open from the first one on: what this process inherited, from an
 * operator's shell for example, is inherited by whatever it starts. Python, because a shell of POSIX can't close beyond 9.
 */
const CLOSE = `
import os, sys
first, program = int(sys.argv[1]), sys.argv[2:]
for descriptor in map(int, os.listdir("/proc/self/fd")):
    if descriptor >= first:
        os.closerange(descriptor, descriptor + 1)
os.execv(program[0], program)
`;
/** Of a program's memory, what the kernel's own objects for it may take beside. */
const KERNEL_SHARE = 0.05;

/** Runs programs as processes of this machine, inside bubblewrap where its path is given. */
export class ProcessRunner implements Runner {
  readonly isolates: boolean;
  readonly #bubblewrap: string | null;
  readonly #python: string;
  readonly #random: Random;
  readonly #asRoot: boolean;
  readonly #memoryGroups: MemoryGroups | undefined;

  /** `python` is any interpreter, by its absolute path; it runs nothing but a line of this class. */
  constructor(options: { bubblewrap: string | null; python: string; random: Random }) {
    this.#bubblewrap = options.bubblewrap;
    this.#python = options.python;
    this.#random = options.random;
    this.#asRoot = process.getuid?.() === 0;
    this.isolates = options.bubblewrap !== null;
    this.#memoryGroups = MemoryGroups.find(options.random);
  }

  start(program: IsolatedProgram, limits: ProcessLimits): IsolatedProcess {
    const [file, ...args] = program.command;
    args.push(JSON.stringify(this.#ownLimits(limits, program.stateFolder !== undefined)));
    const group = this.#memoryGroups?.create(Math.floor(limits.memoryBytes * (1 + KERNEL_SHARE)));
    if (this.#bubblewrap === null) {
      return startUnisolated(this.#closing(FILTER_DESCRIPTOR, [file, ...args]), program, limits, group);
    }
    const filter = seccompFilter(process.arch);
    const sandbox = sandboxArguments(
      { ...program, command: [file, ...args] },
      limits,
      this.#asRoot,
      filter !== undefined,
    );
    const env = { ...program.environment, HOME: OWN_FOLDER, TMPDIR: OWN_FOLDER };
    const command = this.#closing(FILTER_DESCRIPTOR + 1, [this.#bubblewrap, ...sandbox]);
    const child = launch(group, command, { env, cwd: '/', detached: false, fourth: 'pipe' });
    const filterPipe = child.stdio[FILTER_DESCRIPTOR];
    if (filterPipe instanceof Writable) filterPipe.on('error', () => {}).end(filter);
    return new WatchedProcess(child, limits, true, group);
  }

  /** The command, with every descriptor from `first` on closed before it begins. */
  #closing(first: number, command: readonly string[]): string[] {
    return [this.#python, '-I', '-S', '-c', CLOSE, String(first), ...command];
  }

  /** What the program applies to itself: a user of its own keeps its processes from being counted with others'. */
  #ownLimits(limits: ProcessLimits, startsUsers: boolean): Readonly<Record<string, number | null>> {
    const separateUser = this.#asRoot && this.#bubblewrap !== null && !startsUsers;
    return {
      address_space_bytes: limits.memoryBytes * ADDRESS_SPACE_FACTOR,
      file_bytes: limits.folderBytes,
      processes: limits.processes * TASKS_PER_PROCESS,
      cpu_seconds: limits.cpuSeconds,
      user_id: separateUser ? FIRST_USER_ID + this.#random.bytes(3).readUIntBE(0, 3) : null,
    };
  }
}

/** Without a sandbox its own folder is a temporary one of this machine, and its processes are a group. */
function startUnisolated(
  command: readonly string[],
  program: IsolatedProgram,
  limits: ProcessLimits,
  group: MemoryGroup | undefined,
): IsolatedProcess {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  if (program.stateFolder !== undefined) symlinkSync(program.stateFolder, join(folder, STATE_NAME));
  const env = { ...program.environment, HOME: folder, TMPDIR: folder };
  const child = launch(group, command, { env, cwd: folder, detached: true, fourth: 'ignore' });
  const process = new WatchedProcess(child, limits, false, group);
  void process.ended.then(() => rm(folder, { recursive: true, force: true }));
  return process;
}

function launch(
  group: MemoryGroup | undefined,
  command: readonly string[],
  options: { env: Readonly<Record<string, string>>; cwd: string; detached: boolean; fourth: 'pipe' | 'ignore' },
): ChildProcess {
  const { fourth, ...where } = options;
  const args = ['-c', LAUNCH, 'launch', group?.processesFile ?? '', ...command];
  return spawn('/bin/sh', args, { ...where, stdio: ['pipe', 'pipe', 'pipe', fourth] });
}

function piped<Stream extends Readable | Writable>(stream: Stream | null): Stream {
  if (stream === null) throw new Error('a process was started without its streams');
  return stream;
}

class WatchedProcess implements IsolatedProcess {
  readonly input: Writable;
  readonly output: Readable;
  readonly log: Readable;
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #sandboxed: boolean;
  readonly #limits: ProcessLimits;
  readonly #suspension: Suspension | undefined;
  #reason: ProcessEnd | null = null;
  #watch: NodeJS.Timeout | undefined;
  #over = false;
  readonly #group: MemoryGroup | undefined;
  readonly #meter = new ProcessorMeter();
  #groupMs = 0;
  #memoryBytes = 0;

  constructor(child: ChildProcess, limits: ProcessLimits, sandboxed: boolean, group: MemoryGroup | undefined) {
    this.#child = child;
    this.#sandboxed = sandboxed;
    this.#limits = limits;
    this.#group = group;
    // Without a sandbox nothing would end a stopped process when the service dies.
    if (sandboxed && child.pid !== undefined) this.#suspension = new Suspension(child.pid);
    this.input = piped(child.stdin);
    this.output = piped(child.stdout);
    this.log = piped(child.stderr);
    this.input.on('error', () => {});
    this.#lookIn(WATCH_INTERVAL_MS);
    const closed = new Promise<ProcessEnd>((resolve) => {
      child.on('error', (error) => {
        this.#reason ??= { kind: 'not_started', reason: error.message };
        if (child.pid === undefined) resolve(this.#reason);
      });
      child.on('close', (code, signal) => resolve(this.#reason ?? naturalEnd(code, signal)));
    });
    this.ended = closed.then((end) => (group === undefined ? end : leaveGroup(group, end)));
    void this.ended.then(() => {
      this.#over = true;
      clearTimeout(this.#watch);
    });
  }

  get processorMs(): number {
    return Math.max(this.#meter.usedMs, this.#groupMs);
  }

  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  kill(): void {
    this.#end({ kind: 'killed' });
  }

  async setPaused(isPaused: boolean): Promise<void> {
    if (!this.#over) await this.#suspension?.set(isPaused);
  }

  #end(reason: ProcessEnd): void {
    this.#reason ??= reason;
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    if (this.#sandboxed) void killSandbox(pid, () => this.#over);
    else signalIfRunning(-pid, 'SIGKILL');
  }

  #lookIn(delayMs: number): void {
    if (!this.#over) this.#watch = setTimeout(() => void this.#look(), delayMs);
  }

  async #look(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#reason !== null) return;
    const { processes, memoryBytes } = this.#limits;
    const processIds = await readProcessTree(pid);
    await this.#meter.look(processIds);
    // The kernel's own count misses nothing, where there is one.
    this.#groupMs = (await this.#group?.usedProcessorMs()) ?? this.#groupMs;
    if (processIds.length > processes) {
      this.#end({ kind: 'limit_exceeded', limit: 'process_limit_exceeded', used: processIds.length });
      return;
    }
    const heldBytes = await heldMemoryBytes(processIds, memoryBytes);
    this.#memoryBytes = heldBytes;
    if (heldBytes > memoryBytes) {
      this.#end({ kind: 'limit_exceeded', limit: 'memory_limit_exceeded', used: heldBytes });
      return;
    }
    const growthMs = (memoryBytes - heldBytes) / GROWTH_BYTES_PER_MS;
    this.#lookIn(Math.min(WATCH_INTERVAL_MS, Math.max(WATCH_INTERVAL_MIN_MS, growthMs)));
  }
}

/** What the kernel ended for its memory looks like a signal otherwise; it had reached the group's limit. */
async function leaveGroup(group: MemoryGroup, end: ProcessEnd): Promise<ProcessEnd> {
  const exceeded = end.kind !== 'limit_exceeded' && (await group.exceeded());
  await group.remove();
  return exceeded ? { kind: 'limit_exceeded', limit: 'memory_limit_exceeded', used: group.limitBytes } : end;
}

/**
 * Ends the sandbox's first process, with which the kernel ends all others before bubblewrap itself returns. One that has none yet
 * is given time to start it: killed as it does, it would leave an unknown process behind that holds its streams.
 */
async function killSandbox(bubblewrap: number, isOver: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isOver(); waitedMs += FIRST_PROCESS_LOOK_MS) {
    const children = await readChildren(bubblewrap);
    for (const processId of children) signalIfRunning(processId, 'SIGKILL');
    if (children.length > 0) return;
    if (waitedMs >= FIRST_PROCESS_MS_MAX) return signalIfRunning(bubblewrap, 'SIGKILL');
    await sleep(FIRST_PROCESS_LOOK_MS);
  }
}

function naturalEnd(code: number | null, signal: NodeJS.Signals | null): ProcessEnd {
  if (signal !== null) return signalled(signal);
  const exitCode = code ?? 0;
  return exitCode > SIGNALLED ? signalled(String(exitCode - SIGNALLED)) : { kind: 'exited', exitCode };
}

function signalled(signal: string): ProcessEnd {
  const processorTime = signal === 'SIGXCPU' || signal === String(SIGXCPU);
  return processorTime ? { kind: 'limit_exceeded', limit: 'time_limit_exceeded' } : { kind: 'signalled', signal };
}
