/** The processes of a platform, each behind a balancer of its own, so that one is replaced while its successor already serves. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@platform/kit/ports';
import type { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { Forwarder } from './forwarder.js';

const run = promisify(execFile);

const HEALTHY = fileURLToPath(new URL('../../../supervisor/dist/healthy/main.js', import.meta.url));
const START_ATTEMPTS = 4;
/** The variables by which a process is told where to listen. */
const LISTENS = ['GRPC_LISTEN', 'SUBGRAPH_LISTEN', 'PORT', 'GATEWAY_PORT'] as const;

/** How the supervisor has started a process. */
interface Started {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** One process of a name: the newest. */
interface Member {
  readonly started: Started;
  readonly forwarders: readonly Forwarder[];
  child: ChildProcess;
}

/** Some processes of a platform, taken over from its supervisor, which is paused meanwhile. */
export class Fleet implements AsyncDisposable {
  readonly #members = new Map<string, Member>();
  readonly #children: ChildProcess[] = [];
  #starts = 0;

  private constructor(
    private readonly platform: Platform,
    private readonly resumeSupervisor: () => void,
  ) {}

  /** Takes over: the processes are started again, behind balancers at the ports where all others look for them. */
  static async takeOver(platform: Platform, names: readonly string[]): Promise<Fleet> {
    const { processes } = await platform.descriptor();
    const fleet = new Fleet(platform, platform.pauseSupervisor());
    try {
      const found = new Map<string, Started>();
      for (const name of names) {
        const pid = processes[name];
        if (pid === undefined) throw new Error(`no process ${name}`);
        found.set(name, await startedAs(pid));
        process.kill(pid, 'SIGKILL');
      }
      await Promise.all([...found].map(([name, started]) => fleet.#add(name, started)));
      return fleet;
    } catch (error) {
      await fleet[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Starts a process beside the one of its name, and ends that when the new one is ready. */
  async replace(name: string): Promise<void> {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`no process ${name}`);
    const { child: old, started } = member;
    const { environment, child } = await this.#start(name, started);
    member.child = child;
    for (const [index, port] of portsOf(environment).entries()) member.forwarders[index]?.turnTo(port);
    const exited = once(old, 'exit');
    old.kill('SIGTERM');
    await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const { forwarders } of this.#members.values())
      for (const forwarder of forwarders) await forwarder[Symbol.asyncDispose]();
    this.resumeSupervisor();
  }

  async #add(name: string, started: Started): Promise<void> {
    const { environment, child } = await this.#start(name, started);
    const ports = portsOf(environment);
    const forwarders: Forwarder[] = [];
    for (const [index, at] of portsOf(started.environment).entries())
      forwarders.push(await Forwarder.open(at, ports[index] ?? 0));
    this.#members.set(name, { started: { ...started, environment }, forwarders, child });
  }

  /** Starts a process at ports of its own until it is ready: one that ends before is started again, as a supervisor does. */
  async #start(name: string, { file, args, environment: before }: Started) {
    const environment: Record<string, string> = { ...before, METRICS_PORT: '0', OLDER_PROCESSES_STOPPED: 'false' };
    for (const variable of LISTENS) {
      const value = before[variable];
      if (value !== undefined) environment[variable] = value.replace(/\d+$/, String(await freePort()));
    }
    if (name === 'runtime') environment['DATA_DIR'] = await this.#ownDirectory();
    const logFile = join(this.platform.dataDirectory, 'logs', `${name}.log`);
    for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
      const log = openSync(logFile, 'a');
      const child = spawn(file, args, { env: environment, stdio: ['ignore', log, log] });
      closeSync(log);
      this.#children.push(child);
      if (await isReady(name, environment, child)) return { environment, child };
    }
    throw new Error(`${name} does not start: ${(await readFile(logFile, 'utf8')).slice(-1_000)}`);
  }

  /** What a runtime service keeps on its machine is its own; the feeds are those of the platform. */
  async #ownDirectory(): Promise<string> {
    this.#starts += 1;
    const directory = join(this.platform.dataDirectory, `runtime-${this.#starts}`);
    await mkdir(directory);
    await symlink(join(this.platform.dataDirectory, 'feeds'), join(directory, 'feeds'));
    return directory;
  }
}

/** Waits until a process can be used; returns false where it ends before. */
async function isReady(name: string, environment: Started['environment'], child: ChildProcess): Promise<boolean> {
  const { GRPC_LISTEN: grpc, PORT: http } = environment;
  const check = grpc === undefined ? ['http', `http://127.0.0.1:${http}/health`] : ['grpc', grpc];
  const answers = () =>
    run(process.execPath, [HEALTHY, ...check], { env: {} }).then(
      () => true,
      () => false,
    );
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await until(`${name} to be ready`, async () => isOver() || (await answers()), Boolean);
  return !isOver();
}

function portsOf(environment: Readonly<Record<string, string>>): number[] {
  return LISTENS.flatMap((variable) => Number(/\d+$/.exec(environment[variable] ?? '')?.[0] ?? Number.NaN)).filter(
    (port) => !Number.isNaN(port),
  );
}

/** Returns how a process was started. */
async function startedAs(pid: number): Promise<Started> {
  const partsOf = async (what: string) => (await readFile(`/proc/${pid}/${what}`, 'utf8')).split('\0').filter(Boolean);
  const [file = '', ...args] = await partsOf('cmdline');
  const environment = Object.fromEntries(
    (await partsOf('environ')).map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  return { file, args, environment };
}
