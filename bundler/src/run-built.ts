// Why: docs/decisions/supervisor/processes-and-commands.md
/**
 * Builds, then becomes `node` with the arguments given: one process from the first moment, so that what is sent to the command
 * reaches the program, and what stops it before that stops the build too. Run as it stands here, since it may be what builds it;
 * in the repository's root, as npm does. A production install has nothing to build with, and runs what was built before.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The program may report how long its start took since the command: the one environment variable that it gets for that. */
process.env['COMMAND_BEGAN_AT_MS'] = String(Math.floor(performance.timeOrigin));

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Exists wherever the tools for development are. */
const BUNDLER = 'node_modules/esbuild';

if (!existsSync(BUNDLER)) become(process.argv.slice(2));

let stoppedBy: NodeJS.Signals | undefined;
const forward = (signal: NodeJS.Signals): void => {
  stoppedBy = signal;
  endBuild('SIGTERM');
};
for (const signal of SIGNALS) process.on(signal, forward);
// A group of its own: it is ended with all that it started.
const build = spawn(process.execPath, ['--run', 'build'], { stdio: 'inherit', detached: true });

build.on('error', (error) => {
  throw error;
});
build.on('exit', (code) => {
  for (const signal of SIGNALS) process.off(signal, forward);
  if (stoppedBy !== undefined) {
    // What ignored the signal.
    endBuild('SIGKILL');
    process.kill(process.pid, stoppedBy);
  } else if (code === 0) become(process.argv.slice(2));
  else process.exitCode = code ?? 1;
});

function endBuild(signal: NodeJS.Signals): void {
  if (build.pid === undefined) return;
  try {
    process.kill(-build.pid, signal);
  } catch (error) {
    // The whole group has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function become(args: readonly string[]): void {
  if (process.execve === undefined) throw new Error('this system cannot replace a process by another program');
  process.execve(process.execPath, [process.execPath, ...args]);
}
