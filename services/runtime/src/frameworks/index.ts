import type { Clock, Random } from '@platform/clock';
import type { Environment } from '@platform/config';
import type { Logger } from '@platform/logging';
import type { Report } from '@platform/provisioning';
import type { FrameworkId } from '@platform/venues';
import { BubblewrapUnavailable, findBubblewrap } from '../runners/bubblewrap.js';
import { ProcessRunner } from '../runners/process.js';
import type { Runner } from '../runners/runner.js';
import type { Framework } from './framework.js';
import { freqtrade } from './freqtrade/room.js';
import { nautilus } from './nautilus/room.js';
import { provisionPython } from './python/environment.js';
import { type BacktestLimits, PythonFramework, type PythonRoom } from './python/framework.js';

const MEBIBYTE = 1024 * 1024;

/** What one backtest may use unless told otherwise: 4 GiB, 30 minutes, and enough output for any honest run. */
export const defaultBacktestLimits: BacktestLimits = {
  process: { memoryBytes: 4096 * MEBIBYTE, folderBytes: 256 * MEBIBYTE, processes: 12 },
  run: {
    wallTimeMs: 30 * 60_000,
    outputBytes: 64 * MEBIBYTE,
    frameBytes: MEBIBYTE,
    log: { bytes: 256 * MEBIBYTE, keptLines: 10_000, keptBytes: MEBIBYTE, lineCharacters: 8_000 },
  },
};

/** Every framework. */
const rooms: readonly PythonRoom[] = [freqtrade, nautilus];

/** What all frameworks are given. */
export interface FrameworksOptions {
  cacheDirectory: string;
  environment: Environment;
  /** Backtests that run at once; while fewer run, one more worker is kept ready. */
  maximumWorkers: number;
  /** How long a ready worker waits after the last backtest. */
  idleTimeoutMs: number;
  limits: BacktestLimits;
  allowUnisolatedStrategies: boolean;
  clock: Clock;
  random: Random;
  logger: Logger;
  report: Report;
}

/**
 * A framework, not yet provisioned: `ensureReady` installs its Python environment and an isolation tool into the cache.
 * `environment` is what installers run in (`PATH`, and whatever configures pip and apt); strategies see none of it.
 */
export function createFramework(room: PythonRoom, options: FrameworksOptions): Framework {
  const { cacheDirectory, environment, report } = options;
  const provision = async () => ({
    runner: await createRunner(options),
    python: await provisionPython(room.sources, { cacheDirectory, environment, report }),
  });
  return new PythonFramework({ ...options, room, provision });
}

/** Every framework, not yet provisioned. */
export function createFrameworks(options: FrameworksOptions): ReadonlyMap<FrameworkId, Framework> {
  return new Map(rooms.map((room) => [room.id, createFramework(room, options)]));
}

async function createRunner(options: FrameworksOptions): Promise<Runner> {
  try {
    return new ProcessRunner({ bubblewrap: await findBubblewrap(options), random: options.random });
  } catch (error) {
    if (!(error instanceof BubblewrapUnavailable)) throw error;
    options.logger.warn({ err: error }, 'no isolation tool');
    return new ProcessRunner({ bubblewrap: null, random: options.random });
  }
}
