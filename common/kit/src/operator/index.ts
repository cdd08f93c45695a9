/** A command was asked for in a way that it does not know; the message says how. */
export class UsageError extends Error {}

/** A command of `npm run ops`. */
interface OperatorCommand {
  /** What it works on, which may be named as the first argument; absent: it reads its subjects itself. */
  readonly subject?: string;
  /** Printed where it is asked for, or nothing is, and after a `UsageError`. */
  readonly help: string;
  /** Does what the arguments say; returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Runs a command with the arguments of this process: an error is a line on standard error and exit code 1. */
export async function runOperatorCommand({ subject, help, run }: OperatorCommand): Promise<void> {
  const given = process.argv.slice(2);
  const args = subject !== undefined && given[0] === subject ? given.slice(1) : given;
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h') {
    process.stdout.write(help);
    return;
  }
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof UsageError) process.stderr.write(help);
    process.exitCode = 1;
  }
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
