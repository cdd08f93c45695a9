import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** One run of a process. A process id alone is reused by the operating system; with its start time it is not. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the operating system's own terms: compared, never read. */
  startedAt: string;
}

/** The identity of the process that now has this id; `undefined` when none runs (a zombie does not run). */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = platform() === 'linux' ? linuxStart(pid) : otherStart(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** The identity of the calling process. */
export function ownIdentity(): ProcessIdentity {
  const own = identifyProcess(process.pid);
  if (own === undefined) throw new Error('the operating system does not tell when this process started');
  return own;
}

/** Whether that very run of the process is still going on. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

let bootId: string | undefined;

function linuxStart(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command name, in parentheses, may hold spaces: fields are counted from behind it (state is the first).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return undefined;
  // Ticks are counted from boot, so they name an instant only together with the boot.
  bootId ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${bootId}:${fields[19]}`;
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
