import { FrameworkFiles } from '../python/framework-files.js';
import type { PythonRoom } from '../python/framework.js';

const files = new FrameworkFiles({
  id: 'nautilus',
  distribution: 'nautilus-trader',
  packages: ['nautilus_harness'],
  modules: {
    worker: 'nautilus_harness.worker',
    validate: 'nautilus_harness.validate',
    everything: 'nautilus_harness.backtest',
  },
  sample: 'ema_cross.py',
});

/** nautilus_trader, as the platform knows it. */
export const nautilus: PythonRoom = {
  id: 'nautilus',
  strategyShape:
    'One Python file with a class that derives from nautilus_trader.trading.strategy.Strategy, and the StrategyConfig class that it is made with; of several strategies, strategy_class names one.',
  docs: 'https://nautilustrader.io/docs/latest/concepts/strategies',
  images: [files.currentImage()],
  // The interface: its hyperliquid runs include funding.
  fundingVenues: new Set(['hyperliquid']),
  isShippedSample: (code) => files.isShippedSample(code),
};
