import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ProvisionOptions,
  type PythonEnvironment,
  type PythonSources,
  provisionPython,
} from '../python/environment.js';

/** The Python side of the repository; the compiled file stands as deep in it as the source. */
const FRAMEWORKS = fileURLToPath(new URL('../../../../../frameworks/', import.meta.url));
const FREQTRADE = join(FRAMEWORKS, 'freqtrade');

/** The files that make freqtrade's environment. */
export const freqtradeSources: PythonSources = {
  name: 'freqtrade',
  lockFile: join(FREQTRADE, 'requirements.lock'),
  packages: [
    join(FRAMEWORKS, 'common', 'platform_worker'),
    join(FREQTRADE, 'harness', 'freqtrade_harness'),
    join(FREQTRADE, 'harness', 'qtpylib'),
    join(FREQTRADE, 'harness', 'sdnotify'),
  ],
  entryModule: 'freqtrade_harness.backtest, technical.qtpylib, talib.abstract',
};

/** Installs freqtrade's environment into the cache unless it is there. */
export function provisionFreqtrade(options: ProvisionOptions): Promise<PythonEnvironment> {
  return provisionPython(freqtradeSources, options);
}

const VERSION_LINE = /^freqtrade==(\S+)/m;

/** The locked version of freqtrade. */
export function freqtradeVersion(): string {
  const version = VERSION_LINE.exec(readFileSync(freqtradeSources.lockFile, 'utf8'))?.[1];
  if (version === undefined) throw new Error('freqtrade is not in its lock file');
  return version;
}

/** Whether this is the sample strategy that the repository itself ships. */
export function isShippedSample(code: string): boolean {
  return digest(code) === digest(readFileSync(join(FREQTRADE, 'examples', 'sample_strategy.py'), 'utf8'));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
