import type { ProvisionOptions, PythonEnvironment } from '../python/environment.js';
import { FrameworkFiles } from '../python/framework-files.js';

/** The files of nautilus. */
export const nautilusFiles = new FrameworkFiles({
  id: 'nautilus',
  distribution: 'nautilus-trader',
  packages: ['nautilus_harness'],
  modules: {
    worker: 'nautilus_harness.worker',
    validate: 'nautilus_harness.validate',
    everything: 'nautilus_harness.backtest',
    bot: 'nautilus_harness.paper.worker',
  },
  sample: 'ema_cross.py',
});

/** Installs the environment of the current version into the cache unless it is there. */
export function provisionNautilus(options: ProvisionOptions): Promise<PythonEnvironment> {
  return nautilusFiles.provision(options);
}
