import type { FrameworkDefinition } from '../python/framework.js';
import { nautilusFiles } from './files.js';

/** nautilus_trader, as the platform knows it. */
export const nautilus: FrameworkDefinition = {
  id: 'nautilus',
  strategyShape:
    'One Python file with a class that derives from nautilus_trader.trading.strategy.Strategy, and the StrategyConfig class that it is made with; of several strategies, strategy_class names one.',
  docs: 'https://nautilustrader.io/docs/latest/concepts/strategies',
  images: [nautilusFiles.currentImage()],
  takesTimestamps: true,
  endsWithRange: true,
  skipsFirstCandle: false,
  isShippedSample: (code) => nautilusFiles.isShippedSample(code),
};
