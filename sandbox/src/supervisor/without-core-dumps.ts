/** A program with its arguments. */
interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * The same program, under the same process id, in which nothing that dies leaves a core dump, nor in what it starts: memory
 * holds keys. Node can't set the limit by itself, so a shell does and becomes the program.
 */
export function withoutCoreDumps({ file, args }: Command): Command {
  return { file: '/bin/sh', args: ['-c', 'ulimit -c 0 && exec "$0" "$@"', file, ...args] };
}
