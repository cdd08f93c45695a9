/** A program with its arguments. */
interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * No core dumps: memory holds keys. And, where the system can (SCHED_BATCH of Linux), a process that wakes waits until the one
 * that runs has finished its turn: a request passes through many processes, and each switch in the middle of the work of
 * another costs more than the wait.
 */
const SCRIPT = `
ulimit -c 0 || exit
chrt -b -p 0 $$ >/dev/null 2>&1
exec "$0" "$@"
`;

/**
 * How a process is started: the same program, under the same process id, and what it starts inherits it. Node can set neither
 * by itself, so a shell does and becomes the program.
 */
export function launch({ file, args }: Command): Command {
  return { file: '/bin/sh', args: ['-c', SCRIPT, file, ...args] };
}
