import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutOfSight, isRunning, ownIdentity, ownNamespace, type ProcessIdentity } from './process-identity.js';

/** A lock that this process holds until it releases it or ends. */
export interface HeldLock {
  held: true;
  release(): Promise<void>;
}

const ATTEMPTS = 20;
const WAIT_STEP_MS = 20;
const WAIT_LIMIT_MS = 60_000;
/** How often a process touches its locks to show that it still runs, for processes in other containers, which can't see it. */
const TOUCH_INTERVAL_MS = 10_000;
/** How long after the last touch such a process counts as dead. */
const SILENCE_MAX_MS = 60_000;
let candidates = 0;
const ownLocks = new Set<string>();
let touching: NodeJS.Timeout | undefined;

/**
 * Takes the lock file at `path`, or returns which running process holds it. Never waits. A lock whose owner no longer runs is taken over;
 * so is one left by an earlier process with the owner's id, and one of another container that has not been touched for a minute.
 */
export async function tryLock(path: string): Promise<HeldLock | { held: false; owner: ProcessIdentity }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await create(path)) {
      keepTouching(path);
      return { held: true, release: () => release(path) };
    }
    const owner = await readOwner(path);
    if (owner === undefined) continue;
    if (await isHeld(path, owner)) return { held: false, owner };
    await removeStale(path);
  }
  throw new Error(`${path} could not be taken: it keeps changing hands`);
}

/** Takes the lock, and waits while another process holds it briefly; throws after a minute. */
export async function acquireLock(path: string): Promise<HeldLock> {
  for (let waitedMs = 0; waitedMs < WAIT_LIMIT_MS; waitedMs += WAIT_STEP_MS) {
    const lock = await tryLock(path);
    if (lock.held) return lock;
    await sleep(WAIT_STEP_MS);
  }
  throw new Error(`${path} is still held by another process after ${WAIT_LIMIT_MS / 1_000} seconds`);
}

/** Returns the running process that holds the lock; undefined where none does. */
export async function ownerOfLock(path: string): Promise<ProcessIdentity | undefined> {
  const owner = await readOwner(path);
  return owner !== undefined && (await isHeld(path, owner)) ? owner : undefined;
}

async function release(path: string): Promise<void> {
  ownLocks.delete(path);
  if (ownLocks.size === 0) clearInterval(touching);
  await rm(path, { force: true });
}

/** Returns whether the owner runs; for one in another container, only the time of its file shows it. */
async function isHeld(path: string, owner: ProcessIdentity): Promise<boolean> {
  if (!isOutOfSight(owner)) return isRunning(owner);
  const touchedMs = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return Date.now() - touchedMs < SILENCE_MAX_MS;
}

function keepTouching(path: string): void {
  if (ownLocks.size === 0) touching = startTouching();
  ownLocks.add(path);
}

function startTouching(): NodeJS.Timeout {
  return setInterval(() => {
    const now = new Date();
    // Another process may have removed it.
    for (const each of ownLocks) void utimes(each, now, now).catch(() => undefined);
  }, TOUCH_INTERVAL_MS).unref();
}

/** A hard link appears with its content or not at all, so a half-written lock is never read. */
async function create(path: string): Promise<boolean> {
  const candidate = nextName(path, 'candidate');
  await writeFile(candidate, JSON.stringify(ownIdentity()));
  try {
    await link(candidate, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(candidate, { force: true });
  }
}

async function readOwner(path: string): Promise<ProcessIdentity | undefined> {
  try {
    const { pid, startedAt, namespace } = JSON.parse(await readFile(path, 'utf8'));
    if (!Number.isInteger(pid) || typeof startedAt !== 'string') throw new Error(`${path} is no lock file`);
    return { pid, startedAt, ...(typeof namespace === 'string' && { namespace }) };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Moves a dead lock aside. Another process may have replaced it since it was read: then it is put back. */
async function removeStale(path: string): Promise<void> {
  const aside = nextName(path, 'stale');
  try {
    await rename(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  const owner = await readOwner(aside);
  if (owner !== undefined && (await isHeld(aside, owner))) await link(aside, path);
  await rm(aside, { force: true });
}

function nextName(path: string, kind: string): string {
  candidates += 1;
  return `${path}.${kind}-${nameOfProcess()}-${candidates}`;
}

/** Names this process among all on this machine: each container counts its process ids from one. */
export function nameOfProcess(): string {
  return [process.pid, ownNamespace()].filter((part) => part !== undefined).join('-');
}

/** Returns whether an error of the operating system has this code. */
export function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
