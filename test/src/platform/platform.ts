import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleOf } from '@platform/bundler';
import { readMongodbUri } from '@platform/kit/descriptor';
import { type Descriptor, readDescriptor } from './descriptor.js';
import { preparedDirectory } from './prepared.js';

const POLL_INTERVAL_MS = 50;
const START_MS_MAX = 120_000;
const RESTART_MS_MAX = 120_000;
/** Longer than the supervisor's longest stop: a killed one leaves its processes behind. */
const STOP_MS_MAX = 120_000;
/** Beyond what Node closes when it starts a program. */
const FIRST_INHERITED = 200;

/** Names the data directory of the platform that the test files of a run share. */
const SHARED_DIRECTORY = 'TEST_SHARED_PLATFORM_DIRECTORY';
const SHARED = 'shared by the files of a run';
const SHARED_ENVIRONMENT = {
  FEATURE_WITHDRAWAL_OTP: 'true',
  // All accounts of all files come from one address.
  RATE_LIMIT_REGISTRATION_PER_MINUTE: '1000',
  RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE: '1000',
};

/** A whole platform on embedded parts, in its own directory, as `npm start` runs it. */
export class Platform implements AsyncDisposable {
  #supervisor: ChildProcess | undefined;
  #output = '';

  private constructor(
    readonly dataDirectory: string,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly isBorrowed = false,
    /** Open files of this process that the platform inherits, as from an operator's shell. */
    private readonly openFiles: readonly number[] = [],
  ) {}

  /**
   * Starts a platform and waits for its descriptor; `environment` adds to that of `running.md`. Where `npm test` has prepared a data
   * directory it starts with a copy of that, which holds the markets' history and no accounts. `because` is the reason why the tests can't
   * use the shared one: they kill, fill, starve, measure or have their own settings.
   */
  static async start(
    because: string,
    environment: Readonly<Record<string, string>> = {},
    within = tmpdir(),
  ): Promise<Platform> {
    return Platform.#startOn(because, await Platform.#directory(within), environment);
  }

  /** Starts a platform that inherits these open files of this process, at descriptors from 200 on. */
  static async startBeside(openFiles: readonly number[]): Promise<Platform> {
    return Platform.#startOn('it is started with open files', await Platform.#directory(tmpdir()), {}, openFiles);
  }

  /** Starts a platform on an empty data directory, like the very first start. */
  static async startEmpty(because: string, environment: Readonly<Record<string, string>> = {}): Promise<Platform> {
    return Platform.#startOn(because, await mkdtemp(join(tmpdir(), 'platform-')), environment);
  }

  /** Starts a platform on a data directory that holds something already. */
  static startOn(
    because: string,
    dataDirectory: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Platform> {
    return Platform.#startOn(because, dataDirectory, environment);
  }

  static async #directory(within: string): Promise<string> {
    const dataDirectory = await mkdtemp(join(within, 'platform-'));
    const prepared = preparedDirectory();
    if (prepared !== undefined) await cp(prepared, dataDirectory, { recursive: true });
    return dataDirectory;
  }

