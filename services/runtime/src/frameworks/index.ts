import type { Clock, Random } from '@platform/kit/clock';
import type { Report } from '@platform/kit/provisioning';
import type { Logger } from '@platform/observability/logging';
import { BubblewrapUnavailable, findBubblewrap } from '../runners/bubblewrap.js';
import { ProcessRunner } from '../runners/process.js';
import type { Runner } from '../runners/runner.js';
import type { Framework } from './framework.js';
import { freqtrade } from './freqtrade/definition.js';
import { nautilus } from './nautilus/definition.js';
import { type ProvisionOptions, provisionPython } from './python/environment.js';
import { type BacktestLimits, type FrameworkDefinition, PythonFramework } from './python/framework.js';
import type { FrameworkImage } from './python/image.js';
import { imageDigest, type PythonImage } from './python/image.js';
import type { Frameworks } from './versions.js';

const MEBIBYTE = 1024 * 1024;

/** What one backtest may use unless told otherwise: 4 GiB, 30 minutes with a step per minute, and enough output for any honest run. */
export const defaultBacktestLimits: BacktestLimits = {
  process: { memoryBytes: 4096 * MEBIBYTE, folderBytes: 256 * MEBIBYTE, processes: 12 },
  run: {
    wallTimeMs: 30 * 60_000,
    stallMs: 60_000,
    outputBytes: 64 * MEBIBYTE,
    frameBytes: MEBIBYTE,
    log: { bytes: 256 * MEBIBYTE, keptLines: 10_000, keptBytes: MEBIBYTE, lineCharacters: 8_000 },
  },
};

/** Every framework. */
const definitions: readonly FrameworkDefinition[] = [freqtrade, nautilus];

/** How long a prepared worker of an older version waits after its last backtest: as a rule no other one follows. */
const OLDER_IDLE_MS = 5_000;

/** The settings that all frameworks share. */
export interface FrameworksOptions extends ProvisionOptions {
  /** Backtests that have a process at once, running or paused; while fewer do, one more worker is kept ready. */
  maximumWorkers: number;
  /** How long a ready worker waits after the last backtest. */
  idleTimeoutMs: number;
  limits: BacktestLimits;
  allowUnisolatedStrategies: boolean;
  /** What runs strategies, isolated by these; absent: processes of this machine. What only reads them is one in any case. */
  runnerOf?: (isolation: { readonly bubblewrap: string | null; readonly python: string }) => Runner;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/** Every version that comes with the platform, the default one of each framework first. */
export function shippedImages(): FrameworkImage[] {
  return definitions.flatMap(({ id, images }) => images.map((image) => ({ id, image })));
}

/** Every framework in the versions that come with the platform and in further ones, none of them provisioned yet. */
export function createFrameworks(options: FrameworksOptions, further: readonly FrameworkImage[] = []): Frameworks {
  return new Map(
    definitions.map((definition) => {
      const shipped = new Set(definition.images.map(imageDigest));
      const kept = further.filter(({ id, image }) => id === definition.id && !shipped.has(imageDigest(image)));
      const images: FrameworkDefinition['images'] = [...definition.images, ...kept.map(({ image }) => image)];
      return [definition.id, images.map((image) => createFramework({ ...definition, images }, image, options))];
    }),
  );
}

/**
 * One version of a framework, not yet provisioned: `ensureReady` installs its Python environment and an isolation tool into
 * the cache. `environment` is what installers run in (`PATH`, and whatever configures pip and apt); strategies see none of it.
 */
export function createFramework(
  definition: FrameworkDefinition,
  image: PythonImage,
  options: FrameworksOptions,
): Framework {
  const isDefault = image === definition.images[0];
  const provision = async (report: Report, signal: AbortSignal) => {
    const told = oncePerLine((line) => {
      report(line);
      options.report(`${definition.id} ${image.version}: ${line}`);
    });
    const given = { ...options, report: told, signal };
    const bubblewrap = await bubblewrapFor(given);
    const python = await provisionPython(image, requirementsOf(definition), given);
    const isolation = { bubblewrap, python: python.python };
    const checker = new ProcessRunner({ ...isolation, random: options.random });
    return { runner: options.runnerOf?.(isolation) ?? checker, checker, python, bubblewrap };
  };
  const idleTimeoutMs = isDefault ? options.idleTimeoutMs : Math.min(options.idleTimeoutMs, OLDER_IDLE_MS);
  return new PythonFramework({ ...options, idleTimeoutMs, definition, image, isDefault, provision });
}

/** Installs what every version that comes with the platform runs in, apart from the isolation tool. */
export async function installShipped(options: ProvisionOptions): Promise<void> {
  for (const { id, images } of definitions)
    for (const image of images) await provisionPython(image, requirementsOf({ id, images }), options);
}

/** An older version has most packages with the default one, which is installed first as a rule. */
function requirementsOf({ id, images }: Pick<FrameworkDefinition, 'id' | 'images'>) {
  return { name: id, relatives: images.map(({ lock }) => lock) };
}

/** Progress repeats itself while it waits; it is logged once. */
function oncePerLine(report: Report): Report {
  let last = '';
  return (line) => {
    if (line !== last) report(line);
    last = line;
  };
}

/** The path of the isolation tool, or `null` where there is none. */
async function bubblewrapFor(options: FrameworksOptions): Promise<string | null> {
  try {
    return await findBubblewrap(options);
  } catch (error) {
    if (!(error instanceof BubblewrapUnavailable)) throw error;
    options.logger.warn({ err: error }, 'no isolation tool');
    return null;
  }
}
