import { dirname } from 'node:path';
import type { IsolatedProgram, ProcessLimits } from './runner.js';

/** The program's own folder as it sees it: its home, and the only place it can write to. */
export const OWN_FOLDER = '/job';

/** What outlives the program, by its name in that folder. */
export const STATE_NAME = 'state';

const SYSTEM_LIBRARIES = ['/usr/lib', '/usr/lib32', '/usr/lib64'];

/** Where bubblewrap reads the filter of system calls from. */
export const FILTER_DESCRIPTOR = 3;

/**
 * The arguments that make bubblewrap run a program alone: own process tree, no network, no `/proc`, a file system of
 * read-only libraries and one bounded folder in memory.
 *
 * As root it starts with the right to change its user and nothing else, and gives that up by changing it: so paths
 * under a private home can be mounted. Otherwise it runs in a user namespace. Either way no further namespace can be made,
 * which the filter of system calls sees to.
 */
export function sandboxArguments(
  program: IsolatedProgram,
  limits: ProcessLimits,
  asRoot: boolean,
  filtered: boolean,
): string[] {
  return [
    ...(filtered ? ['--seccomp', String(FILTER_DESCRIPTOR)] : []),
    ...(asRoot
      ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
      : ['--unshare-user', '--disable-userns', '--uid', '65534', '--gid', '65534']),
    ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--hostname', 'worker', '--die-with-parent', '--new-session'],
    ...mounts([...SYSTEM_LIBRARIES, '/etc/ld.so.cache', ...program.readOnlyPaths]),
    ...['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib32', '/lib32', '--symlink', 'usr/lib64', '/lib64'],
    ...['--dev', '/dev', '--remount-ro', '/dev'],
    ...['--perms', '1777', '--size', String(limits.folderBytes), '--tmpfs', OWN_FOLDER],
    ...(program.stateFolder === undefined ? [] : ['--bind', program.stateFolder, `${OWN_FOLDER}/${STATE_NAME}`]),
    ...['--remount-ro', '/', '--chdir', OWN_FOLDER, '--'],
    ...program.command,
  ];
}

/** Parents are made by hand: bubblewrap would make them readable by root alone. */
function mounts(paths: readonly string[]): string[] {
  const parents = new Set(paths.flatMap(ancestors));
  return [
    ...[...parents].flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...paths.flatMap((path) => ['--ro-bind-try', path, path]),
  ];
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === '/' ? [] : [...ancestors(parent), parent];
}
