// Why: docs/decisions/runtime/deployments.md
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Random } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import { isRunning, ownerOfLock, type ProcessIdentity } from '@platform/kit/provisioning';
import { FIRST_USER_ID } from '../runners/process.js';
import type { BotRunner, Workload } from './bot-runner.js';
import { controlOf } from './control-client.js';
import { botFolder } from './folders.js';
import { type BotLogLine, readBotLog } from './log-file.js';
import { type Observation, observationSchema } from './observation.js';
import { type Placement, placementSchema } from './placement.js';

/** How long a process may take until it is there, and then to be gone. */
const START_MS_MAX = 20_000;
const END_MS_MAX = 20_000;
const LOOK_MS = 50;
const WORKLOAD_ID = /^[\w-]{1,100}$/;
/** The heap of the process that holds bots: it relays and counts, and keeps nothing. */
const HEAP_MEBIBYTES = 64;

interface LocalBotRunnerOptions {
  /** Where each process of bots has its folder. */
  readonly folder: string;
  /** The program that holds one. */
  readonly shim: string;
  /** The socket of a venue's feed. */
  readonly feedSocket: (venue: string) => string;
  readonly clock: Clock;
  readonly random: Random;
}

/** Runs processes of bots on this machine, each held by a process of its own that is found again by its folder's lock. */
export class LocalBotRunner implements BotRunner {
  constructor(private readonly options: LocalBotRunnerOptions) {}

  async place(workload: Workload): Promise<void> {
    const folder = this.#folderOf(workload.workloadId);
    const running = await this.#running(folder);
    if (running === undefined) return this.#start(folder, workload);
    for (const { deploymentId, entriesBlocked } of workload.bots)
      await controlOf(botFolder(folder).socket).setEntries(deploymentId, entriesBlocked);
  }

  async observe(): Promise<readonly Observation[]> {
    const names = await readdir(this.options.folder).catch(() => []);
    const observed = await Promise.all(names.map((name) => this.#observe(join(this.options.folder, name))));
    return observed.filter((observation) => observation !== undefined);
  }

  async stop(workloadId: string): Promise<void> {
    const folder = this.#folderOf(workloadId);
    if ((await this.#running(folder)) !== undefined) await controlOf(botFolder(folder).socket).stop();
  }

  async remove(workloadId: string): Promise<void> {
    const folder = this.#folderOf(workloadId);
    const owner = await this.#running(folder);
    if (owner !== undefined) await this.#kill(owner);
    await rm(folder, { recursive: true, force: true });
  }

  logs(
    workloadId: string,
    deploymentId: string,
    from: { readonly sinceNs: bigint; readonly limit: number },
  ): Promise<readonly BotLogLine[]> {
    return readBotLog(botFolder(this.#folderOf(workloadId)).log(deploymentId), from);
  }

  #folderOf(workloadId: string): string {
    if (!WORKLOAD_ID.test(workloadId)) throw new Error(`${workloadId} is no name of a process of bots`);
    return join(this.options.folder, workloadId);
  }

  /** The process that holds it. */
  #running(folder: string): Promise<ProcessIdentity | undefined> {
    return ownerOfLock(botFolder(folder).lock);
  }

  async #start(folder: string, workload: Workload): Promise<void> {
    const paths = botFolder(folder);
    const placement: Placement = placementSchema.parse({
      ...workload,
      nonce: this.options.random.bytes(16).toString('hex'),
      userId: userIdOf(workload.workloadId),
      feedSocket: this.options.feedSocket(workload.venue),
    });
    await mkdir(paths.state, { recursive: true, mode: 0o700 });
    if (process.getuid?.() === 0) await chown(paths.state, placement.userId, placement.userId);
    await rm(paths.end, { force: true });
    await writeWhole(paths.placement, JSON.stringify(placement), 0o600);
    await this.#spawn(folder);
    await this.#until(
      async () => (await this.#observe(folder))?.nonce === placement.nonce,
      START_MS_MAX,
      async () => {
        const said = await readFile(paths.errors, 'utf8').catch(() => '');
        return `${workload.workloadId} did not start: ${said.trim().slice(-1_000)}`;
      },
    );
  }

  /** Detached, with nothing of this process's environment: it outlives it. */
  async #spawn(folder: string): Promise<void> {
    const errors = await open(botFolder(folder).errors, 'w', 0o600);
    try {
      const args = [`--max-old-space-size=${HEAP_MEBIBYTES}`, '--max-semi-space-size=1', this.options.shim, folder];
      const child = spawn(process.execPath, args, {
        detached: true,
        env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
        stdio: ['ignore', errors.fd, errors.fd],
      });
      await once(child, 'spawn');
      child.unref();
    } finally {
      await errors.close();
    }
  }

  async #observe(folder: string): Promise<Observation | undefined> {
    const paths = botFolder(folder);
    if ((await this.#running(folder)) !== undefined) {
      const told = await controlOf(paths.socket)
        .observe()
        .catch(() => undefined);
      if (told !== undefined) return told;
    }
    const end = await readFile(paths.end, 'utf8').catch(() => undefined);
    if (end !== undefined) return observationSchema.parse(JSON.parse(end));
    return this.#lost(folder);
  }

  /** One whose holder was killed says nothing more: what is known of it is what it was started with. */
  async #lost(folder: string): Promise<Observation | undefined> {
    const text = await readFile(botFolder(folder).placement, 'utf8').catch(() => undefined);
    if (text === undefined || (await this.#running(folder)) !== undefined) return undefined;
    const { workloadId, nonce } = placementSchema.parse(JSON.parse(text));
    const ended = { atMs: this.options.clock.nowMs(), by: 'itself' } as const;
    return { workloadId, nonce, processId: 0, startedAtMs: 0, feedSilentSinceMs: null, bots: [], ended };
  }

  async #kill(owner: ProcessIdentity): Promise<void> {
    if (isRunning(owner)) process.kill(owner.pid, 'SIGKILL');
    await this.#until(
      async () => !isRunning(owner),
      END_MS_MAX,
      async () => `process ${owner.pid} does not end`,
    );
  }

  async #until(holds: () => Promise<boolean>, msMax: number, otherwise: () => Promise<string>): Promise<void> {
    const { clock } = this.options;
    const giveUpAtMs = clock.nowMs() + msMax;
    while (!(await holds())) {
      if (clock.nowMs() >= giveUpAtMs) throw new Error(await otherwise());
      await clock.sleep(LOOK_MS);
    }
  }
}

/** A user of its own for each, the same at each start, from a range that nothing else hands out. */
function userIdOf(workloadId: string): number {
  return FIRST_USER_ID + createHash('sha256').update(workloadId).digest().readUIntBE(0, 3);
}
