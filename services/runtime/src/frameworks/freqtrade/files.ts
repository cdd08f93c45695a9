import type { ProvisionOptions, PythonEnvironment } from '../python/environment.js';
import { FrameworkFiles } from '../python/framework-files.js';

/** The files of freqtrade. */
export const freqtradeFiles = new FrameworkFiles({
  id: 'freqtrade',
  distribution: 'freqtrade',
  packages: ['freqtrade_harness', 'qtpylib', 'sdnotify'],
  modules: {
    worker: 'freqtrade_harness.worker',
    validate: 'freqtrade_harness.validate',
    bot: 'freqtrade_harness.paper.worker',
    everything: 'freqtrade_harness.backtest, technical.qtpylib, talib.abstract',
  },
  checks: ['lookahead', 'recursive'],
  sample: 'sample_strategy.py',
});

/** Installs the environment of the current version into the cache unless it is there. */
export function provisionFreqtrade(options: ProvisionOptions): Promise<PythonEnvironment> {
  return freqtradeFiles.provision(options);
}
