import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ProvisionOptions, type PythonEnvironment, provisionPython } from '../python/environment.js';
import { lockedVersion, type PythonImage, readFrozenHarness, readHarness } from '../python/image.js';

/** The Python side of the repository; the compiled file stands as deep in it as the source. */
const FRAMEWORKS = fileURLToPath(new URL('../../../../../frameworks/', import.meta.url));
const FREQTRADE = join(FRAMEWORKS, 'freqtrade');

/** What runs of freqtrade use where they name no version. */
export function currentImage(): PythonImage {
  const harness = readHarness([
    join(FRAMEWORKS, 'common', 'platform_worker'),
    ...['freqtrade_harness', 'qtpylib', 'sdnotify'].map((name) => join(FREQTRADE, 'harness', name)),
  ]);
  return imageOf('requirements.lock', harness, 2);
}

/** Installs the environment of the current version into the cache unless it is there. */
export function provisionFreqtrade(options: ProvisionOptions): Promise<PythonEnvironment> {
  return provisionPython(currentImage(), { name: 'freqtrade', relatives: [] }, options);
}

/** Older versions, with the harness that each had in its day. */
export function olderImages(): PythonImage[] {
  const harness = readFrozenHarness(join(FREQTRADE, 'older', 'harness-of-protocol-1.json'));
  return ['requirements.lock', 'older/2026.8.lock'].map((lockFile) => imageOf(lockFile, harness, 1));
}

function imageOf(lockFile: string, harness: PythonImage['harness'], protocol: PythonImage['protocol']): PythonImage {
  const lock = readFileSync(join(FREQTRADE, lockFile), 'utf8');
  const modules = {
    worker: 'freqtrade_harness.worker',
    validate: 'freqtrade_harness.validate',
    everything: 'freqtrade_harness.backtest, technical.qtpylib, talib.abstract',
  };
  return { version: lockedVersion(lock, 'freqtrade'), protocol, modules, lock, harness };
}

/** Whether this is the sample strategy that the repository itself ships. */
export function isShippedSample(code: string): boolean {
  return digest(code) === digest(readFileSync(join(FREQTRADE, 'examples', 'sample_strategy.py'), 'utf8'));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
