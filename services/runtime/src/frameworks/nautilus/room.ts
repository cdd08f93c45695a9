import type { PythonRoom } from '../python/framework.js';
import { nautilusSources, nautilusVersion } from './files.js';

/** nautilus_trader, as the platform knows it. */
export const nautilus: PythonRoom = {
  id: 'nautilus',
  version: nautilusVersion(),
  strategyShape:
    'One Python file with a class that derives from nautilus_trader.trading.strategy.Strategy and its StrategyConfig class; of several, strategy_class names one.',
  docs: 'https://nautilustrader.io/docs/latest/concepts/strategies',
  sources: nautilusSources,
  // The interface: its hyperliquid runs include funding.
  fundingVenues: new Set(['hyperliquid']),
  modules: { worker: 'nautilus_harness.worker', validate: 'nautilus_harness.validate' },
  isShippedSample: () => false,
};
