import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PythonSources } from '../python/environment.js';

/** The Python side of the repository; the compiled file stands as deep in it as the source. */
const FRAMEWORKS = fileURLToPath(new URL('../../../../../frameworks/', import.meta.url));
const NAUTILUS = join(FRAMEWORKS, 'nautilus');

/** The files that make nautilus's environment. */
export const nautilusSources: PythonSources = {
  name: 'nautilus',
  lockFile: join(NAUTILUS, 'requirements.lock'),
  packages: [join(FRAMEWORKS, 'common', 'platform_worker'), join(NAUTILUS, 'harness', 'nautilus_harness')],
  entryModule: 'nautilus_harness.backtest',
};

/** The locked version of nautilus_trader. */
export function nautilusVersion(): string {
  const version = /^nautilus-trader==(\S+)/m.exec(readFileSync(nautilusSources.lockFile, 'utf8'))?.[1];
  if (version === undefined) throw new Error('nautilus-trader is not in its lock file');
  return version;
}
