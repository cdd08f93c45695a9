/** Runs the services of docker-compose.yml as processes of this machine: the same commands, each with its own environment alone. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../platform/wait.js';
import { dockerfile, environmentOf, type Service, services } from './compose.js';
import { PATH } from './installation.js';

const HEALTHY_MS_MAX = 120_000;
const ENTRYPOINT = /^ENTRYPOINT (\[.+\])$/m;
/** Where a path begins in a value or an argument. */
const ROOT = /(?<=^|=|^file:\/\/)\//g;

interface Places {
  /** The folder of all files: one root per container, the volumes, the logs. */
  readonly directory: string;
  /** The working directory of the image. */
  readonly installation: string;
  /** Starts, in the place of a service of another image, what it runs: at its address, with the folder of keys that it has. */
  readonly others: Readonly<Record<string, (host: string, keys: string) => Promise<void>>>;
  /** Variables that have other values here. */
  readonly instead: Readonly<Record<string, string>>;
  /** Folders of the image that stand elsewhere here. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

/** The containers of the file, each with its own address in the loopback network. */
export class Machine {
  readonly #services = services();
  readonly #places: Places;
  readonly #network = `127.${randomInt(1, 255)}.${randomInt(255)}`;
  readonly #started = new Map<string, Promise<void>>();
  readonly #running = new Map<string, ChildProcess>();
  #isStopped = false;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Starts every service after those that it depends on; resolves when all are healthy, or done. */
  async start(): Promise<void> {
    await Promise.all(Object.keys(this.#services).map((name) => this.#startOnce(name)));
  }

  /** Stops all; returns the exit code of each. */
  async stop(): Promise<Record<string, number | null>> {
    this.#isStopped = true;
    const ends = [...this.#running].map(async ([name, child]) => {
      if (isRunning(child) && child.kill('SIGTERM')) await once(child, 'exit');
      return [name, child.exitCode] as const;
    });
    return Object.fromEntries(await Promise.all(ends));
  }

  /** Returns a text of the file with the hosts, addresses and folders of this machine. */
  placed(name: string, text: string): string {
    const { elsewhere, directory } = this.#places;
    const moved = Object.entries(elsewhere).find(([folder]) => `${text}/`.startsWith(`${folder}/`));
    if (moved !== undefined) return `${moved[1]}${text.slice(moved[0].length)}`;
    const own = text.replaceAll(/\b(0\.0\.0\.0|127\.0\.0\.1)\b/g, this.#addressOf(name));
    return own
      .replaceAll(ROOT, `${join(directory, name)}/`)
      .replaceAll(/(?<=^|\/\/)([a-z-]+)(?=:\d)/g, (host) => (host in this.#services ? this.#addressOf(host) : host));
  }

  #addressOf(name: string): string {
    return `${this.#network}.${Object.keys(this.#services).indexOf(name) + 1}`;
  }

  #startOnce(name: string): Promise<void> {
    const service = this.#services[name];
    if (service === undefined) throw new Error(`no service ${name}`);
    const started = this.#started.get(name) ?? this.#start(name, service);
    this.#started.set(name, started);
    return started;
  }

  async #start(name: string, service: Service): Promise<void> {
    await Promise.all(Object.keys(service.depends_on).map((needed) => this.#startOnce(needed)));
    await this.#mount(name, service);
    const other = this.#places.others[name];
    if (other !== undefined) return other(this.#addressOf(name), this.placed(name, '/run/keys'));
    if (this.#isStopped) throw new Error(`${name} was not started: all are stopped`);
    const child = await this.#spawn(name, service);
    if (service.healthcheck === undefined) {
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`${name} ended with ${code}`);
    } else await this.#untilHealthy(name, service.healthcheck.test);
  }

  /** Its root: the volumes at their places. */
  async #mount(name: string, { volumes }: Service): Promise<void> {
    for (const [volume = '', place = ''] of volumes.map((each) => each.split(':'))) {
      const [source, target] = [
        join(this.#places.directory, 'volumes', volume),
        join(this.#places.directory, name, place),
      ];
      await mkdir(source, { recursive: true });
      await mkdir(dirname(target), { recursive: true });
      await symlink(source, target);
    }
  }

  async #spawn(name: string, service: Service): Promise<ChildProcess> {
    const [, ...options] = JSON.parse(ENTRYPOINT.exec(dockerfile())?.[1] ?? '[]') as string[];
    const args = [...options, ...service.command].map((arg) => this.placed(name, arg));
    const log = await open(join(this.#places.directory, `${name}.log`), 'w');
    const child = spawn(process.execPath, args, {
      cwd: this.#places.installation,
      env: { PATH, HOME: process.env['HOME'], ...this.#environmentOf(name, service) },
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    this.#running.set(name, child);
    return child;
  }

  #environmentOf(name: string, service: Service): Record<string, string> {
    const variables = Object.entries(environmentOf(service));
    const { instead } = this.#places;
    return Object.fromEntries(
      variables.map(([variable, value]) => [variable, instead[variable] ?? this.placed(name, value)]),
    );
  }

  /** Runs the health check as Docker does, in the container's environment, until it passes. */
  async #untilHealthy(name: string, [kind, program, ...args]: readonly string[]): Promise<void> {
    if (kind !== 'CMD' || program !== 'node') throw new Error(`${name} is not asked by Node`);
    const here = args.map((arg) => this.placed(name, arg));
    const child = this.#running.get(name);
    const ask = async () => {
      if (child === undefined || !isRunning(child)) return `ended with ${child?.exitCode}`;
      await promisify(execFile)(process.execPath, here, { cwd: this.#places.installation, env: {} });
      return 'healthy';
    };
    const isKnown = (answer: unknown) => typeof answer === 'string';
    const outcome = await until(name, ask, isKnown, { timeoutMs: HEALTHY_MS_MAX });
    if (outcome !== 'healthy')
      throw new Error(`${name} ${outcome}: ${await readFile(join(this.#places.directory, `${name}.log`), 'utf8')}`);
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
