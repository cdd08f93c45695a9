import type { ProcessLimits, Runner } from '../../runners/runner.js';
import type { PythonEnvironment } from './environment.js';

const MEBIBYTE = 1024 * 1024;
/** More than an empty program takes anywhere. */
const LIMITS: ProcessLimits = {
  memoryBytes: 256 * MEBIBYTE,
  folderBytes: MEBIBYTE,
  processes: 4,
  cpuSeconds: 5,
};
/** How long a start may take on a busy machine. */
const PROBE_MS_MAX = 30_000;
/** Shorter than the time-out of those who ask for a check. */
const CHECK_MS_MAX = 1_500;

/** Starts the interpreter as strategies are started, with nothing to do; rejects unless it ends well. */
async function proveStarts(runner: Runner, { python, readOnlyPaths }: PythonEnvironment): Promise<void> {
  const command: [string, ...string[]] = [python, '-I', '-S', '-c', 'pass'];
  const probe = runner.start({ command, readOnlyPaths, environment: {} }, LIMITS);
  const timer = setTimeout(() => probe.kill(), PROBE_MS_MAX);
  probe.output.resume();
  probe.log.resume();
  probe.input.end();
  const end = await probe.ended;
  clearTimeout(timer);
  if (end.kind !== 'exited' || end.exitCode !== 0)
    throw new Error(`no isolated program starts: ${JSON.stringify(end)}`);
}

/** Whether isolated programs start, by one that does nothing: one at a time, and each check begins one. */
export class StartProbe {
  #underWay: Promise<void> | undefined;
  /** How the last one ended that has. */
  #last: Promise<void> | undefined;

  constructor(
    private readonly runner: Runner,
    private readonly python: PythonEnvironment,
  ) {}

  /** Rejects where none starts. On a slow machine the answer is the last one's, once there was one. */
  async check(): Promise<void> {
    const probe = this.#begin();
    if (this.#last === undefined) return probe;
    const last = this.#last;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CHECK_MS_MAX);
    try {
      await Promise.race([probe, late.then(() => last)]);
    } finally {
      clearTimeout(timer);
    }
  }

  #begin(): Promise<void> {
    if (this.#underWay !== undefined) return this.#underWay;
    const probe = proveStarts(this.runner, this.python);
    const settle = () => {
      this.#underWay = undefined;
      this.#last = probe;
    };
    probe.then(settle, settle);
    this.#underWay = probe;
    return probe;
  }
}
