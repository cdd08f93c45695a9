import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type HeldLock,
  identifyProcess,
  isRunning,
  ownerOfLock,
  type ProcessIdentity,
  tryLock,
} from '@platform/kit/provisioning';
import { z } from 'zod';

const STOP_TIMEOUT_MS = 10_000;
const STEP_MS = 50;
const Recorded = z.array(z.object({ name: z.string(), pid: z.int().positive(), startedAt: z.string() }));

/** Another platform runs on the same data directory. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

/** Which processes run on a data directory: one supervisor at a time, and its children for the next one to end. */
export class RunRecord {
  readonly #file: string;
  readonly #lock: HeldLock;
  readonly #processes = new Map<string, ProcessIdentity>();

  private constructor(file: string, lock: HeldLock) {
    this.#file = file;
    this.#lock = lock;
  }

  /** Takes the data directory for this supervisor; throws `AlreadyRunning` while another one lives. */
  static async open(dataDirectory: string): Promise<RunRecord> {
    mkdirSync(dataDirectory, { recursive: true });
    const lock = await tryLock(lockOf(dataDirectory));
    if (!lock.held)
      throw new AlreadyRunning(`DATA_DIR: another platform (process ${lock.owner.pid}) runs on ${dataDirectory}`);
    return new RunRecord(recordOf(dataDirectory), lock);
  }

  /** Ends what an earlier supervisor, which was killed, left running. */
  async endOrphans(): Promise<void> {
    await endAll(readRecorded(this.#file));
  }

  /** Notes a child as soon as it runs. Written at once: a supervisor that is killed next still leaves a record of it. */
  add(name: string, pid: number): void {
    const identity = identifyProcess(pid);
    if (identity === undefined) return;
    this.#processes.set(name, identity);
    this.#write();
  }

  remove(name: string): void {
    this.#processes.delete(name);
    this.#write();
  }

  /** Releases the data directory, when all children have ended. */
  async close(): Promise<void> {
    rmSync(this.#file, { force: true });
    await this.#lock.release();
  }

  #write(): void {
    const processes = [...this.#processes].map(([name, identity]) => ({ name, ...identity }));
    writeFileSync(`${this.#file}.partial`, JSON.stringify(processes, null, 2));
    renameSync(`${this.#file}.partial`, this.#file);
  }
}

const lockOf = (dataDirectory: string) => join(dataDirectory, 'supervisor.lock');
const recordOf = (dataDirectory: string) => join(dataDirectory, 'processes.json');

/** Ends what a supervisor that is gone left running; returns false, and changes nothing, where another one has started since. */
export async function endOrphansOf(dataDirectory: string): Promise<boolean> {
  // Read first: whatever the next supervisor starts is not among them.
  const orphans = readRecorded(recordOf(dataDirectory));
  const isTaken = async () => (await ownerOfLock(lockOf(dataDirectory))) !== undefined;
  if (await isTaken()) return false;
  await endAll(orphans);
  return !(await isTaken());
}

function readRecorded(file: string): ProcessIdentity[] {
  try {
    return Recorded.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Ends those that are still the processes that were recorded: an id that was given to another since is left alone. */
async function endAll(identities: readonly ProcessIdentity[]): Promise<void> {
  const running = () => identities.filter(isRunning);
  for (const { pid } of running()) process.kill(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < STOP_TIMEOUT_MS && running().length > 0; waitedMs += STEP_MS) await sleep(STEP_MS);
  for (const { pid } of running()) process.kill(pid, 'SIGKILL');
  while (running().length > 0) await sleep(STEP_MS);
}
