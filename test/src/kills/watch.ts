/** Strategies at work as the system shows them: nothing of the platform is asked. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_INTERVAL_MS = 40;
/** How often everything that runs is looked at, beside what the service started. */
const WHOLE_LOOK_EVERY = 25;

/** One process tree that ran a strategy; another attempt at the same backtest has another. */
export interface Sighting {
  readonly mark: string;
  readonly firstMs: number;
  lastMs: number;
}

/** Looks again and again which backtests run, by the marks that their strategies hold open. */
export class Watch {
  /** By the namespace of their process ids, of which each sandbox has one. */
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

  /** Begins to look. */
  start(): void {
    this.#looking = this.#lookOn();
  }

  /** Looks no more. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#looking;
  }

  /** Whether a process held a mark when it was last looked. */
  isAtWork(processId: number): boolean {
    return this.#followed.has(processId);
  }

  /** What was seen, in the order in which it began. */
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
    // What is seen once is followed to its end, whoever its parent is by then.
    const ids = isWhole ? await everyProcess() : new Set([...below, ...this.#followed]);
    const atMs = performance.now();
    const found = await Promise.all([...ids].map((id) => this.#markOf(id)));
    this.#followed = new Set(found.flatMap((seen) => seen?.processId ?? []));
    const holders = new Map<string, Set<string>>();
    for (const { mark, sandbox } of found.filter((seen) => seen !== undefined)) {
      const sighting = this.#sightings.get(sandbox);
      if (sighting === undefined) this.#sightings.set(sandbox, { mark, firstMs: atMs, lastMs: atMs });
      else sighting.lastMs = atMs;
      holders.set(mark, (holders.get(mark) ?? new Set()).add(sandbox));
    }
    for (const [mark, sandboxes] of holders) if (sandboxes.size > 1) this.twice.push(mark);
  }

  async #markOf(processId: number): Promise<{ mark: string; sandbox: string; processId: number } | undefined> {
    const folder = `/proc/${processId}/fd`;
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
    const mark = files.find((file) => file.startsWith(`/job/${this.prefix}`))?.slice('/job/'.length);
    const sandbox = await readlink(`/proc/${processId}/ns/pid`).catch(() => undefined);
    return mark === undefined || sandbox === undefined ? undefined : { mark, sandbox, processId };
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
