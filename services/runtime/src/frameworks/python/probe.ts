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
/** Shorter than what asks for it waits. */
const PROBE_MS_MAX = 2_000;

/** Starts the interpreter as strategies are started, with nothing to do; rejects unless it ends well within 2 s. */
export async function proveStarts(runner: Runner, { python, readOnlyPaths }: PythonEnvironment): Promise<void> {
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
