import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '@platform/clock';
import type { ExceededLimit, IsolatedProcess, IsolatedProgram, ProcessEnd, ProcessLimits, Runner } from './runner.js';
import { OWN_FOLDER, sandboxArguments } from './sandbox-arguments.js';
import { exceedsMemory, readChildren, readProcessTree } from './usage.js';

const WATCH_INTERVAL_MS = 150;

/** A range of user ids that no distribution and no container runtime hands out. */
const FIRST_USER_ID = 0x7a_00_00_00;

/** Threads count as well as processes where the kernel counts, and a numerical library has some. */
const TASKS_PER_PROCESS = 2;

/** A shell's convention, which bubblewrap follows: a program ended by signal n exits with 128 + n. */
const SIGNALLED = 128;
const SIGXCPU = 24;

/** Runs programs as processes of this machine, inside bubblewrap where its path is given. */
export class ProcessRunner implements Runner {
  readonly isolates: boolean;
  readonly #bubblewrap: string | null;
  readonly #random: Random;
  readonly #asRoot: boolean;

  constructor(options: { bubblewrap: string | null; random: Random }) {
    this.#bubblewrap = options.bubblewrap;
    this.#random = options.random;
    this.#asRoot = process.getuid?.() === 0;
    this.isolates = options.bubblewrap !== null;
  }

  start(program: IsolatedProgram, limits: ProcessLimits): IsolatedProcess {
    const [file, ...args] = program.command;
    args.push(JSON.stringify(this.#ownLimits(limits)));
    if (this.#bubblewrap === null) return startUnisolated(file, args, program, limits);
    const sandbox = sandboxArguments({ ...program, command: [file, ...args] }, limits, this.#asRoot);
    const env = { ...program.environment, HOME: OWN_FOLDER, TMPDIR: OWN_FOLDER };
    return new WatchedProcess(spawn(this.#bubblewrap, sandbox, { env, stdio: 'pipe', cwd: '/' }), limits, true);
  }

  /** What the program applies to itself: a user of its own keeps its processes from being counted with others'. */
  #ownLimits(limits: ProcessLimits): Readonly<Record<string, number | null>> {
    const separateUser = this.#asRoot && this.#bubblewrap !== null;
    return {
      address_space_bytes: limits.memoryBytes,
      file_bytes: limits.folderBytes,
      processes: limits.processes * TASKS_PER_PROCESS,
      cpu_seconds: limits.cpuSeconds,
      user_id: separateUser ? FIRST_USER_ID + this.#random.bytes(3).readUIntBE(0, 3) : null,
    };
  }
}

/** Without a sandbox its own folder is a temporary one of this machine, and its processes are a group. */
function startUnisolated(
  file: string,
  args: readonly string[],
  program: IsolatedProgram,
  limits: ProcessLimits,
): IsolatedProcess {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  const env = { ...program.environment, HOME: folder, TMPDIR: folder };
  const child = spawn(file, args, { env, stdio: 'pipe', cwd: folder, detached: true });
  const process = new WatchedProcess(child, limits, false);
  void process.ended.then(() => rm(folder, { recursive: true, force: true }));
  return process;
}

class WatchedProcess implements IsolatedProcess {
  readonly input;
  readonly output;
  readonly log;
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #sandboxed: boolean;
  #reason: ProcessEnd | null = null;

  constructor(child: ChildProcessWithoutNullStreams, limits: ProcessLimits, sandboxed: boolean) {
    this.#child = child;
    this.#sandboxed = sandboxed;
    this.input = child.stdin;
    this.output = child.stdout;
    this.log = child.stderr;
    child.stdin.on('error', () => {});
    const watch = setInterval(() => void this.#check(limits), WATCH_INTERVAL_MS);
    this.ended = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#reason ??= { kind: 'not_started', reason: error.message };
        if (child.pid === undefined) resolve(this.#reason);
      });
      child.on('close', (code, signal) => resolve(this.#reason ?? naturalEnd(code, signal)));
    });
    void this.ended.then(() => clearInterval(watch));
  }

  kill(): void {
    this.#end({ kind: 'killed' });
  }

  #end(reason: ProcessEnd): void {
    this.#reason ??= reason;
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    if (this.#sandboxed) void killSandbox(pid);
    else killIfRunning(-pid);
  }

  async #check(limits: ProcessLimits): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || this.#reason !== null) return;
    const processIds = await readProcessTree(pid);
    const exceed = (limit: ExceededLimit) => this.#end({ kind: 'limit_exceeded', limit });
    if (processIds.length > limits.processes) exceed('process_limit_exceeded');
    else if (await exceedsMemory(processIds, limits.memoryBytes)) exceed('memory_limit_exceeded');
  }
}

/** Ends the sandbox's first process, with which the kernel ends all others before bubblewrap itself returns. */
async function killSandbox(bubblewrap: number): Promise<void> {
  const children = await readChildren(bubblewrap);
  for (const processId of children.length > 0 ? children : [bubblewrap]) killIfRunning(processId);
}

function killIfRunning(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch (error) {
    const ended = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';
    if (!ended) throw error;
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
