/** Running strategies as the operating system shows them, without the platform. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_INTERVAL_MS = 40;
/** How often all processes are polled, beside those that the service started. */
const WHOLE_LOOK_EVERY = 25;

/** One process tree that ran a strategy; another attempt at the same backtest has another. */
export interface Sighting {
  readonly mark: string;
  readonly firstMs: number;
  lastMs: number;
}

/** A process that holds a mark: its sandbox has a namespace of process ids that no other has at the same time. */
interface Seen {
  readonly mark: string;
  readonly sandbox: string;
  readonly processId: number;
  readonly identity: string;
}

/** Polls which backtests run, by the marks that their strategies hold open. */
export class Watch {
  /** By mark and process; a process id alone is given to another one day, and so is the number of a namespace. */
  readonly #sightings = new Map<string, Sighting>();
  /** Marks that two sandboxes held at once. */
  readonly twice: string[] = [];
  #looks = 0;
  #over = false;
  #looking: Promise<void> = Promise.resolve();
  #followed: ReadonlySet<number> = new Set();

  /** `prefix` begins every mark; `serviceId` is the process below which they usually run. */
  constructor(
    private readonly prefix: string,
    private readonly serviceId: () => Promise<number>,
  ) {}

  /** Starts polling. */
  start(): void {
    this.#looking = this.#lookOn();
  }

  /** Stops polling. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#looking;
  }

  /** The processes that held a mark at the last poll. */
  get atWork(): readonly number[] {
    return [...this.#followed];
  }

  /** Returns the process trees that were seen, in the order of their start. */
  get sightings(): Sighting[] {
    return [...this.#sightings.values()].sort((left, right) => left.firstMs - right.firstMs);
  }

  async #lookOn(): Promise<void> {
    while (!this.#over) {
      await this.#look();
      await wait(LOOK_INTERVAL_MS);
    }
  }

  async #look(): Promise<void> {
    this.#looks += 1;
    const isWhole = this.#looks % WHOLE_LOOK_EVERY === 0;
    const below = await processesBelow(await this.serviceId().catch(() => 0));
    // A process that was seen once is followed to its end, also when its parent changes.
    const ids = isWhole ? await everyProcess() : new Set([...below, ...this.#followed]);
    const atMs = performance.now();
    const found = await Promise.all([...ids].map((id) => this.#markOf(id)));
    this.#followed = new Set(found.flatMap((seen) => seen?.processId ?? []));
    const holders = new Map<string, Set<string>>();
    for (const { mark, sandbox, identity } of found.filter((seen) => seen !== undefined)) {
      const sighting = this.#sightings.get(identity);
      if (sighting === undefined) this.#sightings.set(identity, { mark, firstMs: atMs, lastMs: atMs });
      else sighting.lastMs = atMs;
      holders.set(mark, (holders.get(mark) ?? new Set()).add(sandbox));
    }
    for (const [mark, sandboxes] of holders) if (sandboxes.size > 1) this.twice.push(mark);
  }

  async #markOf(processId: number): Promise<Seen | undefined> {
    const folder = `/proc/${processId}/fd`;
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
    const mark = files.find((file) => file.startsWith(`/job/${this.prefix}`))?.slice('/job/'.length);
    if (mark === undefined) return undefined;
    const sandbox = await readlink(`/proc/${processId}/ns/pid`).catch(() => undefined);
    const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => undefined);
    if (sandbox === undefined || stat === undefined) return undefined;
    const startedTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return { mark, sandbox, processId, identity: `${mark} ${processId} ${startedTicks}` };
  }
}

/** The processes below one that run a framework: at work, or waiting for a job. */
export async function workersBelow(processId: number): Promise<number[]> {
  const ids = await processesBelow(processId);
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_id, index) => /_harness\.worker\0/.test(commands[index] ?? ''));
}

async function processesBelow(processId: number): Promise<number[]> {
  const text = await readFile(`/proc/${processId}/task/${processId}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(processesBelow))).flat()];
}

async function everyProcess(): Promise<Set<number>> {
  return new Set((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number));
}
