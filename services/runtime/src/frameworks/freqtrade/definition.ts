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
  isShippedSample: (code) => freqtradeFiles.isShippedSample(code),
};
