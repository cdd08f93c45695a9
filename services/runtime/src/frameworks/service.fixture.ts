import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FrameworkId } from '@platform/venues/registry';
import type { BacktestJob } from './framework.js';

/** What the service does when a strategy runs: a worker at work, and one more that waits with everything imported. */
const SERVICE = `
  import { systemClock, systemRandom } from '@platform/kit/clock';
  import { createLogger } from '@platform/observability/logging';
  import { defaultCacheDirectory } from '@platform/kit/provisioning';
  import { createFrameworks, defaultBacktestLimits } from ${JSON.stringify(fileURLToPath(new URL('../../dist/frameworks/index.js', import.meta.url)))};
  import { PauseSwitch } from ${JSON.stringify(fileURLToPath(new URL('../../dist/frameworks/pause-switch.js', import.meta.url)))};
  const frameworks = createFrameworks({
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
    maximumWorkers: 2,
    idleTimeoutMs: 60_000,
    limits: defaultBacktestLimits,
    allowUnisolatedStrategies: false,
    clock: systemClock,
    random: systemRandom,
    logger: createLogger({ process: 'test', level: 'fatal' }),
    report: () => {},
  });
  const [framework] = frameworks.get(process.env.FRAMEWORK);
  const pauses = new PauseSwitch();
  const onLog = ({ message }) => {
    process.stdout.write(message + '\\n');
    if (process.env.PAUSED_AT && message.includes(process.env.PAUSED_AT)) pauses.set(true);
  };
  const onNothing = { onTrades: async () => {}, onProgress: () => {} };
  await framework.run(JSON.parse(process.env.JOB), { signal: new AbortController().signal, onLog, ...onNothing, pauses });
  await framework.close();
`;

/**
 * Runs one backtest in a process of its own, as the service does; its standard output is what the strategy logs. The run is
 * paused at a line that holds `pausedAt`.
 */
export function startService(
  framework: FrameworkId,
  job: BacktestJob,
  stdio: StdioOptions,
  pausedAt = '',
): ChildProcess {
  const own = { NODE_OPTIONS: '', FRAMEWORK: framework, JOB: JSON.stringify(job), PAUSED_AT: pausedAt };
  const env = { ...process.env, ...own };
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  return spawn(process.execPath, ['--input-type=module', '-e', SERVICE], { env, cwd, stdio });
}

/** Where an operator's shell may have something open: beyond what Node closes when it starts a program. */
const FIRST_DESCRIPTOR = 200;

/** Lines of a strategy that read through every descriptor it has; pipes and sockets can't be read at a position. */
export const DESCRIPTOR_PROBE = [
  'for fd in range(3, 1024):',
  '    try: print("OPEN", fd, os.pread(fd, 100, 0))',
  '    except OSError: pass',
  '    try: print("FOLDER", fd, os.listdir(fd))',
  '    except OSError: pass',
  'print("PROBED")',
] as const;

/**
 * The log of a backtest whose service was started by a shell that has a file of this content open, which only its owner may
 * read, and the folder that the file is in.
 */
export async function logBesideOpenFile(framework: FrameworkId, job: BacktestJob, folder: string, content: string) {
  const file = await open(join(folder, 'operators-own'), 'w+', 0o600);
  const directory = await open(folder);
  try {
    await file.write(content);
    const between = Array.from({ length: FIRST_DESCRIPTOR - 3 }, () => 'ignore' as const);
    const service = startService(framework, job, ['ignore', 'pipe', 'inherit', ...between, file.fd, directory.fd]);
    return service.stdout === null ? '' : await text(service.stdout);
  } finally {
    await Promise.all([file.close(), directory.close()]);
  }
}
