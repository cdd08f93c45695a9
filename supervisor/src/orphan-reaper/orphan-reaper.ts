import { type ChildProcess, spawn } from 'node:child_process';
import { bundleOf } from '@platform/bundler';

/** How long parts go on serving without their supervisor, before they are ended. */
const ORPHANED_SECONDS_MAX = 15;
const RESTART_PAUSE_MS = 1_000;

/** Reads until the supervisor's end of the pipe is gone, however that came; only then it becomes a program of Node. */
const SCRIPT = `
cat >/dev/null
sleep "$1"
shift
exec "$@"
`;

/**
 * A small process beside the supervisor that outlives it: when the supervisor was killed and the data directory has no new
 * supervisor within 15 s, it ends the parts that were left running.
 */
export class OrphanReaper {
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(
    private readonly dataDirectory: string,
    private readonly say: (line: string) => void,
  ) {}

  static start(dataDirectory: string, say: (line: string) => void): OrphanReaper {
    const reaper = new OrphanReaper(dataDirectory, say);
    reaper.#start();
    return reaper;
  }

  /** Called when nothing is left to be ended. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    // With what it waits by: they are a group of their own.
    if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
  }

  #start(): void {
    const program = [process.execPath, bundleOf('orphan-reaper'), this.dataDirectory];
    const child = spawn('/bin/sh', ['-c', SCRIPT, 'orphan-reaper', String(ORPHANED_SECONDS_MAX), ...program], {
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#child = child;
    // Nothing is ever written to it.
    child.stdin?.on('error', () => undefined);
    child.once('error', (error) => this.#startAgain(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      this.#startAgain(signal === null ? `exited with ${code}` : `was ended by ${signal}`),
    );
  }

  #startAgain(ending: string): void {
    this.#child = undefined;
    if (this.#isClosed) return;
    this.say(`the orphan reaper ${ending}: started again`);
    this.#restart = setTimeout(() => this.#start(), RESTART_PAUSE_MS);
  }
}
