// Why: docs/decisions/runtime/deployments.md
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, chown, constants, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Random } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import { isRunning, ownerOfLock, type ProcessIdentity } from '@platform/kit/provisioning';
import { FIRST_USER_ID } from '../runners/process.js';
import type { BotPlace, BotRunner } from './bot-runner.js';
import { controlOf } from './control-client.js';
import { workloadFolder } from './folders.js';
import type { ClosedTrade } from './frames.js';
import { type BotLogLine, readBotLog } from './log-file.js';
import { type Observation, observationSchema } from './observation.js';
import { type Bot, type Placement, placementSchema, type Workload, type WorkloadBot } from './placement.js';

/** How long a process may take until it is there, and a bot to be gone. */
const START_MS_MAX = 20_000;
const END_MS_MAX = 20_000;
const LOOK_MS = 50;
/** How long a process that holds bots may give no answer. */
const SILENCE_MS_MAX = 60_000;
const NAME = /^[\w-]{1,100}$/;
/** The heap of the process that holds bots: it relays and counts, and keeps little. */
const HEAP_MEBIBYTES = 128;

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

/** Runs bots on this machine: each process of them is held by one of the platform's, which is found again by its folder's lock. */
export class LocalBotRunner implements BotRunner {
  /** Two starts of one process at once would each wait for their own. */
  readonly #starting = new Map<string, Promise<void>>();
  /** Since when a process has given no answer, by its folder. */
  readonly #silentSinceMs = new Map<string, number>();

  constructor(private readonly options: LocalBotRunnerOptions) {}

  /** Rejects where no bot can be placed: its folder can't be written, or the program that holds bots isn't there. */
  async check(): Promise<void> {
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await access(this.options.folder, constants.W_OK);
    await access(this.options.shim, constants.R_OK);
  }

