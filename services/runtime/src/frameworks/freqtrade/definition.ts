import type { FrameworkDefinition } from '../python/framework.js';
import { freqtradeFiles } from './files.js';

/** freqtrade, as the platform knows it. */
export const freqtrade: FrameworkDefinition = {
  id: 'freqtrade',
  strategyShape:
    'One Python file with a class that derives from freqtrade.strategy.IStrategy; of several, strategy_class names one.',
  docs: 'https://www.freqtrade.io/en/stable/strategy-customization/',
  images: [freqtradeFiles.currentImage(), freqtradeFiles.imageOf('older/2026.8.lock')],
  // Its time range holds whole days.
  takesTimestamps: false,
  // It reads the candle that opens as the range ends too, and closes there what is open.
  endsWithRange: false,
  // It acts on what it saw one candle before, and leaves out the first one of a range.
  skipsFirstCandle: true,
  isShippedSample: (code) => freqtradeFiles.isShippedSample(code),
};