  static async #startOn(
    because: string,
    dataDirectory: string,
    environment: Readonly<Record<string, string>>,
    openFiles: readonly number[] = [],
  ): Promise<Platform> {
    await noteStart(because);
    const platform = new Platform(dataDirectory, environment, false, openFiles);
    await platform.startSupervisor();
    return platform;
  }

  /**
   * A platform to be used and left as it is: no killing, no stopping, no faults, and accounts of names that no other test file
   * uses. Where `npm test` runs one for all such files it is that one; else it is started for this file.
   */
  static async shared(): Promise<Platform> {
    const directory = process.env[SHARED_DIRECTORY];
    return directory === undefined ? Platform.start(SHARED, SHARED_ENVIRONMENT) : new Platform(directory, {}, true);
  }

  /** Starts the platform that `shared` returns from then on; `environment` adds to its own. */
  static async startShared(environment: Readonly<Record<string, string>> = {}): Promise<Platform> {
    const platform = await Platform.start(SHARED, { ...SHARED_ENVIRONMENT, ...environment });
    process.env[SHARED_DIRECTORY] = platform.dataDirectory;
    return platform;
  }

  /** Starts the supervisor on the same data, with more in its environment; returns the time to the descriptor in milliseconds. */
  async startSupervisor(more: Readonly<Record<string, string>> = {}): Promise<number> {
    const startedAtMs = performance.now();
    // A killed supervisor leaves one behind.
    const former = JSON.stringify(await readDescriptor(this.dataDirectory));
    const own = { DATA_DIR: this.dataDirectory, PORT: '0', GATEWAY_PORT: '0', LOG_LEVEL: 'warn' };
    const { NODE_OPTIONS: _jestOnly, ...inherited } = process.env;
    const supervisor = spawn(process.execPath, [bundleOf('supervisor')], {
      env: { ...inherited, ...own, ...this.environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe', ...this.#inherited()],
    });
    this.#supervisor = supervisor;
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk));
    const isDescribed = (found: Descriptor | undefined) => found !== undefined && JSON.stringify(found) !== former;
    while (!isDescribed(await readDescriptor(this.dataDirectory))) {
      if (supervisor.exitCode !== null) throw new Error(`the platform did not start: ${this.#output}`);
      if (performance.now() - startedAtMs > START_MS_MAX)
        throw new Error(`no descriptor within ${START_MS_MAX} ms: ${this.#output}`);
      await wait(POLL_INTERVAL_MS);
    }
    return performance.now() - startedAtMs;
  }

  /** Returns the current descriptor: process ids change when the supervisor restarts one. */
  async descriptor(): Promise<Descriptor> {
    const descriptor = await readDescriptor(this.dataDirectory);
    if (descriptor === undefined) throw new Error('the platform is not running');
    return descriptor;
  }

  /** Returns the address of MongoDB for the operator, or for a service's user. */
  mongodbUri(user = 'admin'): Promise<string> {
    return readMongodbUri(this.dataDirectory, user);
  }

  /** Kills a process and waits until the supervisor has restarted it. */
  async kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#assertOwn();
    const before = (await this.descriptor()).processes[name];
    if (before === undefined) throw new Error(`no process ${name}`);
    process.kill(before, signal);
    const startedAtMs = performance.now();
    for (;;) {
      const after = (await readDescriptor(this.dataDirectory))?.processes[name];
      if (after !== undefined && after !== before) return;
      if (performance.now() - startedAtMs > RESTART_MS_MAX)
        throw new Error(`${name} was not restarted: ${this.#output}`);
      await wait(POLL_INTERVAL_MS);
    }
  }

  /** Kills a process for good: call it while the supervisor is paused, since it would start another. */
  async end(name: string): Promise<void> {
    const pid = (await this.descriptor()).processes[name];
    if (pid === undefined) throw new Error(`no process ${name}`);
    process.kill(pid, 'SIGKILL');
  }

  /** Keeps the supervisor from restarting processes; the returned function resumes it. */
  pauseSupervisor(): () => void {
    const supervisor = this.#supervisor;
    if (supervisor === undefined) throw new Error('the platform is not running');
    supervisor.kill('SIGSTOP');
    return () => supervisor.kill('SIGCONT');
  }

  /** Makes a process hang, as a machine that swaps or a disk that stalls does; the returned function resumes it. */
  async pause(name: string): Promise<() => void> {
    this.#assertOwn();
    const pid = (await this.descriptor()).processes[name];
    if (pid === undefined) throw new Error(`no process ${name}`);
    process.kill(pid, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  }

  /** Returns the supervisor's output. */
  get output(): string {
    return this.#output;
  }

  /** Everything that the processes logged. */
  async logs(): Promise<string> {
    const directory = join(this.dataDirectory, 'logs');
    const files = await readdir(directory);
    return (await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))).join('\n');
  }

  /** Closes the terminal that it was started in: from now on nobody reads the supervisor's output. */
  leaveTerminal(): void {
    this.#supervisor?.stdout?.destroy();
    this.#supervisor?.stderr?.destroy();
  }

  /** Kills the supervisor alone, which nothing can prevent; its processes stay. */
  async killSupervisor(): Promise<void> {
    const supervisor = this.#supervisor;
    if (supervisor === undefined) throw new Error('the platform is not running');
    const exited = once(supervisor, 'exit');
    supervisor.kill('SIGKILL');
    await exited;
  }

  /** Stops the supervisor as an operator would; returns its exit code. */
  async stop(): Promise<number | null> {
    const supervisor = this.#supervisor;
    if (supervisor === undefined || supervisor.exitCode !== null || supervisor.signalCode !== null)
      return supervisor?.exitCode ?? null;
    const exited = once(supervisor, 'exit');
    supervisor.kill('SIGTERM');
    const timer = setTimeout(() => supervisor.kill('SIGKILL'), STOP_MS_MAX);
    await exited;
    clearTimeout(timer);
    return supervisor.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isBorrowed) return;
    await this.stop();
    await rm(this.dataDirectory, { recursive: true, force: true });
  }

  #inherited(): ('ignore' | number)[] {
    if (this.openFiles.length === 0) return [];
    return [...Array.from({ length: FIRST_INHERITED - 3 }, () => 'ignore' as const), ...this.openFiles];
  }

  #assertOwn(): void {
    if (this.isBorrowed) throw new Error('a platform that test files share is left as it is');
  }
}

/** Reports a start to `npm test`, where it counts them: each takes seconds of both cores. */
async function noteStart(because: string): Promise<void> {
  const file = process.env['TEST_STARTS_FILE'];
  if (file !== undefined) await appendFile(file, `${because}\n`);
}