  async place(workload: Workload, wanted: WorkloadBot): Promise<void> {
    const { workloadId } = workload;
    const folder = this.#folderOf(workloadId);
    const bot: Bot = { ...wanted, userId: userIdOf(wanted.deploymentId) };
    await this.#prepare(folder, bot);
    if ((await this.#owner(folder)) === undefined) await this.#startOnce(folder, workload);
    await controlOf(workloadFolder(folder).socket).place(bot);
  }

  async observe(workloadId?: string): Promise<readonly Observation[]> {
    const names = workloadId === undefined ? await readdir(this.options.folder).catch(() => []) : [workloadId];
    const observed = await Promise.all(names.map((name) => this.#observe(this.#folderOf(name))));
    return observed
      .filter((each) => each !== undefined)
      .filter(({ state, bots }) => state !== 'ended' || bots.length > 0);
  }

  async stop({ workloadId, deploymentId }: BotPlace): Promise<void> {
    const folder = this.#folderOf(workloadId);
    if ((await this.#owner(folder)) !== undefined) await controlOf(workloadFolder(folder).socket).stop(deploymentId);
  }

  async remove({ workloadId, deploymentId }: BotPlace): Promise<void> {
    const folder = this.#folderOf(workloadId);
    const paths = workloadFolder(folder);
    requireName(deploymentId);
    if ((await this.#owner(folder)) !== undefined)
      await this.#until(
        async () => {
          if ((await this.#owner(folder)) === undefined) return true;
          const control = controlOf(paths.socket);
          // A process that is just ending may break off: it is looked at again.
          const left = await control
            .remove(deploymentId)
            .then(() => control.observe())
            .catch(() => undefined);
          return left?.bots.every((bot) => bot.deploymentId !== deploymentId) ?? false;
        },
        END_MS_MAX,
        async () => `${deploymentId} does not end`,
      );
    await rm(paths.logOf(deploymentId), { recursive: true, force: true });
    await rm(paths.stateOf(deploymentId), { recursive: true, force: true });
    const isLast = (await readdir(paths.state).catch(() => [])).length === 0;
    if (isLast && (await this.#owner(folder)) === undefined) await rm(folder, { recursive: true, force: true });
  }

  logs(
    { workloadId, deploymentId }: BotPlace,
    from: { readonly sinceNs: bigint; readonly limit: number },
  ): Promise<readonly BotLogLine[]> {
    return readBotLog(workloadFolder(this.#folderOf(workloadId)).logOf(requireName(deploymentId)), from);
  }

  async closedTrades({ workloadId, deploymentId }: BotPlace, from: number): Promise<readonly ClosedTrade[]> {
    const folder = this.#folderOf(workloadId);
    if ((await this.#owner(folder)) === undefined) return [];
    return controlOf(workloadFolder(folder).socket).closedTrades(deploymentId, from);
  }

  #folderOf(workloadId: string): string {
    return join(this.options.folder, requireName(workloadId));
  }

  /** The process that holds it. */
  #owner(folder: string): Promise<ProcessIdentity | undefined> {
    return ownerOfLock(workloadFolder(folder).lock);
  }

  /** The folder that a bot keeps things in, which it alone can read. */
  async #prepare(folder: string, { deploymentId, userId }: Bot): Promise<void> {
    const { state, stateOf } = workloadFolder(folder);
    const own = stateOf(requireName(deploymentId));
    await mkdir(own, { recursive: true, mode: 0o700 });
    // Its bots pass through it, and see no other's name.
    await chmod(state, 0o711);
    if (process.getuid?.() === 0) await chown(own, userId, userId);
  }

  async #startOnce(folder: string, workload: Workload): Promise<void> {
    const { workloadId } = workload;
    const starting = this.#starting.get(workloadId) ?? this.#start(folder, workload);
    this.#starting.set(workloadId, starting);
    try {
      await starting;
    } finally {
      this.#starting.delete(workloadId);
    }
  }

  async #start(folder: string, workload: Workload): Promise<void> {
    const paths = workloadFolder(folder);
    const placement: Placement = placementSchema.parse({
      ...workload,
      nonce: this.options.random.bytes(16).toString('hex'),
      feedSocket: this.options.feedSocket(workload.venue),
    });
    await writeWhole(paths.placement, JSON.stringify(placement), 0o600);
    await this.#spawn(folder);
    await this.#until(
      async () => (await this.#told(folder))?.nonce === placement.nonce,
      START_MS_MAX,
      async () => {
        const said = await readFile(paths.errors, 'utf8').catch(() => '');
        return `${workload.workloadId} did not start: ${said.trim().slice(-1_000)}`;
      },
    );
  }

  /** Detached, with nothing of this process's environment: it outlives it. */
  async #spawn(folder: string): Promise<void> {
    const errors = await open(workloadFolder(folder).errors, 'w', 0o600);
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

  async #told(folder: string): Promise<Observation | undefined> {
    if ((await this.#owner(folder)) === undefined) return undefined;
    return controlOf(workloadFolder(folder).socket)
      .observe()
      .catch(() => undefined);
  }

  async #observe(folder: string): Promise<Observation | undefined> {
    const told = await this.#told(folder);
    const owner = await this.#owner(folder);
    if (told !== undefined || owner === undefined) this.#silentSinceMs.delete(folder);
    if (told !== undefined) return told;
    const text = await readFile(workloadFolder(folder).end, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const said = observationSchema.parse(JSON.parse(text));
    if (owner !== undefined) return this.#silent(folder, owner, said);
    return said.state === 'ended' ? said : this.#killed(said);
  }

  /** One that runs and does not answer isn't taken for ended: it is ended where it doesn't for long. */
  #silent(folder: string, owner: ProcessIdentity, said: Observation): Observation {
    const nowMs = this.options.clock.nowMs();
    const sinceMs = this.#silentSinceMs.get(folder) ?? nowMs;
    this.#silentSinceMs.set(folder, sinceMs);
    if (nowMs - sinceMs > SILENCE_MS_MAX && isRunning(owner)) process.kill(owner.pid, 'SIGKILL');
    return { ...said, state: 'silent', bots: [] };
  }

  /** One whose holder was killed says nothing more: what still ran then was ended with it. */
  #killed(said: Observation): Observation {
    const ended = { atMs: this.options.clock.nowMs(), by: 'itself' } as const;
    const bots = said.bots.map((bot) => (bot.ended === null ? { ...bot, processId: null, ended } : bot));
    return { ...said, bots, state: 'ended' };
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

function requireName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is not the name of a bot or of a process of bots`);
  return name;
}

/** A user of its own for each, the same at each start, from a range that nothing else hands out. */
function userIdOf(deploymentId: string): number {
  return FIRST_USER_ID + createHash('sha256').update(deploymentId).digest().readUIntBE(0, 3);
}
