import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';

/** One run of a process. A process id alone is reused by the operating system; with its start time it is not. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the operating system's own format: compared, never parsed. */
  startedAt: string;
  /** The namespace of its process id; each container has its own. Absent where there are none, and in older files. */
  namespace?: string;
}

/** Returns the identity of the process that now has this id; `undefined` when none runs (a zombie does not run). */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = platform() === 'linux' ? linuxStart(pid) : otherStart(pid);
  if (startedAt === undefined) return undefined;
  const namespace = ownNamespace();
  return { pid, startedAt, ...(namespace !== undefined && { namespace }) };
}

/** Returns the identity of the calling process. */
export function ownIdentity(): ProcessIdentity {
  const own = identifyProcess(process.pid);
  if (own === undefined) throw new Error('the operating system does not tell when this process started');
  return own;
}

/** Returns whether that same run of the process still goes on, as far as this process sees. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Returns whether it was started on this machine, since boot, where this process can't see it: in another container. */
export function isOutOfSight({ namespace, startedAt }: ProcessIdentity): boolean {
  if (namespace === undefined || ownNamespace() === undefined || namespace === ownNamespace()) return false;
  return startedAt.startsWith(`${ownBootId()}:`);
}

/** Returns the namespace of process ids of this process, such as `4026531836`; undefined where there are none. */
export function ownNamespace(): string | undefined {
  if (platform() !== 'linux') return undefined;
  namespace ??= /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  return namespace;
}

let bootId: string | undefined;
let namespace: string | undefined;

function ownBootId(): string {
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return bootId;
}

function linuxStart(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command name, in parentheses, may hold spaces: fields are counted from behind it (state is the first).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  // Ticks are counted from boot, so they name an instant only together with the boot.
  return `${ownBootId()}:${fields[19]}`;
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // ENOENT, or ESRCH where it ended between open and read: either way it no longer runs.
    return undefined;
  }
}

function otherStart(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    // ps ends with 1 when no such process runs.
    return undefined;
  }
}
